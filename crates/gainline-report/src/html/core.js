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

/** A name from a file: isolated, so that its direction does not turn the text around it. */
function named(text, attributes) {
  return h('bdi', { class: 'name', title: text, ...attributes }, text);
}

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

/** A link within the page. */
function link(hash, attributes, ...children) {
  const made = h('a', attributes, ...children);
  made.href = '#' + hash.replace(/^#/, '');
  return made;
}

function option(value, text, selected) {
  return h('option', { value, selected }, text.length > 90 ? text.slice(0, 88) + '…' : text);
}

const byId = (id) => document.getElementById(id);
const range = (n) => Array.from({ length: n }, (_, i) => i);
const isNumber = (x) => typeof x === 'number' && Number.isFinite(x);
const plural = (n, one, many = one + 's') => `${n} ${n === 1 ? one : many}`;

/* ---------- numbers ---------- */

/** With this many decimals, rounded as the other commands do: exact halves to the even digit. */
function fixed(x, decimals) {
  const size = Math.abs(x);
  let text = size.toFixed(decimals);
  const scaled = size * 10 ** decimals;
  if (Math.abs((scaled % 1) - 0.5) < 1e-6 && decimals < 60) {
    const exact = size.toFixed(decimals + 40);
    const cut = exact.length - 40;
    if (/^50*$/.test(exact.slice(cut))) {
      const down = exact.slice(0, cut).replace(/\.$/, '');
      if (Number(down.at(-1)) % 2 === 0) text = down;
    }
  }
  return (x < 0 && /[1-9]/.test(text) ? '−' : '') + text;
}

const NONE = '–';

/** A value of a measure. */
function score(x, measure) {
  return isNumber(x) ? fixed(x, MEASURES[measure]?.decimals ?? 4) : NONE;
}

/** A difference, with its sign unless it is shown as zero. */
function signed(x, decimals) {
  if (!isNumber(x)) return NONE;
  const text = fixed(x, decimals);
  return (x > 0 && /[1-9]/.test(text) ? '+' : '') + text;
}

function interval(low, high, decimals) {
  return isNumber(low) && isNumber(high) ? `[${fixed(low, decimals)}, ${fixed(high, decimals)}]` : NONE;
}

/** A p-value as `gainline compare` prints it: never rounded to 0, and never to 0.05 if it is below. */
function pValue(p) {
  if (!isNumber(p)) return NONE;
  if (p === 0) return '< 1e-300';
  if (p >= 0.99995) return '1';
  if (p < 0.0001) return p.toExponential(1);
  return fixed(p, p < 0.001 ? 5 : Math.abs(p - 0.05) < 0.0001 ? 6 : 4);
}

/** A p that no trial reached: below its first digit, rounded up. */
function belowP(p) {
  const power = Math.floor(Math.log10(p));
  const digit = Math.ceil(p / 10 ** power - 1e-9);
  const up = digit * 10 ** power;
  return `< ${power < -6 ? up.toExponential(0) : up.toFixed(Math.max(0, digit < 10 ? -power : -power - 1))}`;
}

function percent(share, decimals = 1) {
  return isNumber(share) ? `${fixed(share * 100, decimals)} %` : NONE;
}

const count = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, '\u202F');

/* ---------- what is better ---------- */

const lowerIsBetter = (measure) => MEASURES[measure].better === 'lower';

/** Above 0 if x is better than y. */
function better(measure, x, y) {
  return lowerIsBetter(measure) ? y - x : x - y;
}

/* Runs have two numbers by a measure: `means` is what `gainline eval` prints, over the run's own
   topics; `compared` is what `gainline compare` prints, over the topics that every run has. Interval,
   group, place and differences belong to the second, which is shown where there is one. */

const COMPARED = MEASURES.map((_, m) => RUNS.some((run) => isNumber(run.compared?.[m])));
const own = (run, measure) => RUNS[run].means[measure];
const shownMean = (run, measure) => (COMPARED[measure] ? RUNS[run].compared[measure] : own(run, measure));
const summaryOf = (measure) => MEASURES[measure].summary ?? 'mean';
const differenceDecimals = (measure) => MEASURES[measure].difference_decimals ?? MEASURES[measure].decimals ?? 4;

/** Whether `eval` and `compare` print different numbers. */
const DIFFER = MEASURES.map((_, m) => COMPARED[m] && RUNS.some((run) => {
  const [x, y] = [run.means[m], run.compared[m]];
  return isNumber(x) !== isNumber(y) || Math.abs(x - y) > 1e-9 * Math.max(1, Math.abs(x));
}));

/** The 95 % interval of the shown mean, if it has one of its kind. */
function boundsOf(run, measure) {
  const ends = [RUNS[run].low?.[measure], RUNS[run].high?.[measure]];
  return ends.every(isNumber) && (COMPARED[measure] || summaryOf(measure) === 'mean') ? ends : null;
}

/** The shown mean, or an end of its interval, as text. */
function shownText(x, measure) {
  return isNumber(x) ? fixed(x, COMPARED[measure] ? differenceDecimals(measure) : MEASURES[measure].decimals ?? 4) : NONE;
}

const SUMMARIES = { mean: 'mean', sum: 'total', geometric: 'geometric mean', pooled: 'pooled value' };

/** What the shown mean is: of totals and pooled values, what is compared is the mean of the topics. */
function kindOf(measure) {
  const summary = summaryOf(measure);
  return COMPARED[measure] && summary !== 'geometric' ? 'mean' : SUMMARIES[summary] ?? 'mean';
}

function bestFirst(measure, value) {
  return range(RUNS.length).sort((a, b) => {
    const [x, y] = [value(a, measure), value(b, measure)];
    if (!isNumber(x) || !isNumber(y)) return isNumber(y) - isNumber(x);
    return better(measure, y, x) || a - b;
  });
}

const RANKED = [];

/** Numbers of the runs by their shown means, best first; those without a value last. */
const ranked = (measure) => RANKED[measure] ??= bestFirst(measure, shownMean);

/** The best value of a measure, or null where none is better than another. */
function best(measure, value = shownMean) {
  if (MEASURES[measure].better === 'neither') return null;
  const order = value === shownMean ? ranked(measure) : bestFirst(measure, value);
  return order.length ? value(order[0], measure) ?? null : null;
}

const BEST_FIRST = ranked(PRIMARY);

/* ---------- colours and dashes, as in `gainline plot` ---------- */

const DASHES = ['', '7 3', '2 2', '9 2 2 2', '4 1.5', '11 3 2 3 2 3', '3 4', '13 4'];
const styleNumber = RUNS.map((_, run) => (RUNS.length > 8 ? BEST_FIRST.indexOf(run) : run));
const colourClass = (run) => (run === null ? 'c-ideal' : `c${styleNumber[run] % 8}`);

function dashes(run) {
  if (run === null) return '2 3';
  const number = styleNumber[run];
  return DASHES[(number + Math.floor(number / 8)) % 8];
}

/** A run's line in miniature; an ideal's has the colour of its run, if it is of one. */
function swatch(run, of = run) {
  return s('svg', { class: `swatch ${colourClass(of)}`, viewBox: '0 0 22 8', width: 22, height: 8, 'aria-hidden': 'true' },
    s('line', { x1: 1, x2: 21, y1: 4, y2: 4, 'stroke-dasharray': dashes(run) }));
}

/** How dark the place of a grade is, in percent. The middle is left out: no text stands out there. */
function gradeShade(grade) {
  const positive = (DATA.grades ?? []).filter((g) => g > 0);
  if (!(grade > 0)) return 0;
  const at = positive.length > 1 ? positive.indexOf(grade) / (positive.length - 1) : 1;
  return at <= 0.5 ? 14 + at * 52 : 80 + (at - 0.5) * 40;
}

/** A grade: its number on the colour of its place among the grades. */
function gradeChip(grade) {
  if (grade === null || grade === undefined) return h('span', { class: 'grade unjudged', title: 'unjudged' }, '?');
  const shade = gradeShade(grade);
  const kind = `grade${shade > 50 ? ' strong' : ''}${shade ? '' : ' zero'}`;
  return h('span', { class: kind, '--share': `${shade}%`, title: `grade ${grade}` },
    String(grade).replace('-', '−'));
}

/* ---------- parts ---------- */

/** A table; `columns` are [heading, class]. Rows are lists of cells: text, element or null. */
function table(caption, columns, rows, attributes) {
  return h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption },
    h('table', attributes,
      h('caption', { class: 'unseen' }, caption),
      h('thead', null, h('tr', null, columns.map(([text, kind]) => h('th', { scope: 'col', class: kind }, text)))),
      h('tbody', null, rows.map((row) => h('tr', null, row.map((cell, i) => (i === 0
        ? h('th', { scope: 'row', class: columns[i][1] }, cell)
        : h('td', { class: columns[i][1] }, cell))))))));
}

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

const asTable = (build) => disclosure('Show as table', build, { class: 'as-table' });

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

/** The width of the longest of some labels as a chart draws them. */
function longestOf(svg, labels) {
  const probes = labels.map((label) => s('text', { class: 'topic-label' }, label));
  svg.append(...probes);
  const longest = Math.max(0, ...probes.map((probe) => probe.getComputedTextLength()));
  for (const probe of probes) probe.remove();
  return Math.ceil(longest);
}

/* ---------- state in the address ---------- */

const address = {
  /** What the part after # says: {topic: "t03"}, or {section: "curves"}. */
  read() {
    const text = location.hash.slice(1);
    if (!text.includes('=')) return { section: text };
    const found = Object.create(null);
    for (const part of text.split('&')) {
      const at = part.indexOf('=');
      found[part.slice(0, at)] = part.slice(at + 1);
    }
    return found;
  },
  decode(text) {
    try {
      return decodeURIComponent(text ?? '');
    } catch {
      return text ?? '';
    }
  },
  /** Says it without a step in the history. */
  replace(hash) {
    try {
      history.replaceState(null, '', hash);
    } catch {
      /* the browser allows no such change for a file: the page works without */
    }
  },
};

const hashOf = {
  topic: (topic) => `#topic=${encodeURIComponent(TOPICS[topic].id)}`,
  compare: (b, a, measure) => `#compare=${[b, a].map((run) => encodeURIComponent(RUNS[run].name)).join(',')}`
    + `&measure=${encodeURIComponent(MEASURES[measure].name)}`,
};
