// The list of topics, and one topic opened: what each run did on it.

/** The topic that is open: the first, where the state names none. */
const shownTopic = () => state.topic ?? 0;

/** How all runs did on a topic by the chosen measure: mean, lowest, highest. */
function topicSpread(topic) {
  const found = DATA.values[state.measure].map((byTopic) => byTopic[topic]).filter(isNumber);
  if (!found.length) return null;
  return { found, mean: found.reduce((x, y) => x + y, 0) / found.length, low: Math.min(...found), high: Math.max(...found) };
}

function buildTopics() {
  const section = byId('topics');
  const words = TOPICS.map((topic) => `${topic.id} ${topic.title ?? ''} ${topic.description ?? ''}`.toLowerCase());
  const change = (what, step) => go({ ...what, section: 'topics' }, step);
  let spreads = [];
  let seen = [];
  const search = h('input', { type: 'search', id: 'topic-search', placeholder: 'Find a topic', 'aria-label': 'Find a topic', autocomplete: 'off', spellcheck: 'false',
    input: () => change({ find: search.value }, false), keydown: (event) => {
      if (event.key === 'ArrowDown' || event.key === 'Enter') {
        event.preventDefault();
        if (!seen.includes(shownTopic()) && seen.length) step(0);
        box.focus();
      }
    } });
  const sort = h('select', { id: 'topic-order', 'aria-label': 'Order of topics', change: () => change({ order: sort.value }) },
    option('given', 'As given'), option('hard', 'Hardest first'), option('spread', 'Runs differ most'));
  const box = h('ul', { class: 'topic-list', role: 'listbox', tabindex: 0, id: 'topic-list', 'aria-label': 'Topics', keydown: (event) => {
    const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity };
    if (!(event.key in moves) || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    step(moves[event.key]);
  } });
  const tally = h('p', { class: 'quiet tally' });
  const note = h('p', { class: 'notes screen-only', id: 'strip-note' });
  const panel = h('div', { class: 'topic-panel', id: 'topic-panel' });
  section.append(
    h('p', { class: 'print-only quiet' }, `One topic of ${TOPICS.length} is printed; the file holds them all.`), note,
    DATA.thinned?.length ? h('p', { class: 'notes', id: 'thinned' }, prose(DATA.thinned.join(' '))) : '',
    h('div', { class: 'topic-grid' }, h('div', { class: 'topic-side' }, h('div', { class: 'topic-find' }, search, sort), box, tally), panel));
  let options = [];
  buildTopics.step = step;
  view(['measure'], strips);
  view(['find', 'order', 'slice', 'measure'], list);
  view(['topic'], choose);
  view(['topic', 'measure', 'a', 'b', 'pins', 'shown', 'depth'], () => drawTopic(panel));

  function strips() {
    spreads = range(TOPICS.length).map(topicSpread);
    const known = spreads.filter(Boolean);
    const highest = Math.max(1e-9, ...known.map((x) => x.high));
    const top = highest <= 1 ? 1 : highest;
    const bottom = Math.min(0, ...known.map((x) => x.low));
    const [from, to] = [bottom, top].map(tickText(bottom < 0 ? [bottom, bottom + (top - bottom) / 10] : [top]));
    note.textContent = `The strip beside a topic shows ${MEASURES[state.measure].name} of every run on it, from ${from} to ${to}; the tall mark is their mean.`;
    options = TOPICS.map((topic, t) => h('li', { role: 'option', id: `option-${t}`, 'data-topic': t, 'aria-selected': String(t === shownTopic()), click: () => openTopic(t) },
      h('span', { class: 'topic-words' }, named(topic.id), topic.title ? h('span', { class: 'quiet', dir: 'auto' }, topic.title) : null), strip(spreads[t], bottom, top)));
  }

  function list(before) {
    const wanted = state.find.trim().toLowerCase();
    if (search.value !== state.find) search.value = state.find;
    sort.value = state.order;
    const key = {
      given: (t) => t,
      hard: (t) => better(state.measure, spreads[t]?.mean ?? Infinity, 0),
      spread: (t) => (spreads[t] ? spreads[t].low - spreads[t].high : Infinity),
    }[state.order];
    const all = state.slice === null ? range(TOPICS.length) : SLICES[state.slice].topics;
    seen = [...all].sort((a, b) => key(a) - key(b) || a - b).filter((t) => words[t].includes(wanted));
    box.replaceChildren(...seen.map((t) => options[t]));
    tally.textContent = seen.length < TOPICS.length ? `${seen.length} of ${plural(TOPICS.length, 'topic')}` : plural(TOPICS.length, 'topic');
    if (before && before.order !== state.order) box.scrollTop = 0;
  }

  function choose() {
    const topic = shownTopic();
    box.querySelectorAll('[aria-selected=true]').forEach((li) => li.setAttribute('aria-selected', 'false'));
    options.forEach((li, t) => { if (li.getAttribute('aria-selected') !== String(t === topic)) li.setAttribute('aria-selected', String(t === topic)); });
    box.setAttribute('aria-activedescendant', options[topic].id);
    const { isConnected, offsetTop, offsetHeight } = options[topic];
    if (isConnected) box.scrollTop = Math.min(offsetTop, Math.max(box.scrollTop, offsetTop + offsetHeight - box.clientHeight));
  }

  function step(by) {
    const from = seen.length ? seen : range(TOPICS.length);
    const now = from.indexOf(shownTopic());
    change({ topic: from[Math.min(from.length - 1, Math.max(0, now < 0 ? 0 : now + by))] }, false);
  }

  function strip(spread, bottom, top) {
    const width = 64;
    if (!spread) return s('svg', { class: 'strip', viewBox: `0 0 ${width} 12`, 'aria-hidden': 'true' });
    const x = (v) => (3 + (v - bottom) / (top - bottom) * (width - 6)).toFixed(1);
    return s('svg', { class: 'strip', viewBox: `0 0 ${width} 12`, 'aria-hidden': 'true' },
      s('path', { class: 'base', d: `M3 6H${width - 3}` }),
      s('path', { class: 'dots', d: spread.found.map((v) => `M${x(v)} 6h0`).join('') }),
      s('path', { class: 'middle', d: `M${x(spread.mean)} 1v10` }));
  }
}

/** Opens a topic with the pair and the measure that are chosen. */
function openTopic(topic) {
  visit('topics', { topic });
}

/** What a compressed block of the page holds; null if there is no such block. */
async function unpacked(id) {
  if (document.readyState === 'loading' && !byId(id)) {
    await new Promise((done) => { document.addEventListener('DOMContentLoaded', done, { once: true }); });
  }
  const block = byId(id);
  if (!block) return null;
  const bytes = Uint8Array.from(atob(block.textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(stream).json();
}

function drawTopic(panel) {
  const t = shownTopic();
  const topic = TOPICS[t];
  const button = (text, by, name) => h('button', { type: 'button', class: 'button', 'aria-label': name, title: name, click: () => buildTopics.step(by) }, text);
  const body = h('div', { class: 'topic-body' });
  const isRead = panel.dataset.topic === String(t);
  const old = panel.querySelector('.topic-body');
  const scores = `Scores on topic ${isolated(topic.id)}`;
  panel.replaceChildren(
    h('div', { class: 'topic-head' },
      h('h3', { id: 'topic-name' }, named(topic.id), ' ', topic.title ? h('bdi', null, topic.title) : ''),
      h('div', { class: 'topic-steps' }, button('←', -1, 'The topic before'), button('→', 1, 'The topic after'))),
    topic.description ? h('p', { class: 'description', dir: 'auto' }, topic.description) : '',
    h('p', { class: 'quiet' }, [isNumber(topic.judged) ? `${plural(topic.judged, 'document')} judged, ${topic.relevant} relevant` : '',
      missingFrom(topic.id)].filter(Boolean).join(' · ')),
    disclosure('Scores of all runs on this topic', () => table(scores, [['Run', 'run'], ...MEASURES.map((m) => [m.name, 'num'])],
      BEST_FIRST.map((run) => [[swatch(run), named(RUNS[run].name)], ...MEASURES.map((_, m) => score(DATA.values[m][run][t], m))])), { class: 'as-table topic-scores' }),
    // What was there stays until the new comes, so that the page does not jump.
    old ?? body);
  if (!isRead) delete panel.dataset.topic;
  readTopic(t).then((block) => {
    if (shownTopic() !== t) return;
    (old ?? body).replaceWith(body);
    panel.dataset.topic = t;
    if (block) drawRankings(body, block, t);
    else body.append(h('p', { class: 'callout' }, 'The rankings of this topic are not in this report.'));
  }, () => body.append(h('p', { class: 'callout' }, 'This browser cannot unpack the rankings; one of 2023 or later can.')));
}

/** A topic's rankings, read once; and the titles of documents, which are read with the first. */
async function readTopic(t) {
  if (readTopic.number !== t) {
    readTopic.texts ??= unpacked('documents').then((all) => { documentOf.all = all; });
    Object.assign(readTopic, { number: t, block: unpacked(`topic-${t}`).then((block) => block && readBlock(block)) });
  }
  await readTopic.texts;
  return readTopic.block;
}

function missingFrom(id) {
  const names = RUNS.filter((run) => run.missing?.includes(id)).map((run) => isolated(cutName(run.name, 40)));
  if (!names.length) return '';
  return names.length > 5 ? `missing from ${names.length} runs` : `missing from ${names.join(', ')}`;
}
