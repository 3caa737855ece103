// The data, and what every section needs of it: elements, numbers as text, colours, disclosures.
// Names and texts come from files of others. They only ever become text nodes or plain attributes.

const DATA = JSON.parse(document.getElementById('data').textContent);
const RUNS = DATA.runs;
const TOPICS = DATA.topics;
const MEASURES = DATA.measures;
const PRIMARY = DATA.primary ?? 0;

/* ---------- elements ---------- */

const SVG = 'http://www.w3.org/2000/svg';
const UNSAFE = /^(on|src|href|style|action|formaction|xlink)/i;

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (name.startsWith('--')) element.style.setProperty(name, value);
    else if (UNSAFE.test(name)) throw new Error(`attribute ${name}`);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** An element; a function among the attributes listens to the event of that name. */
function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same for SVG. */
function s(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** A name from a file: isolated, so that its direction does not turn the text around it, and cut if
    it is long. */
function named(text, attributes, length = NARROW.matches ? 26 : 48) {
  return h('bdi', { class: 'name', title: text, ...attributes }, cutName(text, length));
}

/** The same in as few letters as the head of a column has room for. */
const shortlyNamed = (text) => named(text, null, NARROW.matches ? 11 : 18);

const NARROW = matchMedia('(max-width: 760px)');

/** With a capital and a full stop. */
function sentenceOf(text) {
  return text ? text[0].toUpperCase() + text.slice(1).replace(/[.!?]?$/, (end) => end || '.') : '';
}

/** Letters written from right to left, and marks that turn the direction of what follows. */
const TURNS = /[\u0590-\u08FF\u200E\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC]|[\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** A name for attributes and drawn text, which hold no elements: between marks that isolate it. */
const isolated = (text) => (TURNS.test(text) ? `\u2068${text}\u2069` : text);

const TURNING = RUNS.map((run) => run.name).filter((name) => TURNS.test(name)).sort((a, b) => b.length - a.length);

/** A text in which names of runs that would turn it are isolated. */
function untwisted(text) {
  const name = TURNING.find((candidate) => text.includes(candidate));
  if (name === undefined) return [text];
  return text.split(name).flatMap((part, i) => [...(i ? [h('bdi', null, name)] : []), ...untwisted(part)]);
}

/** A sentence: what stands in backquotes as code, and --options unbroken. */
function prose(text) {
  return (text ?? '').split(/(`[^`]+`|--[a-z][\w-]*)/).flatMap((part) => {
    if (part.startsWith('`') && part.length > 2) {
      return h('code', { class: part.length < 36 ? 'unbroken' : null }, h('bdi', null, part.slice(1, -1)));
    }
    return part.startsWith('--') ? h('span', { class: 'unbroken' }, part) : untwisted(part);
  });
}

function option(value, text, selected) {
  return h('option', { value, selected }, cutName(text, 90));
}

const byId = (id) => document.getElementById(id);
const range = (n) => Array.from({ length: n }, (_, i) => i);
const isNumber = (x) => typeof x === 'number' && Number.isFinite(x);
const plural = (n, one, many = one + 's') => `${n} ${n === 1 ? one : many}`;

/* ---------- parts ---------- */

/** What opens on demand; `build` gives the content when it is first opened. */
function disclosure(summary, build, attributes) {
  const box = h('details', attributes, h('summary', null, summary));
  const open = () => {
    if (box.open && !box.dataset.built) {
      box.dataset.built = 'yes';
      box.append(...[build()].flat());
    }
  };
  box.addEventListener('toggle', open);
  box.refresh = () => {
    if (!box.dataset.built) return;
    delete box.dataset.built;
    while (box.childNodes.length > 1) box.lastChild.remove();
    open();
  };
  return box;
}

/** A select with its label. */
function chooser(label, options, change, attributes) {
  const select = h('select', { ...attributes, change: () => change(select.value) }, options);
  return h('label', { class: 'field' }, h('span', null, label), select);
}

function announce(text) {
  byId('announcer').textContent = text;
}

/** Calls `draw(width)` now and when the width of the element changes. */
function onWidth(element, draw) {
  let known = 0;
  const check = () => {
    const width = Math.floor(element.clientWidth);
    if (width > 0 && width !== known) {
      known = width;
      draw(width);
    }
  };
  new ResizeObserver(check).observe(element);
  check();
}

/** A word wider than this is cut in charts, where nothing can wrap. */
function cut(text, length) {
  const letters = [...text];
  return letters.length > length ? letters.slice(0, length - 1).join('') + '…' : text;
}

/** A long text without its middle, so that its start and its end can be seen. */
function cutInside(text, length) {
  const letters = [...text];
  if (letters.length <= length) return text;
  const end = Math.floor((length - 1) / 2);
  return letters.slice(0, length - 1 - end).join('') + '…' + letters.slice(-end).join('');
}

/** The name of a run or of a topic in so many letters: told apart from all others of them. */
function cutName(text, length) {
  if (text.length <= length) return text;
  cutName.known ??= new Map();
  if (!cutName.known.has(length)) {
    const names = [RUNS.map((run) => run.name), TOPICS.map((topic) => topic.id)];
    cutName.known.set(length, new Map(names.flatMap((some) => [...cutApart(some, length)])));
  }
  return cutName.known.get(length).get(text) ?? cutInside(text, length);
}

/** Names and what is shown of each: those that would look the same without their middle show the part
    in which they differ, and are longer where that is not enough. */
function cutApart(names, length) {
  const shown = new Map();
  const longest = names.reduce((most, name) => Math.max(most, name.length), length);
  let open = names;
  for (let room = length; open.length && room < longest + 4; room += 4) {
    for (const name of open) shown.set(name, cutInside(name, room));
    for (const alike of sameShown(shown)) {
      const [start, end] = commonEnds(alike);
      for (const name of alike) shown.set(name, cutAround(name, start, end, room));
    }
    open = sameShown(shown).flat();
  }
  return shown;
}

/** Lists of names of which the same is shown. */
function sameShown(shown) {
  const lists = new Map();
  for (const [name, text] of shown) {
    if (!lists.has(text)) lists.set(text, []);
    lists.get(text).push(name);
  }
  return [...lists.values()].filter((list) => list.length > 1);
}

/** How many letters all of some names have in common at their start, and at their end after that. */
function commonEnds(names) {
  const all = names.map((name) => [...name]);
  const shortest = Math.min(...all.map((letters) => letters.length));
  const common = (most, at) => {
    let n = 0;
    while (n < most && all.every((letters) => letters.at(at(n)) === all[0].at(at(n)))) n++;
    return n;
  };
  const start = common(shortest, (n) => n);
  return [start, common(shortest - start, (n) => -1 - n)];
}

/** A long text of which the part between so many letters at both ends can be seen. */
function cutAround(text, start, end, length) {
  const letters = [...text];
  const to = letters.length - end;
  if (letters.length <= length) return text;
  if (to < length) return letters.slice(0, length - 1).join('') + '…';
  if (letters.length - start < length) return '…' + letters.slice(1 - length).join('');
  const room = length - 2;
  if (to - start > room) return `…${cutInside(letters.slice(start, to).join(''), room)}…`;
  const from = start - Math.floor((room - (to - start)) / 2);
  return `…${letters.slice(from, from + room).join('')}…`;
}

/** The width of the longest of some labels as a chart draws them. */
function longestOf(svg, labels) {
  const probes = labels.map((label) => s('text', { class: 'topic-label' }, label));
  svg.append(...probes);
  const longest = Math.max(0, ...probes.map((probe) => probe.getComputedTextLength()));
  for (const probe of probes) probe.remove();
  return Math.ceil(longest);
}
