// What is shown is a state; the part of the address after # says it, so that every view can be linked
// to, opened anew and gone back to. `go` changes the state; views are drawn anew where it changed.

const SECTIONS = ['verdict', 'leaderboard', 'curves', 'compare', 'topics', 'quality', 'method'];

const START = {
  section: '', measure: PRIMARY, slice: null, sort: null, reversed: false, filter: '', columns: null, pins: [],
  a: BEST_FIRST[1] ?? BEST_FIRST[0], b: BEST_FIRST[0], topic: null, order: 'given', find: '', curve: 0, lines: null, shown: null, depth: 10,
};
const state = { ...START };

const decoded = (text) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
const placeOf = (list, key, name) => {
  const at = list.findIndex((entry) => entry[key] === name);
  return at < 0 ? undefined : at;
};
const runNamed = (name) => placeOf(RUNS, 'name', name);
const listOf = (texts, of) => texts.map(of).filter((x) => x !== undefined);

/** By key: how it is written, as a text or a list of texts, and read. */
const KEYS = {
  measure: { write: (x) => MEASURES[x].name, read: ([name]) => placeOf(MEASURES, 'name', name) },
  slice: { write: (x) => SLICES[x].name, read: ([name]) => placeOf(SLICES, 'name', name) },
  sort: { write: (x) => x, read: ([text]) => (boardKeys().includes(text) ? text : undefined) },
  reversed: { write: () => 'yes', read: () => true },
  filter: { write: (x) => x, read: ([text]) => text },
  columns: { write: (x) => x, read: (texts) => texts.filter((id) => id === '' || boardKeys().includes(id)) },
  pins: { write: (x) => x.map((run) => RUNS[run].name), read: (texts) => listOf(texts, runNamed) },
  topic: { write: (x) => TOPICS[x].id, read: ([id]) => placeOf(TOPICS, 'id', id) },
  order: { write: (x) => x, read: ([text]) => (['hard', 'spread'].includes(text) ? text : undefined) },
  find: { write: (x) => x, read: ([text]) => text },
  curve: { write: (x) => DATA.curves[x].id, read: ([id]) => placeOf(DATA.curves ?? [], 'id', id) },
  lines: { write: (x) => x.map(String), read: (texts) => texts.filter((key) => key === '' || lineKeys().includes(key)) },
  shown: { write: (x) => x.map((run) => RUNS[run].name), read: (texts) => listOf(texts, runNamed) },
  depth: { write: String, read: ([text]) => (text === 'all' ? Infinity : Number(text) > 0 ? Number(text) : undefined) },
};

const encoded = (text) => [text].flat().map(encodeURIComponent).join(',');

/** The address of a state: the section, and what is not as at the start. */
function hashOf(of) {
  const parts = [of.section];
  if ((of.a !== START.a || of.b !== START.b || of.section === 'compare') && RUNS.length > 1) {
    parts.push(`pair=${encoded([of.b, of.a].map((run) => RUNS[run].name))}`);
  }
  for (const [key, { write }] of Object.entries(KEYS)) {
    const value = of[key];
    if (value === START[key] || value === '' || (key === 'pins' && !value.length)) continue;
    parts.push(`${key}=${key === 'depth' && value === Infinity ? 'all' : encoded(Array.isArray(value) && !value.length ? '' : write(value))}`);
  }
  return `#${parts.filter(Boolean).join('&')}`;
}

/** The state that an address asks for; what it does not know is as at the start. */
function readHash(hash) {
  const found = { ...START };
  for (const part of hash.slice(1).split('&')) {
    const at = part.indexOf('=');
    if (at < 0) {
      if (SECTIONS.includes(part)) found.section = part;
      continue;
    }
    const [key, values] = [part.slice(0, at), part.slice(at + 1).split(',').map(decoded)];
    if (key === 'pair') {
      const [b, a] = values.map(runNamed);
      if (a !== undefined && b !== undefined) Object.assign(found, { a, b });
    } else if (Object.hasOwn(KEYS, key)) {
      const value = KEYS[key].read(values);
      if (value !== undefined) found[key] = value;
    }
  }
  if (!found.section) found.section = found.topic !== null ? 'topics' : '';
  return found;
}

const VIEWS = [];

/** Draws now, and whenever one of these keys of the state changes. */
function view(keys, draw) {
  VIEWS.push({ keys, draw });
  draw();
}

const isSame = (x, y) => x === y || (Array.isArray(x) && Array.isArray(y) && x.length === y.length && x.every((v, i) => v === y[i]));

function become(next) {
  const before = { ...state };
  Object.assign(state, next);
  for (const { keys, draw } of [...VIEWS]) if (keys.some((key) => !isSame(before[key], state[key]))) draw(before);
  followed = location.hash;
}

let followed = null;

/** Changes the state and says so in the address; `step` makes it one step of the history. */
function go(change, step = true) {
  const hash = hashOf({ ...state, ...change });
  if (hash !== location.hash) {
    try {
      history[step ? 'pushState' : 'replaceState'](null, '', hash);
    } catch {
      location.hash = hash;
    }
  }
  become(change);
}

/** Changes the state, and goes to a section of the page. */
function visit(section, change) {
  buildAll();
  go({ ...change, section });
  scrollToSection(section);
}

function scrollToSection(id) {
  byId(id).scrollIntoView({ block: 'start' });
  const head = id === 'topics' ? byId('topic-list') : byId(id).querySelector('h1, h2');
  if (head && head.tabIndex < 0) head.tabIndex = -1;
  head?.focus({ preventScroll: true });
}

/** A link to a section with a change of the state. */
function link(section, change, attributes, ...children) {
  const made = h('a', { ...attributes, click: (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    visit(section, change);
  } }, ...children);
  made.href = hashOf({ ...state, ...change, section });
  return made;
}

/** Shows what the address asks for. */
function follow() {
  if (location.hash === followed) return;
  const before = state.section;
  const next = readHash(location.hash);
  const moves = next.section && (next.section !== before || followed === null || next.topic !== state.topic || next.a !== state.a || next.b !== state.b);
  if (next.section && !['verdict', 'leaderboard'].includes(next.section)) buildAll();
  become(next);
  if (moves) scrollToSection(next.section);
}
