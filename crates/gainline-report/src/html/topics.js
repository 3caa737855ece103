// The list of topics, and one topic opened: what each run did on it.

const topicState = { topic: null, runs: null, from: null, to: null, depth: 10 };

/** How all runs did on each topic by the measure that ranks: mean, lowest, highest. */
function topicSpread(topic) {
  const found = DATA.values[PRIMARY].map((byTopic) => byTopic[topic]).filter(isNumber);
  if (!found.length) return null;
  return { found, mean: found.reduce((x, y) => x + y, 0) / found.length, low: Math.min(...found), high: Math.max(...found) };
}

function buildTopics() {
  const section = byId('topics');
  const { name } = MEASURES[PRIMARY];
  const spreads = range(TOPICS.length).map(topicSpread);
  const highest = Math.max(1e-9, ...spreads.filter(Boolean).map((x) => x.high));
  const top = highest <= 1 ? 1 : highest;
  const bottom = Math.min(0, ...spreads.filter(Boolean).map((x) => x.low));
  const [from, to] = [bottom, top].map(tickText(bottom < 0 ? [bottom, bottom + (top - bottom) / 10] : [top]));
  const words = TOPICS.map((topic) => `${topic.id} ${topic.title ?? ''} ${topic.description ?? ''}`.toLowerCase());
  let order = range(TOPICS.length);
  let seen = order;

  const search = h('input', { type: 'search', id: 'topic-search', placeholder: 'Find a topic', 'aria-label': 'Find a topic', autocomplete: 'off', spellcheck: 'false',
    input: () => list(), keydown: (event) => {
      if (event.key === 'ArrowDown' || event.key === 'Enter') {
        event.preventDefault();
        if (!seen.includes(topicState.topic) && seen.length) step(0);
        box.focus();
      }
    } });
  const sort = h('select', { id: 'topic-order', 'aria-label': 'Order of topics', change: () => sorted(sort.value) },
    option('given', 'As given', true), option('hard', 'Hardest first'), option('spread', 'Runs differ most'));
  const box = h('ul', { class: 'topic-list', role: 'listbox', tabindex: 0, id: 'topic-list', 'aria-label': 'Topics', keydown: (event) => {
    const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity };
    if (!(event.key in moves) || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    step(moves[event.key]);
  } });
  const tally = h('p', { class: 'quiet tally' });
  const panel = h('div', { class: 'topic-panel', id: 'topic-panel' });
  section.append(
    h('p', { class: 'print-only quiet' }, `One topic of ${TOPICS.length} is printed; the file holds them all.`),
    h('p', { class: 'notes screen-only' }, `The strip beside a topic shows ${name} of every run on it, from ${from} to ${to}; the tall mark is their mean.`),
    h('div', { class: 'topic-grid' }, h('div', { class: 'topic-side' }, h('div', { class: 'topic-find' }, search, sort), box, tally), panel));
  const options = TOPICS.map((topic, t) => h('li', { role: 'option', id: `option-${t}`, 'data-topic': t, 'aria-selected': 'false', click: () => goToTopic(t) },
    h('span', { class: 'topic-words' }, named(topic.id), topic.title ? h('span', { class: 'quiet', dir: 'auto' }, topic.title) : null), strip(spreads[t])));
  list();

  buildTopics.step = step;
  buildTopics.choose = (topic) => {
    options.forEach((li) => { if (li.getAttribute('aria-selected') === 'true') li.setAttribute('aria-selected', 'false'); });
    options[topic].setAttribute('aria-selected', 'true');
    box.setAttribute('aria-activedescendant', options[topic].id);
    const { isConnected, offsetTop, offsetHeight } = options[topic];
    if (isConnected) box.scrollTop = Math.min(offsetTop, Math.max(box.scrollTop, offsetTop + offsetHeight - box.clientHeight));
    drawTopic(panel);
  };
  openTopic(topicState.topic ?? 0);

  function list() {
    const wanted = search.value.trim().toLowerCase();
    seen = order.filter((t) => words[t].includes(wanted));
    box.replaceChildren(...seen.map((t) => options[t]));
    tally.textContent = wanted ? `${seen.length} of ${plural(TOPICS.length, 'topic')}` : plural(TOPICS.length, 'topic');
  }

  function sorted(by) {
    const key = {
      given: (t) => t,
      hard: (t) => better(PRIMARY, spreads[t]?.mean ?? Infinity, 0),
      spread: (t) => (spreads[t] ? spreads[t].low - spreads[t].high : Infinity),
    }[by];
    order = range(TOPICS.length).sort((a, b) => key(a) - key(b) || a - b);
    list();
    box.scrollTop = 0;
  }

  function step(by) {
    const from = seen.length ? seen : order;
    const now = from.indexOf(topicState.topic);
    openTopic(from[Math.min(from.length - 1, Math.max(0, now < 0 ? 0 : now + by))]);
  }

  function strip(spread) {
    const width = 64;
    if (!spread) return s('svg', { class: 'strip', viewBox: `0 0 ${width} 12`, 'aria-hidden': 'true' });
    const x = (v) => (3 + (v - bottom) / (top - bottom) * (width - 6)).toFixed(1);
    return s('svg', { class: 'strip', viewBox: `0 0 ${width} 12`, 'aria-hidden': 'true' },
      s('path', { class: 'base', d: `M3 6H${width - 3}` }),
      s('path', { class: 'dots', d: spread.found.map((v) => `M${x(v)} 6h0`).join('') }),
      s('path', { class: 'middle', d: `M${x(spread.mean)} 1v10` }));
  }
}

/** Opens a topic where it stands. */
function openTopic(topic) {
  topicState.topic = topic;
  buildTopics.choose?.(topic);
}

/** Opens a topic and goes there, leaving a step in the history. */
function goToTopic(topic) {
  const hash = hashOf.topic(topic);
  if (location.hash === hash) follow();
  else location.hash = hash;
}

/** The block of a topic, once the page has been read that far. */
function topicBlock(topic) {
  const block = byId(`topic-${topic}`);
  return block ? JSON.parse(block.textContent) : null;
}

function drawTopic(panel) {
  const t = topicState.topic;
  const topic = TOPICS[t];
  const button = (text, by, name) => h('button', { type: 'button', class: 'button', 'aria-label': name, title: name, click: () => buildTopics.step(by) }, text);
  const body = h('div', { class: 'topic-body' });
  panel.replaceChildren(
    h('div', { class: 'topic-head' },
      h('h3', { id: 'topic-name' }, named(topic.id), ' ', topic.title ? h('bdi', null, topic.title) : ''),
      h('div', { class: 'topic-steps' }, button('←', -1, 'The topic before'), button('→', 1, 'The topic after'))),
    topic.description ? h('p', { class: 'description', dir: 'auto' }, topic.description) : '',
    h('p', { class: 'quiet' }, [isNumber(topic.judged) ? `${plural(topic.judged, 'document')} judged, ${topic.relevant} relevant` : '',
      missingFrom(topic.id)].filter(Boolean).join(' · ')),
    disclosure('Scores of all runs on this topic', () => table(`Scores on topic ${isolated(topic.id)}`, [['Run', 'run'], ...MEASURES.map((m) => [m.name, 'num'])],
      BEST_FIRST.map((run) => [[swatch(run), named(RUNS[run].name)], ...MEASURES.map((_, m) => score(DATA.values[m][run][t], m))])), { class: 'as-table topic-scores' }),
    body);
  const block = topicBlock(t);
  if (block) drawRankings(body, block, t);
  else if (document.readyState === 'loading') {
    body.append(h('p', { class: 'quiet' }, 'The rankings are being read.'));
    document.addEventListener('DOMContentLoaded', () => { if (topicState.topic === t) drawTopic(panel); }, { once: true });
  } else body.append(h('p', { class: 'callout' }, 'The rankings of this topic are not in this report.'));
}

function missingFrom(id) {
  const names = RUNS.filter((run) => run.missing?.includes(id)).map((run) => isolated(cut(run.name, 40)));
  if (!names.length) return '';
  return names.length > 5 ? `missing from ${names.length} runs` : `missing from ${names.join(', ')}`;
}
