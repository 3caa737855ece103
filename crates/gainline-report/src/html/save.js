// Saving what is shown: files, charts as SVG and PNG, the link to a view.

/** Hands a file to the browser. */
function save(name, type, content) {
  const url = URL.createObjectURL(new Blob([content], { type: `${type};charset=utf-8` }));
  const made = document.createElement('a');
  made.href = url;
  made.download = name.replace(/[^\p{L}\p{N}.@+-]+/gu, '-').replace(/^[-.]+/, '');
  document.body.append(made);
  made.click();
  made.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  announce(`saved ${made.download}`);
}

/** Buttons that save a chart; `legend()` gives [class, dashes, name] of its lines. */
function chartTools(name, chart, legend = () => []) {
  const button = (kind, click) => h('button', { type: 'button', class: 'button small save', 'data-save': kind, title: `Save this chart as ${kind.toUpperCase()}`,
    'aria-label': `Save this chart as ${kind.toUpperCase()}`, click }, kind.toUpperCase());
  return h('div', { class: 'chart-tools' },
    button('svg', () => save(`${name()}.svg`, 'image/svg+xml', standalone(chart(), name(), legend()).text)),
    button('png', () => savePng(`${name()}.png`, standalone(chart(), name(), legend()))));
}

const KEPT = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin', 'opacity', 'fill-opacity', 'font-size', 'font-weight'];

/** A chart as a file of its own: with its colours, a title and a legend. */
function standalone(svg, title, legend) {
  const [, , width, height] = svg.getAttribute('viewBox').split(' ').map(Number);
  const copy = svg.cloneNode(true);
  const [from, to] = [svg, copy].map((root) => [...root.querySelectorAll('*')]);
  from.forEach((element, i) => {
    const style = getComputedStyle(element);
    for (const property of KEPT) to[i].setAttribute(property, style.getPropertyValue(property));
    to[i].removeAttribute('class');
  });
  const font = getComputedStyle(document.body);
  const row = 20;
  const per = Math.max(1, Math.floor(width / 220));
  const below = Math.ceil(legend.length / per) * row + (legend.length ? 12 : 0);
  const [top, all] = [30, 30 + height + below];
  const keys = legend.map(([kind, dashes, name], i) => {
    const [x, y] = [12 + (i % per) * ((width - 12) / per), top + height + 16 + Math.floor(i / per) * row];
    const probe = s('path', { class: `line ${kind}` });
    svg.append(probe);
    const { stroke } = getComputedStyle(probe);
    probe.remove();
    return [s('line', { x1: x, x2: x + 22, y1: y, y2: y, stroke, 'stroke-width': 2.5, 'stroke-dasharray': dashes || 'none' }),
      s('text', { x: x + 30, y: y + 4, 'font-size': 12, fill: font.color }, cutName(name, 26))];
  });
  for (const name of ['class', 'tabindex', 'role']) copy.removeAttribute(name);
  const inner = s('g', { transform: `translate(0 ${top})` }, ...copy.childNodes);
  const made = s('svg', { viewBox: `0 0 ${width} ${all}`, width, height: all, 'font-family': 'sans-serif' },
    s('title', null, title), s('rect', { width, height: all, fill: getComputedStyle(document.body).backgroundColor }),
    s('text', { x: 12, y: 20, 'font-size': 14, 'font-weight': 600, fill: font.color }, title), inner, keys.flat());
  return { text: new XMLSerializer().serializeToString(made), width, height: all };
}

/** The same as pixels, twice as many as on the screen. */
function savePng(name, { text, width, height }) {
  const image = new Image();
  image.onload = () => {
    const canvas = h('canvas', { width: width * 2, height: height * 2 });
    canvas.getContext('2d').drawImage(image, 0, 0, width * 2, height * 2);
    canvas.toBlob((pixels) => save(name, 'image/png', pixels), 'image/png');
  };
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
}

/** Copies a text, or says that it could not. */
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = h('textarea', { class: 'unseen' });
    field.value = text;
    document.body.append(field);
    field.select();
    const done = document.execCommand('copy');
    field.remove();
    return done;
  }
}

/** The link to what is shown, at the section that is being read. */
async function copyLink() {
  const url = location.href.split('#')[0] + hashOf({ ...state, section: state.section || currentSection() });
  announce(await copyText(url) ? 'Link copied' : 'The browser does not allow copying: take the link from its address bar');
  byId('copy-link').classList.add('done');
  setTimeout(() => byId('copy-link').classList.remove('done'), 1500);
}
