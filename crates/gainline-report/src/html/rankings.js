// The rankings of one topic side by side, and what moved from one run to another.

/** The runs side by side: chosen ones, or the pair, pinned runs, and the best of the others. */
function shownRuns() {
  if (state.shown) return state.shown;
  const first = [...new Set([...(RUNS.length > 1 ? [state.b, state.a] : []), ...state.pins])];
  return [...new Set([...first, ...BEST_FIRST])].slice(0, Math.max(first.length, RUNS.length > 6 ? 4 : 6));
}

/** What was open is open again when a topic is drawn anew. */
const opened = { runs: false };

function drawRankings(body, block, t) {
  const { measure } = state;
  const explained = isNumber(DATA.explained?.[measure]) ? MEASURES[measure].name : null;
  const [from, to] = [state.a, state.b];
  const most = block.most();
  const change = (what) => go({ ...what, section: 'topics' });
  let letters = 20;
  let ids = new Map();
  const holder = h('div', { class: 'rankings' });
  const moved = h('div', { class: 'moved' });
  const many = RUNS.length > 6;

  const runBoxes = BEST_FIRST.map((run) => {
    const box = h('input', { type: 'checkbox', checked: shownRuns().includes(run), value: run,
      change: () => change({ shown: box.checked ? [...shownRuns(), run] : shownRuns().filter((r) => r !== run) }) });
    return h('label', { class: 'check' }, box, swatch(run), named(RUNS[run].name));
  });
  const chosen = h('summary', null);
  const runChooser = h('details', { class: 'run-chooser screen-only', open: opened.runs, toggle: () => { opened.runs = runChooser.open; } },
    chosen, h('div', { class: 'run-boxes' }, runBoxes));
  const depths = [10, 20, 50, 100, 200, 500, 1000].filter((d) => d < block.deepest);
  const depthOptions = [...depths.map((d) => option(d, `1–${d}`, state.depth === d)),
    option('all', `all ${block.deepest}`, state.depth >= block.deepest)];
  const depthField = chooser('Ranks', depthOptions, (value) => change({ depth: value === 'all' ? Infinity : Number(value) }), { id: 'topic-depth' });
  const pick = (key, id, label) => chooser(label, BEST_FIRST.map((run) => option(run, RUNS[run].name, state[key] === run)),
    (value) => change({ [key]: Number(value) }), { id });
  const pickMeasure = chooser('by', MEASURES.map((m, i) => option(i, m.name, i === measure)), (value) => change({ measure: Number(value) }), { id: 'topic-measure' });
  const data = asTable(() => contributionTable());
  body.append(
    h('div', { class: 'controls' }, many ? null : runChooser,
      RUNS.length > 1 ? [pick('a', 'topic-from', 'Movement from'), pick('b', 'topic-to', 'to')] : null, pickMeasure, depthField),
    many ? runChooser : '',
    holder, legend(), explained ? data : '', RUNS.length > 1 ? moved : '');
  draw();

  function draw() {
    const shown = shownRuns();
    chosen.textContent = `Runs shown: ${shown.length} of ${RUNS.length}`;
    const depth = Math.min(state.depth, block.deepest);
    // As wide as the style makes a column, without what stands before its name.
    letters = Math.floor((Math.max(136, (body.clientWidth - 36) / Math.max(1, shown.length)) - 46) / 10);
    const inView = shown.flatMap((run) => (block.runs[run] ?? []).slice(0, depth)).map((doc) => block.documents[doc]);
    ids = cutApart([...new Set(inView)], Math.max(16, 2 * letters - 7));
    const columns = shown.map((run) => h('th', { scope: 'col', class: run === to && from !== to ? 'to' : null },
      h('span', { class: 'column-run' }, swatch(run), named(RUNS[run].name, null, letters)), h('span', { class: 'quiet' }, runScore(run))));
    const rows = range(depth).map((i) => h('tr', null, h('th', { scope: 'row', class: 'num' }, String(i + 1)),
      shown.map((run) => cell(run, i + 1))));
    holder.replaceChildren(h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Rankings side by side' },
      h('table', { class: 'ranking', '--columns': shown.length },
        h('caption', { class: 'unseen' }, `Rankings of topic ${isolated(TOPICS[t].id)}, by run`),
        h('thead', null, h('tr', null, h('th', { scope: 'col', class: 'num' }, h('span', { class: 'unseen' }, 'Rank')), columns)),
        h('tbody', null, rows))), csvButton(`Rankings of topic ${TOPICS[t].id}`, () => rankingRows(shown, depth)));
    data.refresh();
    if (RUNS.length > 1) drawMoved();
  }

  /** The documents of each run by rank, and their grades. */
  function rankingRows(shown, depth) {
    const cells = (run, i) => {
      const doc = block.runs[run]?.[i];
      return doc === undefined ? ['', ''] : [block.documents[doc], String(block.grades[doc] ?? '')];
    };
    return [['Rank', ...shown.flatMap((run) => [RUNS[run].name, `grade in ${RUNS[run].name}`])],
      ...range(depth).map((i) => [String(i + 1), ...shown.flatMap((run) => cells(run, i))])];
  }

  function runScore(run) {
    return `${MEASURES[measure].name} ${score(DATA.values[measure][run][t], measure)}`;
  }

  function cell(run, rank) {
    const doc = block.runs[run]?.[rank - 1];
    if (doc === undefined) return h('td', { class: 'absent' }, rank === 1 ? 'nothing retrieved' : '');
    const added = block.adds(run, rank);
    const given = documentOf(block.documents[doc])?.[0];
    const title = given || ids.get(block.documents[doc]);
    const button = h('button', { type: 'button', class: 'doc', 'data-doc': doc, 'aria-expanded': 'false', title: block.documents[doc],
      click: () => expand(button, doc) },
    gradeChip(block.grades[doc]), h('span', { class: given ? 'doc-title' : 'doc-title id', dir: 'auto' }, title), run === to ? movement(doc, rank) : null,
    added ? h('span', { class: 'unseen' }, `, adds ${fixed(added, 4)} to ${explained}`) : null);
    return h('td', null, button, h('i', { class: added ? `adds${added < 0 ? ' less' : ''}` : 'adds none',
      '--share': `${Math.abs(added) / most * 100}%`, title: added ? `adds ${fixed(added, 4)} to ${explained}` : null }));
  }

  /** Movement is good or bad of relevant documents only. */
  function moveClass(doc, by) {
    const grade = block.grades[doc];
    if (by === 0 || !isNumber(grade) || grade < DATA.relevant_from) return 'move';
    return by > 0 ? 'move up' : 'move down';
  }

  function movement(doc, rank) {
    if (from === to) return null;
    const before = block.rank(from, doc);
    const there = isolated(RUNS[from].name);
    if (before === null && block.mayBeBelow(from)) {
      return h('span', { class: moveClass(doc, 1), title: `not in the top ${block.known} of ${there}` }, `below ${block.known}`);
    }
    if (before === null) return h('span', { class: moveClass(doc, 1), title: `not in ${there}` }, 'new');
    const by = before - rank;
    const text = before > block.deepest ? `from ${before}` : by > 0 ? `▲${by}` : by < 0 ? `▼${-by}` : '=';
    return h('span', { class: moveClass(doc, by), title: `rank ${before} in ${there}` }, text);
  }

  /** Opens the document below its row, or closes it. */
  function expand(button, doc) {
    const row = button.closest('tr');
    const wasOpen = button.getAttribute('aria-expanded') === 'true';
    const opened = row.nextElementSibling;
    if (opened?.classList.contains('card-row')) {
      opened.remove();
      row.querySelectorAll('.doc').forEach((b) => b.setAttribute('aria-expanded', 'false'));
    }
    if (wasOpen) return;
    button.setAttribute('aria-expanded', 'true');
    row.after(h('tr', { class: 'card-row' }, h('td', { colspan: shownRuns().length + 1 }, documentCard(block, doc))));
  }

  function legend() {
    return h('p', { class: 'notes grade-key' },
      'Grades: ', (DATA.grades ?? []).map((g) => gradeChip(g)), ' and ', gradeChip(null), ' unjudged. ',
      explained ? `The line below a document is its share in ${explained}. ` : `${MEASURES[measure].name} cannot be split over ranks. `,
      from !== to ? ['Movement is ', h('span', { class: 'move up' }, 'green'), ' where a relevant document rises, ',
        h('span', { class: 'move down' }, 'orange'), ' where one falls. '] : null,
      h('span', { class: 'screen-only' }, documentOf.all ? 'Click a document to read it.'
        : RUNS.length > 1 ? 'Click a document to see its ranks in all runs.' : ''));
  }

  function sumOf(run) {
    return range(block.deepest).reduce((sum, i) => sum + block.adds(run, i + 1), 0);
  }

  /** Whether what a run gains stands in the ranks shown, so that those below add nothing. */
  function isWhole(run) {
    const value = DATA.values[measure][run][t];
    return !isNumber(value) || Math.abs(sumOf(run) - value) < 1e-9;
  }

  function contributionTable() {
    const shown = shownRuns();
    const depth = Math.min(state.depth, block.deepest);
    const of = (run, i) => (block.runs[run]?.[i] === undefined ? '' : fixed(block.adds(run, i + 1), 4));
    return table(`Contribution of each rank to ${explained}, topic ${isolated(TOPICS[t].id)}`,
      [['Rank', 'num'], ...shown.map((run) => [shortlyNamed(RUNS[run].name), 'num'])],
      [...range(depth).map((i) => [String(i + 1), ...shown.map((run) => of(run, i))]),
        [shown.every(isWhole) ? 'Sum' : `Sum to rank ${block.deepest}`, ...shown.map((run) => fixed(sumOf(run), 4))]], { id: 'contributions' });
  }

  /** A document's rank as text: also where it is only known not to be among those shown. */
  function rankText(run, rank) {
    return rank !== null ? String(rank) : block.mayBeBelow(run) ? `below ${block.known}` : NONE;
  }

  /** What a document adds more in one run than in the other; null if it stands below what is known. */
  function changeOf(before, after) {
    const added = (run, rank) => {
      if (rank !== null && rank <= block.deepest) return block.adds(run, rank);
      return (rank === null && !block.mayBeBelow(run)) || isWhole(run) ? 0 : null;
    };
    const [x, y] = [added(from, before), added(to, after)];
    return x === null || y === null ? null : y - x;
  }

  function drawMoved(all = false) {
    const depth = Math.min(Math.max(state.depth, 20), block.deepest);
    const docs = [...new Set([...(block.runs[from] ?? []).slice(0, depth), ...(block.runs[to] ?? []).slice(0, depth)])];
    // What a run does not have stands below all that it has.
    const last = block.last + 1;
    const rows = docs.map((doc) => {
      const [before, after] = [block.rank(from, doc), block.rank(to, doc)];
      return { doc, before, after, change: changeOf(before, after), by: (before ?? last) - (after ?? last) };
    }).filter((row) => row.by !== 0);
    rows.sort((p, q) => Math.abs(q.change ?? 0) - Math.abs(p.change ?? 0) || Math.abs(q.by) - Math.abs(p.by));
    const shown = all ? rows : rows.slice(0, 8);
    const kind = (row) => (row.before === null ? (block.mayBeBelow(from) ? '▲' : 'new')
      : row.after === null ? (block.mayBeBelow(to) ? '▼' : 'gone') : row.by > 0 ? `▲${row.by}` : `▼${-row.by}`);
    const cells = (row) => [h('span', { class: 'name', dir: 'auto', title: block.documents[row.doc] }, block.title(row.doc)),
      ...(explained ? [row.change === null || Math.abs(row.change) < 1e-12 ? NONE : signed(row.change, 4)] : []),
      gradeChip(block.grades[row.doc]), h('span', { class: moveClass(row.doc, row.by) }, kind(row)),
      rankText(from, row.before), rankText(to, row.after)];
    const columns = [['Document', 'wide'], ...(explained ? [[`Change in ${explained}`, 'num']] : []), ['Grade', ''], ['Move', 'num'],
      ['From', 'num'], ['To', 'num']];
    moved.replaceChildren(
      h('h4', null, 'What moved from ', named(RUNS[from].name), ' to ', named(RUNS[to].name)),
      rows.length ? table(`Documents that moved, topic ${TOPICS[t].id}`, columns, shown.map(cells), { id: 'moves' })
        : h('p', { class: 'quiet' }, from === to ? 'Choose two different runs.' : 'Nothing moved.'),
      rows.length > shown.length ? h('button', { type: 'button', class: 'button', click: () => drawMoved(true) }, `Show all ${rows.length}`) : '');
  }

  holder.addEventListener('pointerover', (event) => same(event.target.closest?.('.doc')?.dataset.doc));
  holder.addEventListener('pointerleave', () => same(undefined));
  holder.addEventListener('focusin', (event) => same(event.target.closest?.('.doc')?.dataset.doc));

  /** Marks a document wherever it stands. */
  function same(doc) {
    holder.querySelectorAll('.doc.same').forEach((button) => button.classList.remove('same'));
    if (doc !== undefined) holder.querySelectorAll(`.doc[data-doc="${Number(doc)}"]`).forEach((button) => button.classList.add('same'));
  }
}
