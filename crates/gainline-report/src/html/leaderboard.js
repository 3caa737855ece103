// All runs with means and intervals: sorted by any column, filtered, pinned, with the columns that are
// wanted; on a phone as cards.

/** Of two runs there are no groups: the pair says it all. */
const GROUPED = RUNS.some((run) => run.letters?.some(Boolean) || run.rank?.some(Boolean));

/** Columns that can be chosen, and sorted by if they have values: [id, name]. */
function boardColumns() {
  return [['drawn', 'Interval, drawn'], ['ci', '95 % CI'], ...(GROUPED ? [['group', 'Group'], ['rank', 'Rank']] : []),
    ...MEASURES.map((measure) => [`measure:${measure.name}`, measure.name]), ...SLICES.map((slice) => [`slice:${slice.name}`, slice.name])];
}

/** What `sort` and `columns` in the address may say. */
const boardKeys = () => ['run', 'mean', ...boardColumns().map(([id]) => id)];

const MOST_MEASURES = 6;
const usualColumns = () => boardColumns().map(([id]) => id).filter((id) => !id.startsWith('slice:')
  && !MEASURES.slice(MOST_MEASURES).some((measure) => id === `measure:${measure.name}`));

/** The value of a column that is a measure or a slice: [measure, slice]. */
function valueOfColumn(id) {
  const measure = MEASURES.findIndex(({ name }) => id === `measure:${name}`);
  const slice = SLICES.findIndex(({ name }) => id === `slice:${name}`);
  return measure >= 0 ? [measure, state.slice] : slice >= 0 ? [state.measure, slice] : [state.measure, state.slice];
}

function boardOrder() {
  const byName = (a, b) => (RUNS[a].name < RUNS[b].name ? -1 : 1);
  const runs = state.sort === 'run' ? range(RUNS.length).sort(byName) : [...ranked(...valueOfColumn(state.sort ?? 'mean'))];
  if (state.reversed) runs.reverse();
  const words = state.filter.trim().toLowerCase().split(/\s+/);
  const isWanted = (run) => words.every((word) => RUNS[run].name.toLowerCase().includes(word));
  const pinned = runs.filter((run) => state.pins.includes(run));
  return [...pinned, ...runs.filter((run) => !state.pins.includes(run) && isWanted(run))];
}

function togglePin(run) {
  const pins = state.pins.includes(run) ? state.pins.filter((r) => r !== run) : [...state.pins, run];
  go({ pins, section: state.section || 'leaderboard' });
}

function buildLeaderboard() {
  const place = h('div', { class: 'board' });
  const said = h('div', { class: 'notes', id: 'board-notes' });
  const tally = h('span', { class: 'quiet', id: 'board-tally', role: 'status' });
  const change = (what, step) => go({ ...what, section: 'leaderboard' }, step);
  const filter = h('input', { type: 'search', id: 'board-filter', placeholder: 'Filter runs', 'aria-label': 'Filter runs', autocomplete: 'off',
    spellcheck: 'false', input: () => change({ filter: filter.value }, false) });
  const measure = chooser('Measure', MEASURES.map((m, i) => option(i, m.name)),
    (value) => change({ measure: Number(value), ...(state.sort === 'run' ? {} : { sort: null, reversed: false }) }), { id: 'board-measure' });
  const slice = chooser('Topics', [option('', `all ${DATA.compared_topics ?? TOPICS.length}`), ...SLICES.map((x, i) => option(i, `${x.name} (${x.topics.length})`))],
    (value) => change({ slice: value === '' ? null : Number(value) }), { id: 'board-slice' });
  const sort = h('select', { id: 'board-sort', change: () => sortBy(sort.value) });
  const boxes = boardColumns().map(([id, name]) => {
    const box = h('input', { type: 'checkbox', value: id, change: () => {
      const chosen = boxes.map(([b]) => b).filter((b) => b.checked).map((b) => b.value);
      change({ columns: isSame(chosen, usualColumns()) ? null : chosen });
    } });
    return [box, h('label', { class: 'check' }, box, name)];
  });
  const columns = h('details', { class: 'chooser', id: 'board-columns' }, h('summary', null, 'Columns'), h('div', { class: 'run-boxes' }, boxes.map(([, label]) => label)));
  byId('leaderboard').append(h('div', { class: 'section-head' }, byId('leaderboard-title'),
    h('div', { class: 'controls' }, measure, SLICES.length ? slice : null, RUNS.length > 5 ? [filter, tally] : null,
      h('label', { class: 'field phone-only' }, h('span', null, 'Sort by'), sort), columns)), place, said);
  view(['measure', 'slice', 'sort', 'reversed', 'filter', 'columns', 'pins'], draw);

  function sortBy(key) {
    const same = (state.sort ?? 'mean') === key;
    const focused = document.activeElement?.dataset?.key;
    change({ sort: key === 'mean' ? null : key, reversed: same && !state.reversed });
    place.querySelector(`button[data-key="${CSS.escape(focused ?? '')}"]`)?.focus();
    announce(`sorted by ${key === 'run' ? 'run' : key.replace(/^\w+:/, '')}`);
  }

  function shownColumns() {
    const chosen = state.columns ?? usualColumns();
    // The chosen measure has its columns already.
    return boardColumns().filter(([id]) => chosen.includes(id) && id !== `measure:${MEASURES[state.measure].name}`);
  }

  function heading(key, text, kind) {
    const isSorted = key === (state.sort ?? 'mean');
    const falls = key === 'run' ? state.reversed : lowerIsBetter(valueOfColumn(key)[0]) === state.reversed;
    const arrow = isSorted ? h('span', { 'aria-hidden': 'true' }, falls ? '↓' : '↑') : null;
    const button = h('button', { type: 'button', class: 'sort', 'data-key': key, click: () => sortBy(key) },
      // Beside numbers, which are set right, the arrow stands before the name.
      key === 'run' ? [text, ' ', arrow] : [arrow, ' ', text]);
    return h('th', { scope: 'col', role: 'columnheader', class: kind, 'aria-sort': isSorted ? (falls ? 'descending' : 'ascending') : null }, button);
  }

  /** A column by its id: its heading, and its cell for a run. */
  function column([id, name], axis) {
    const [m, s] = valueOfColumn(id);
    const head = (kind, ...children) => h('th', { scope: 'col', role: 'columnheader', class: kind }, ...children);
    const cell = (kind, label, ...children) => h('td', { role: 'cell', class: kind, 'data-label': label }, ...children);
    if (id === 'drawn') return { head: () => head('range', axisRow(axis, m)), cell: (r) => cell('range', null, rangeBar(axis, r, m)) };
    if (id === 'ci') {
      const text = (r) => { const ends = boundsOf(r, m, s); return ends ? `[${shownText(ends[0], m)}, ${shownText(ends[1], m)}]` : NONE; };
      return { head: () => head('num', name), cell: (r) => cell('num quiet ci', name, text(r)) };
    }
    if (id === 'group') return { head: () => head('', name), cell: (r) => cell('letters', name, comparedOf(r, s).letters?.[m] ?? NONE) };
    if (id === 'rank') {
      const text = (places) => (places ? (places[0] === places[1] ? String(places[0]) : `${places[0]}–${places[1]}`) : NONE);
      return { head: () => head('num', name), cell: (r) => cell('num rank', name, text(comparedOf(r, s).rank?.[m])) };
    }
    const top = best(m, s);
    const value = (r) => shownMean(r, m, s);
    return { head: () => heading(id, named(name), 'num'),
      cell: (r) => cell(`num value${isNumber(top) && value(r) === top ? ' best' : ''}`, name, shownText(value(r), m), ownNote(r, m, s)) };
  }

  function row(r, i, columns) {
    const m = state.measure;
    const pinned = state.pins.includes(r);
    const { name } = RUNS[r];
    return h('tr', { role: 'row', 'data-run': r, class: pinned ? 'pinned' : null },
      h('td', { role: 'cell', class: 'num place' }, String(i + 1)),
      h('th', { role: 'rowheader', scope: 'row', class: 'run' }, h('div', { class: 'run-cell', '--letters': Math.min(24, [...name].length) },
        swatch(r), runLink(r, m),
        RUNS.length > 2 ? h('button', { type: 'button', class: 'pin', 'aria-pressed': String(pinned), 'aria-label': `Pin ${isolated(name)}`,
          title: pinned ? 'Pinned: stays on top, and in colour' : 'Pin: keep on top, and in colour', click: () => {
            togglePin(r);
            place.querySelector(`tr[data-run="${r}"] .pin`)?.focus();
          } }, pinned ? '★' : '☆') : null)),
      h('td', { role: 'cell', class: 'num first mean', 'data-label': MEASURES[m].name }, shownText(shownMean(r, m, state.slice), m), ownNote(r, m, state.slice)),
      columns.map((c) => c.cell(r)));
  }

  function draw() {
    const m = state.measure;
    const axis = boardAxis(m, state.slice);
    const shown = shownColumns();
    const columns = shown.map((c) => column(c, axis));
    const order = boardOrder();
    const rank = ranked(...valueOfColumn(state.sort === 'run' ? 'mean' : state.sort ?? 'mean'));
    const caption = `Runs by ${MEASURES[m].name}${state.slice === null ? '' : ` on ${SLICES[state.slice].name}`}`;
    const made = h('table', { role: 'table', class: `leaderboard${RUNS.length > 10 ? ' dense' : ''}${shown.length > 7 ? ' many' : ''}${RUNS.some((run) => run.name.length > 22) ? ' long-names' : ''}` },
      h('caption', { class: 'unseen' }, `${caption}: ${kindOf(m)} and what was chosen beside it`),
      h('thead', { role: 'rowgroup' }, h('tr', { role: 'row' }, h('th', { scope: 'col', role: 'columnheader', class: 'num place' }, h('span', { class: 'unseen' }, 'Number')),
        heading('run', 'Run', 'run'), heading('mean', `${MEASURES[m].name}${kindOf(m) === 'mean' ? '' : `, ${kindOf(m)}`}`, 'num first'), columns.map((c) => c.head()))),
      h('tbody', { role: 'rowgroup' }, order.map((r) => row(r, rank.indexOf(r), columns))));
    place.replaceChildren(h('div', { class: 'table-box' }, h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Leaderboard' }, made),
      h('div', { class: 'chart-tools' }, csvButton(caption, () => rowsOf(made)), ...chartTools(() => caption, intervalChart).childNodes)));
    tally.textContent = state.filter ? `${order.length} of ${plural(RUNS.length, 'run')}` : '';
    byId('board-measure').value = m;
    if (SLICES.length) byId('board-slice').value = state.slice ?? '';
    if (filter.value !== state.filter) filter.value = state.filter;
    for (const [box] of boxes) box.checked = (state.columns ?? usualColumns()).includes(box.value);
    sort.replaceChildren(...[['mean', MEASURES[m].name], ['run', 'Run'], ...shown.filter(([id]) => id.includes(':'))].map(([id, name]) => option(id, name, id === (state.sort ?? 'mean'))));
    said.replaceChildren(...notes(m, shown.map(([id]) => id)));
  }

  function notes(m, shown) {
    const { name } = MEASURES[m];
    const known = range(RUNS.length).some((r) => boundsOf(r, m, state.slice));
    const kind = kindOf(m);
    const tested = isTested(m);
    return [h('p', null,
      shown.includes('drawn') ? `Mark: the ${kind} over topics${known ? '; band: its 95 % confidence interval' : ''}${best(m, state.slice) === null ? '' : `; dashed: the best ${kind}`}. ` : '',
      known ? '' : `No intervals were made for ${name}. `,
      tested && shown.includes('group') ? 'Group: runs that share a letter are not significantly different. ' : '',
      tested && shown.includes('rank') ? 'Rank: the ranks that the significant differences allow. ' : '',
      tested || RUNS.length < 2 ? '' : `Differences by ${name} were not tested. `,
      RUNS.length > 1 ? h('span', { class: 'screen-only' }, 'A run’s name opens it against the best. ') : '',
      tested ? link('method', {}, null, 'How it was tested') : ''), ownLegend()];
  }
}

const OWN_WORDS = { mean: 'own topics', geometric: 'own topics', sum: 'total', pooled: 'pooled' };

/** What `gainline eval` prints, where that is another number than the one compared. */
function ownNote(run, measure, slice) {
  const value = slice === null ? ownValue(run, measure) : null;
  return value === null ? null : h('span', { class: 'own', title: 'as `gainline eval` prints it' }, ` ${OWN_WORDS[summaryOf(measure)]} ${score(value, measure)}`);
}

/** Which number is which, where there are two. */
function ownLegend() {
  const kinds = new Set(MEASURES.flatMap((_, m) => (range(RUNS.length).some((r) => ownValue(r, m) !== null) ? [summaryOf(m)] : [])));
  if (!kinds.size) return '';
  const topics = isNumber(DATA.compared_topics) ? `the ${plural(DATA.compared_topics, 'topic')}` : 'the topics';
  const small = [...new Set([...kinds].map((kind) => ({ sum: 'the total over topics', pooled: 'one value of all topics pooled' }[kind] ?? 'the value over the run’s own topics')))];
  return h('p', { id: 'own-note' }, prose(`Values are means over ${topics} that every run has, as \`gainline compare\` prints them; small beside them what \`gainline eval\` prints where it differs: ${small.join('; ')}.`));
}

/** A run's name that opens the comparison with the best run, or of the best with the next. */
function runLink(run, measure) {
  const order = ranked(measure, state.slice);
  const { name } = RUNS[run];
  if (RUNS.length < 2) return named(name);
  const [b, a] = run === order[0] ? [run, order[1]] : [order[0], run];
  return link('compare', { a, b }, { class: 'quiet-link', 'aria-label': isolated(name) }, named(name));
}

/** From where to where the intervals of all runs reach. */
function boardAxis(measure, slice) {
  const ends = range(RUNS.length).flatMap((run) => [shownMean(run, measure, slice), ...(boundsOf(run, measure, slice) ?? [])]).filter(isNumber);
  let [low, high] = [Math.min(...ends), Math.max(...ends)];
  if (!ends.length) return { low: 0, high: 1, marks: [] };
  if (low >= 0 && low < high * 0.25) low = 0;
  if (high === low) [low, high] = low >= 0 && low <= 1 ? [0, 1] : [low - 0.5, low + 0.5];
  const space = (high - low) * 0.04;
  high = high <= 1 && high + space > 1 ? 1 : high + space;
  low = low === 0 ? 0 : low - space;
  return { low, high, marks: ticks(low, high, 4) };
}

const along = (axis, x) => `${(Math.min(1, Math.max(0, (x - axis.low) / (axis.high - axis.low))) * 100).toFixed(2)}%`;

function axisRow(axis, measure) {
  const text = tickText(axis.marks);
  return h('div', { class: 'axis-row', role: 'img', 'aria-label': `${capital(kindOf(measure))} and 95 % interval, drawn` },
    axis.marks.map((t) => h('span', { '--at': along(axis, t) }, text(t))));
}

function rangeBar(axis, run, measure) {
  const { slice } = state;
  const mean = shownMean(run, measure, slice);
  if (!isNumber(mean)) return NONE;
  const bounds = boundsOf(run, measure, slice);
  const top = best(measure, slice);
  const reach = bounds ? `, 95 % interval from ${shownText(bounds[0], measure)} to ${shownText(bounds[1], measure)}` : '';
  const label = `${kindOf(measure)} ${shownText(mean, measure)}${reach}`;
  return h('div', { class: `range-bar ${colourClass(run)}`, role: 'img', 'aria-label': label },
    axis.marks.map((t) => h('i', { class: 'mark', '--at': along(axis, t) })),
    isNumber(top) ? h('i', { class: 'top', '--at': along(axis, top) }) : null,
    bounds ? h('i', { class: 'whisker', '--at': along(axis, bounds[0]), '--to': along(axis, bounds[1]) }) : null,
    h('i', { class: 'middle', '--at': along(axis, mean) }));
}
