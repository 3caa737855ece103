// A document: its title and text, and its ranks in all runs.

/** Title and text of a document, once they have been read. */
function documentOf(id) {
  return documentOf.all && Object.hasOwn(documentOf.all, id) ? documentOf.all[id] : null;
}

/** A topic's block with what the views ask of it. */
function readBlock(block) {
  // Made for a run when it is first asked for: of 50 runs, few are looked at.
  const ranks = [];
  const adds = new Map();
  const ranksOf = (run) => ranks[run] ??= new Map([...below(run), ...(block.runs[run] ?? []).map((doc, i) => [doc, i + 1])]);
  const deepest = Math.max(0, ...block.runs.map((found) => found?.length ?? 0));
  const known = block.below === undefined ? deepest : DATA.below_to ?? null;

  /** Documents below the ranks shown: each stands so many ranks below the one before. */
  function below(run) {
    const [docs, gaps] = block.below?.[run] ?? [[], []];
    let rank = 0;
    return docs.map((doc, i) => [doc, rank += gaps[i]]);
  }

  const addsOf = (run, measure) => {
    const key = `${run} ${measure}`;
    if (!adds.has(key)) adds.set(key, new Map(block.contributions?.[DATA.explained[measure]]?.[run] ?? []));
    return adds.get(key);
  };
  return {
    ...block,
    /** Also below the ranks shown; null if the run has it nowhere. */
    rank: (run, doc) => ranksOf(run).get(doc) ?? null,
    /** Whether a document of no known rank may still stand further down than `known`. */
    known,
    mayBeBelow: (run) => isNumber(known) && (block.runs[run]?.length ?? 0) >= deepest,
    adds: (run, rank) => addsOf(run, state.measure).get(rank) ?? 0,
    most: () => Math.max(1e-12, ...(block.contributions?.[DATA.explained[state.measure]] ?? []).flat().map((c) => Math.abs(c[1]))),
    deepest,
    last: Math.max(deepest, ...range(RUNS.length).map((run) => below(run).at(-1)?.[1] ?? 0)),
    title: (doc) => documentOf(block.documents[doc])?.[0] || block.documents[doc],
  };
}

/** What is told of a document when it is opened. */
function documentCard(block, doc) {
  const id = block.documents[doc];
  const [title, text] = documentOf(id) ?? [];
  const grade = block.grades[doc];
  return h('div', { class: 'card' },
    h('p', { class: 'card-head' }, gradeChip(grade), h('strong', { dir: 'auto' }, title || id),
      h('span', { class: 'quiet' }, grade === null ? 'unjudged' : `grade ${grade}`), title ? h('code', null, named(id)) : null),
    h('p', { class: 'card-text', dir: 'auto' }, text || `No ${title ? 'text' : 'title or text'} was given for this document.`),
    rankStrip(block, doc));
}

const FEW_RANKS = 3;

/** A document's ranks in all runs: in words where they are few, else as marks on a line of ranks. */
function rankStrip(block, doc) {
  const places = BEST_FIRST.map((run) => [run, block.rank(run, doc)]).filter(([, rank]) => rank !== null).sort((x, y) => x[1] - y[1]);
  const said = ([run, rank]) => `${isolated(cutName(RUNS[run].name, 40))} ${rank}`;
  const none = RUNS.length - places.length;
  if (!places.length) return h('p', { class: 'quiet' }, 'In no ranking shown.');
  if (RUNS.length <= FEW_RANKS) return h('p', { class: 'quiet' }, `Rank: ${places.map(said).join(' · ')}`);
  const [width, height] = [560, 64];
  const last = Math.max(10, block.last);
  const x = (rank) => 14 + Math.log(rank) / Math.log(last) * (width - 28);
  // Marks that would cover each other stand above each other.
  const levels = [];
  const dots = places.map(([run, rank]) => {
    const level = levels.findIndex((right) => x(rank) - right > 8);
    const at = level < 0 ? levels.length : level;
    levels[at] = x(rank);
    return { run, rank, at };
  });
  const step = Math.min(9, 30 / Math.max(1, levels.length));
  const inView = new Set([state.a, state.b, ...state.pins]);
  const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].filter((rank) => rank <= last);
  const svg = s('svg', { class: 'chart ranks', role: 'img', viewBox: `0 0 ${width} ${height}`, 'aria-label': `Ranks of this document: ${places.map(said).join(', ')}${none ? `; not in ${plural(none, 'run')}` : ''}` },
    s('g', { class: 'axis' }, s('line', { x1: 8, x2: width - 8, y1: 44, y2: 44 }),
      steps.map((rank) => [s('line', { x1: x(rank), x2: x(rank), y1: 44, y2: 48 }), s('text', { x: x(rank), y: 60, 'text-anchor': 'middle' }, String(rank))]).flat()),
    dots.map(({ run, rank, at }) => s('circle', { class: `rank-dot ${inView.has(run) ? colourClass(run) : 'other'}`, cx: x(rank).toFixed(1), cy: (38 - at * step).toFixed(1), r: 4 },
      s('title', null, `${RUNS[run].name}: rank ${rank}`))));
  const chosen = dots.filter(({ run }) => inView.has(run));
  return h('div', { class: 'rank-strip' },
    h('p', { class: 'quiet' }, `Ranks in ${plural(places.length, 'run')}: best ${said(places[0])}, worst ${said(places.at(-1))}${none ? `; not in ${none}` : ''}. In colour: `,
      chosen.length ? chosen.map(({ run, rank }, i) => [i ? ', ' : '', swatch(run), named(RUNS[run].name, null, 30), ` ${rank}`]).flat() : 'none of the pair.'),
    svg, chartTools(() => `Ranks of ${block.documents[doc]}`, () => svg));
}
