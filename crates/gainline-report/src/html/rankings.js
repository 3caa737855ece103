// The rankings of one topic side by side, what moved from one run to another, and the documents.

/** Titles and texts, read when the first is asked for: id → [title, text]. */
function documentOf(id) {
  if (documentOf.all === undefined) {
    const block = byId('documents');
    if (!block && document.readyState === 'loading') return null;
    documentOf.all = block ? JSON.parse(block.textContent) : null;
  }
  return documentOf.all && Object.hasOwn(documentOf.all, id) ? documentOf.all[id] : null;
}

/** A topic's block with what the views ask of it. */
function readBlock(block) {
  // Made for a run when it is first asked for: of 50 runs, few are looked at.
  const ranks = [];
  const adds = [];
  const ranksOf = (run) => ranks[run] ??= new Map([...(block.below?.[run] ?? []),
    ...(block.runs[run] ?? []).map((doc, i) => [doc, i + 1])]);
  const deepest = Math.max(0, ...block.runs.map((found) => found?.length ?? 0));
  const known = block.below === undefined ? deepest : DATA.below_to ?? null;
  const addsOf = (run) => adds[run] ??= new Map(block.contributions?.[run] ?? []);
  return {
    ...block,
    /** Also below the ranks shown; null if the run has it nowhere. */
    rank: (run, doc) => ranksOf(run).get(doc) ?? null,
    /** Whether a document of no known rank may still stand further down than `known`. */
    known,
    mayBeBelow: (run) => isNumber(known) && (block.runs[run]?.length ?? 0) >= deepest,
    adds: (run, rank) => addsOf(run).get(rank) ?? 0,
    most: Math.max(1e-12, ...(block.contributions ?? []).flat().map((c) => Math.abs(c[1]))),
    deepest,
    title: (doc) => documentOf(block.documents[doc])?.[0] || block.documents[doc],
  };
}

function drawRankings(body, raw, t) {
  const block = readBlock(raw);
  topicState.runs ??= BEST_FIRST.slice(0, RUNS.length > 6 ? 4 : 6);
  topicState.from ??= BEST_FIRST[Math.min(1, RUNS.length - 1)];
  topicState.to ??= BEST_FIRST[0];
  const explained = DATA.explained;
  const holder = h('div', { class: 'rankings' });
  const moved = h('div', { class: 'moved' });
  const many = RUNS.length > 6;

  const runBoxes = BEST_FIRST.map((run) => {
    const box = h('input', { type: 'checkbox', checked: topicState.runs.includes(run), change: () => {
      topicState.runs = BEST_FIRST.filter((r) => (r === run ? box.checked : topicState.runs.includes(r)));
      draw();
    } });
    return h('label', { class: 'check' }, box, swatch(run), named(RUNS[run].name));
  });
  const chosen = h('summary', null);
  const runChooser = h('details', { class: 'run-chooser screen-only' }, chosen, h('div', { class: 'run-boxes' }, runBoxes));
  const depths = [10, 20, 50, 100, 200, 500, 1000].filter((d) => d < block.deepest);
  const depthOptions = [...depths.map((d) => option(d, `1–${d}`, topicState.depth === d)),
    option('all', `all ${block.deepest}`, topicState.depth >= block.deepest)];
  const depthField = chooser('Ranks', depthOptions, (value) => {
    topicState.depth = value === 'all' ? Infinity : Number(value);
    draw();
  }, { id: 'topic-depth' });
  const pick = (key, label) => chooser(label, BEST_FIRST.map((run) => option(run, RUNS[run].name, topicState[key] === run)), (value) => {
    topicState[key] = Number(value);
    draw();
  }, { id: `topic-${key}` });
  const data = asTable(() => contributionTable());
  body.append(
    h('div', { class: 'controls' }, many ? null : runChooser,
      RUNS.length > 1 ? [pick('from', 'Movement from'), pick('to', 'to')] : null, depthField),
    many ? runChooser : '',
    holder, legend(), data, RUNS.length > 1 ? moved : '');
  draw();

  function draw() {
    chosen.textContent = `Runs shown: ${topicState.runs.length} of ${RUNS.length}`;
    // The two runs of the movement stand first, so that it can be seen.
    const { from, to } = topicState;
    const shown = topicState.runs;
    const depth = Math.min(topicState.depth, block.deepest);
    const columns = shown.map((run) => h('th', { scope: 'col', class: run === to && from !== to ? 'to' : null },
      h('span', { class: 'column-run' }, swatch(run), named(RUNS[run].name)), h('span', { class: 'quiet' }, runScore(run))));
    const rows = range(depth).map((i) => h('tr', null, h('th', { scope: 'row', class: 'num' }, String(i + 1)),
      shown.map((run) => cell(run, i + 1))));
    holder.replaceChildren(h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Rankings side by side' },
      h('table', { class: 'ranking', '--columns': shown.length },
        h('caption', { class: 'unseen' }, `Rankings of topic ${isolated(TOPICS[t].id)}, by run`),
        h('thead', null, h('tr', null, h('th', { scope: 'col', class: 'num' }, h('span', { class: 'unseen' }, 'Rank')), columns)),
        h('tbody', null, rows))));
    data.refresh();
    if (RUNS.length > 1) drawMoved();
  }

  function runScore(run) {
    const m = Math.max(0, MEASURES.findIndex((measure) => measure.name === explained));
    return `${MEASURES[m].name} ${score(DATA.values[m][run][t], m)}`;
  }

  function cell(run, rank) {
    const doc = block.runs[run]?.[rank - 1];
    if (doc === undefined) return h('td', { class: 'absent' }, rank === 1 ? 'nothing retrieved' : '');
    const added = block.adds(run, rank);
    const title = block.title(doc);
    const button = h('button', { type: 'button', class: 'doc', 'data-doc': doc, 'aria-expanded': 'false', title: block.documents[doc],
      click: () => expand(button, doc, run) },
    gradeChip(block.grades[doc]), h('span', { class: 'doc-title', dir: 'auto' }, title), run === topicState.to ? movement(doc, rank) : null,
    added ? h('span', { class: 'unseen' }, `, adds ${fixed(added, 4)} to ${explained}`) : null);
    return h('td', null, button, h('i', { class: added ? `adds${added < 0 ? ' less' : ''}` : 'adds none',
      '--share': `${Math.abs(added) / block.most * 100}%`, title: added ? `adds ${fixed(added, 4)} to ${explained}` : null }));
  }

  function movement(doc, rank) {
    const { from, to } = topicState;
    if (from === to) return null;
    const before = block.rank(from, doc);
    const there = isolated(RUNS[from].name);
    if (before === null && block.mayBeBelow(from)) {
      return h('span', { class: 'move up', title: `not in the top ${block.known} of ${there}` }, `below ${block.known}`);
    }
    if (before === null) return h('span', { class: 'move new', title: `not in ${there}` }, 'new');
    const by = before - rank;
    const text = before > block.deepest ? `from ${before}` : by > 0 ? `▲${by}` : by < 0 ? `▼${-by}` : '=';
    return h('span', { class: `move ${by > 0 ? 'up' : by < 0 ? 'down' : 'same'}`, title: `rank ${before} in ${there}` }, text);
  }

  /** Opens the document below its row, or closes it. */
  function expand(button, doc, run) {
    const row = button.closest('tr');
    const wasOpen = button.getAttribute('aria-expanded') === 'true';
    const opened = row.nextElementSibling;
    if (opened?.classList.contains('card-row')) {
      opened.remove();
      row.querySelectorAll('.doc').forEach((b) => b.setAttribute('aria-expanded', 'false'));
    }
    if (wasOpen) return;
    button.setAttribute('aria-expanded', 'true');
    row.after(h('tr', { class: 'card-row' }, h('td', { colspan: topicState.runs.length + 1 }, card(doc, run))));
  }

  function card(doc) {
    const id = block.documents[doc];
    const [title, text] = documentOf(id) ?? [];
    const grade = block.grades[doc];
    const places = BEST_FIRST.map((run) => [run, block.rank(run, doc)]).filter(([, rank]) => rank !== null);
    return h('div', { class: 'card' },
      h('p', { class: 'card-head' }, gradeChip(grade), h('strong', { dir: 'auto' }, title || id),
        h('span', { class: 'quiet' }, grade === null ? 'unjudged' : `grade ${grade}`), title ? h('code', null, named(id)) : null),
      h('p', { class: 'card-text', dir: 'auto' }, text || `No ${title ? 'text' : 'title or text'} was given for this document.`),
      h('p', { class: 'quiet' }, places.length ? 'Rank: ' : 'In no ranking shown.',
        places.map(([run, rank], i) => [i ? ' · ' : '', named(cut(RUNS[run].name, 40)), ` ${rank}`]).flat()));
  }

  function legend() {
    return h('p', { class: 'notes grade-key' },
      'Grades: ', (DATA.grades ?? []).map((g) => gradeChip(g)), ' and ', gradeChip(null), ' unjudged. ',
      explained ? `The line below a document is its share in ${explained}. ` : '',
      h('span', { class: 'screen-only' }, 'Click a document to read it.'));
  }

  function sumOf(run) {
    return range(block.deepest).reduce((sum, i) => sum + block.adds(run, i + 1), 0);
  }

  /** Whether what a run gains stands in the ranks shown, so that those below add nothing. */
  function isWhole(run) {
    const value = DATA.values[MEASURES.findIndex((measure) => measure.name === explained)]?.[run]?.[t];
    return !isNumber(value) || Math.abs(sumOf(run) - value) < 1e-9;
  }

  function contributionTable() {
    const shown = topicState.runs;
    const depth = Math.min(topicState.depth, block.deepest);
    const of = (run, i) => (block.runs[run]?.[i] === undefined ? '' : fixed(block.adds(run, i + 1), 4));
    return table(`Contribution of each rank to ${explained}, topic ${isolated(TOPICS[t].id)}`,
      [['Rank', 'num'], ...shown.map((run) => [named(RUNS[run].name), 'num'])],
      [...range(depth).map((i) => [String(i + 1), ...shown.map((run) => of(run, i))]),
        [shown.every(isWhole) ? 'Sum' : `Sum to rank ${block.deepest}`, ...shown.map((run) => fixed(sumOf(run), 4))]], { id: 'contributions' });
  }

  /** A document's rank as text: also where it is only known not to be among those shown. */
  function rankText(run, rank) {
    return rank !== null ? String(rank) : block.mayBeBelow(run) ? `below ${block.known}` : NONE;
  }

  /** What a document adds more in one run than in the other; null if it stands below what is known. */
  function changeOf(before, after) {
    const { from, to } = topicState;
    const added = (run, rank) => {
      if (rank !== null && rank <= block.deepest) return block.adds(run, rank);
      return (rank === null && !block.mayBeBelow(run)) || isWhole(run) ? 0 : null;
    };
    const [x, y] = [added(from, before), added(to, after)];
    return x === null || y === null ? null : y - x;
  }

  function drawMoved(all = false) {
    const { from, to } = topicState;
    const depth = Math.min(Math.max(topicState.depth, 20), block.deepest);
    const docs = [...new Set([...(block.runs[from] ?? []).slice(0, depth), ...(block.runs[to] ?? []).slice(0, depth)])];
    // What a run does not have stands below all that it has.
    const last = Math.max(block.deepest, ...[from, to].flatMap((run) => (block.below?.[run] ?? []).map(([, rank]) => rank))) + 1;
    const rows = docs.map((doc) => {
      const [before, after] = [block.rank(from, doc), block.rank(to, doc)];
      return { doc, before, after, change: changeOf(before, after), by: (before ?? last) - (after ?? last) };
    }).filter((row) => row.by !== 0);
    rows.sort((p, q) => Math.abs(q.change ?? 0) - Math.abs(p.change ?? 0) || Math.abs(q.by) - Math.abs(p.by));
    const shown = all ? rows : rows.slice(0, 8);
    const kind = (row) => (row.before === null ? (block.mayBeBelow(from) ? '▲' : 'new')
      : row.after === null ? (block.mayBeBelow(to) ? '▼' : 'gone') : row.by > 0 ? `▲${row.by}` : `▼${-row.by}`);
    const cells = (row) => [h('span', { class: 'name', dir: 'auto', title: block.documents[row.doc] }, block.title(row.doc)),
      gradeChip(block.grades[row.doc]), rankText(from, row.before), rankText(to, row.after),
      h('span', { class: `move ${row.by > 0 ? 'up' : 'down'}` }, kind(row)),
      row.change === null || Math.abs(row.change) < 1e-12 ? NONE : signed(row.change, 4)];
    const columns = [['Document', 'wide'], ['Grade', ''], ['From', 'num'], ['To', 'num'], ['Move', 'num'],
      [explained ? `Change in ${explained}` : '', 'num']];
    moved.replaceChildren(
      h('h4', null, 'What moved from ', named(RUNS[from].name), ' to ', named(RUNS[to].name)),
      rows.length ? table('Documents that moved', columns, shown.map(cells), { id: 'moves' })
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
