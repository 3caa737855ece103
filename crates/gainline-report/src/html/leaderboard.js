// The first screen: the verdict in words, what to mind about it, and all runs with means and intervals.

function buildVerdict() {
  const judgments = TOPICS.reduce((sum, topic) => sum + (topic.judged ?? 0), 0);
  byId('subject').append(h('bdi', null, DATA.title), ` · ranked by ${MEASURES[PRIMARY].name} · ${count(judgments)} judgments`);
  const [headline, ...rest] = DATA.verdict ?? [];
  byId('headline').append(...untwisted(headline ?? DATA.title));
  if ((headline ?? '').length > 130) byId('headline').classList.add('long');
  const body = byId('verdict-body');
  const [pair] = RUNS.length === 2 ? (DATA.pairs ?? []).filter((p) => p.measure === PRIMARY) : [];
  if (pair) body.append(figures(pairOf(pair.a, pair.b, PRIMARY), PRIMARY, 'verdict'));
  if (rest.length) body.append(h('p', { class: 'lead' }, prose(rest.join(' '))));
  if (DATA.warnings?.length) body.append(warningList(DATA.warnings));
  if (DATA.thinned?.length) {
    body.append(h('div', { class: 'callout', id: 'thinned' }, h('strong', null, 'Shown in part. '), prose(DATA.thinned.join(' '))));
  }
}

const WARNINGS_AT_FIRST = 2;

/** What `gainline compare` warns of, above its tables. */
function warningList(warnings) {
  const list = (some) => h('ul', null, some.map((warning) => h('li', null, prose(warning))));
  const more = warnings.slice(WARNINGS_AT_FIRST);
  return h('div', { class: 'callout', id: 'warnings', role: 'note', 'aria-label': 'Warnings' }, list(warnings.slice(0, WARNINGS_AT_FIRST)),
    more.length ? h('details', null, h('summary', null, plural(more.length, 'more warning')), list(more)) : null);
}

/** Whether differences by a measure were tested at all. */
function isTested(measure) {
  return Boolean(DATA.test) && (DATA.pairs ?? []).some((pair) => pair.measure === measure && isNumber(pair.adjusted));
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);

function buildLeaderboard() {
  // By 'mean' (the one compared), by 'own' (the one of `gainline eval`, where that is another), or by 'run'.
  const state = { measure: PRIMARY, by: 'mean', reversed: false };
  const place = h('div', { class: 'board' });
  const said = h('div', { class: 'notes', id: 'board-notes' });
  const select = chooser('Measure', MEASURES.map((m, i) => option(i, m.name, i === PRIMARY)), (value) => {
    state.measure = Number(value);
    if (state.by !== 'run') Object.assign(state, { by: 'mean', reversed: false });
    draw();
  }, { id: 'board-measure' });
  byId('leaderboard').append(h('div', { class: 'section-head' }, byId('leaderboard-title'), select), place, said);
  // Of two runs there are no groups: the pair says it all.
  const grouped = RUNS.some((run) => run.letters?.some(Boolean) || run.rank?.some(Boolean));
  const longNames = RUNS.some((run) => run.name.length > 22);
  draw();

  function sortBy(key) {
    const by = key === 'run' || key === 'mean' ? key : DIFFER[key] ? 'own' : 'mean';
    const measure = key === 'run' || key === 'mean' ? state.measure : key;
    state.reversed = state.by === by && state.measure === measure && !state.reversed;
    Object.assign(state, { by, measure });
    select.querySelector('select').value = measure;
    const focused = document.activeElement?.dataset?.key;
    draw();
    place.querySelector(`button[data-key="${focused}"]`)?.focus();
    announce(`sorted by ${state.by === 'run' ? 'run' : MEASURES[state.measure].name}`);
  }

  function order() {
    const byName = (a, b) => (RUNS[a].name < RUNS[b].name ? -1 : 1);
    const runs = state.by === 'run' ? range(RUNS.length).sort(byName)
      : state.by === 'own' ? bestFirst(state.measure, own) : ranked(state.measure);
    return state.reversed ? [...runs].reverse() : runs;
  }

  function heading(key, text, kind) {
    const isSorted = key === state.by
      || (key === state.measure && (state.by === 'own' || (state.by === 'mean' && !DIFFER[key])));
    const falls = state.by === 'run' ? state.reversed : lowerIsBetter(state.measure) === state.reversed;
    const arrow = isSorted ? h('span', { 'aria-hidden': 'true' }, falls ? '↓' : '↑') : null;
    const button = h('button', { type: 'button', class: 'sort', 'data-key': key, click: () => sortBy(key) },
      // Beside numbers, which are set right, the arrow stands before the name.
      key === 'run' ? [text, ' ', arrow] : [arrow, ' ', text]);
    return h('th', { scope: 'col', class: kind, 'aria-sort': isSorted ? (falls ? 'descending' : 'ascending') : null }, button);
  }

  function head(m, axis) {
    return h('thead', null,
      h('tr', { class: 'groups' }, h('td', { class: 'place' }), h('th', { class: 'run' }),
        h('th', { scope: 'colgroup', colspan: grouped ? 5 : 3, class: 'first' }, MEASURES[m].name),
        h('th', { scope: 'colgroup', colspan: MEASURES.length, class: 'first' }, ownTitle())),
      h('tr', null,
        h('th', { scope: 'col', class: 'num place' }, h('span', { class: 'unseen' }, 'Number')),
        heading('run', 'Run', 'run'), heading('mean', capital(kindOf(m)), 'num first'),
        h('th', { scope: 'col', class: 'range' }, axisRow(axis, m)),
        h('th', { scope: 'col', class: 'num' }, '95 % CI'),
        grouped ? [h('th', { scope: 'col' }, 'Group'), h('th', { scope: 'col', class: 'num' }, 'Rank')] : null,
        MEASURES.map((measure, i) => heading(i, measure.name, `num${i === 0 ? ' first' : ''}${i === m ? ' chosen' : ''}`))));
  }

  function row(r, i, axis, bests) {
    const m = state.measure;
    const run = RUNS[r];
    const places = run.rank?.[m];
    const bounds = boundsOf(r, m);
    const isBest = (k) => isNumber(run.means[k]) && run.means[k] === bests[k];
    const ownKind = (k) => `num${k === 0 ? ' first' : ''}${k === m ? ' chosen' : ''}${isBest(k) ? ' best' : ''}`;
    return h('tr', { 'data-run': r },
      h('td', { class: 'num place' }, String(i + 1)),
      h('th', { scope: 'row', class: 'run' },
        h('div', { class: 'run-cell', '--letters': Math.min(24, [...run.name].length) }, swatch(r), runLink(r, m))),
      h('td', { class: 'num first mean' }, shownText(shownMean(r, m), m)),
      h('td', { class: 'range' }, rangeBar(axis, r, m)),
      h('td', { class: 'num quiet' }, bounds ? `[${shownText(bounds[0], m)}, ${shownText(bounds[1], m)}]` : NONE),
      grouped ? [h('td', { class: 'letters' }, run.letters?.[m] ?? NONE),
        h('td', { class: 'num' }, places ? (places[0] === places[1] ? String(places[0]) : `${places[0]}–${places[1]}`) : NONE)] : null,
      MEASURES.map((_, k) => h('td', { class: ownKind(k) }, score(run.means[k], k))));
  }

  function draw() {
    const m = state.measure;
    const axis = boardAxis(m);
    const bests = MEASURES.map((_, k) => best(k, own));
    const kinds = `leaderboard${RUNS.length > 20 ? ' dense' : ''}${longNames ? ' long-names' : ''}`;
    const caption = `Runs by ${MEASURES[m].name}: ${kindOf(m)} and 95 % interval`
      + `${grouped ? ', groups and ranks' : ''}, and all measures`;
    place.replaceChildren(h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Leaderboard' },
      h('table', { class: kinds }, h('caption', { class: 'unseen' }, caption),
        head(m, axis), h('tbody', null, order().map((r, i) => row(r, i, axis, bests))))));
    said.replaceChildren(...legend(m));
  }

  function legend(m) {
    const { name } = MEASURES[m];
    const known = range(RUNS.length).some((r) => boundsOf(r, m));
    const tested = isTested(m);
    const kind = kindOf(m);
    return [
      h('p', null, `Mark: the ${kind} over topics${known ? '; band: its 95 % confidence interval' : ''}`,
      best(m) === null ? '. ' : `; dashed: the best ${kind}. `, known ? '' : `No intervals were made for ${name}. `,
      tested && grouped ? 'Group: runs that share a letter are not significantly different. ' : '',
      tested && grouped ? 'Rank: the ranks that are possible given the significant differences. ' : '',
      tested || RUNS.length < 2 ? '' : `Differences by ${name} were not tested${grouped ? ', so there are no groups' : ''}. `,
      'Bold: best of its column. ',
      RUNS.length > 1 ? h('span', { class: 'screen-only' }, 'A run’s name opens it against the best.') : ''),
      ownNote(),
      tested && DATA.test.words ? h('p', { id: 'test-words' }, prose(sentenceOf(DATA.test.words))) : '',
    ];
  }
}

/** Over the columns of what `gainline eval` prints. */
function ownTitle() {
  const [kind, ...others] = new Set(MEASURES.map((_, m) => summaryOf(m)));
  if (others.length) return 'All measures';
  return kind === 'mean' ? 'Means of all measures' : kind === 'sum' ? 'Totals of all measures' : 'All measures';
}

/** Which numbers are which, where `eval` and `compare` print different ones, or not all are means. */
function ownNote() {
  const of = (kind) => MEASURES.filter((_, m) => summaryOf(m) === kind).map((m) => m.name).join(', ');
  const [totals, pooled] = [of('sum'), of('pooled')];
  const otherTopics = MEASURES.some((_, m) => DIFFER[m] && ['mean', 'geometric'].includes(summaryOf(m)));
  const right = [totals && `the total over topics for ${totals}`, pooled && `one value of all topics pooled for ${pooled}`,
    otherTopics && 'each run over its own topics'].filter(Boolean).join('; ');
  if (!right) return '';
  const topics = isNumber(DATA.compared_topics) ? `the ${plural(DATA.compared_topics, 'topic')}` : 'the topics';
  const left = `At the left, mean and interval${RUNS.length > 2 ? ', group and rank' : ''} are those of \`gainline compare\`: `
    + `means over ${topics} that every run has.`;
  return h('p', { id: 'own-note' },
    prose(`Columns at the right: what \`gainline eval\` prints, ${right}. ${COMPARED.some(Boolean) ? left : ''}`));
}

/** A run's name that opens the comparison with the best run, or of the best with the next. */
function runLink(run, measure) {
  const order = ranked(measure);
  if (RUNS.length < 2) return named(RUNS[run].name);
  const other = run === order[0] ? order[1] : order[0];
  const hash = run === order[0] ? hashOf.compare(run, other, measure) : hashOf.compare(other, run, measure);
  return link(hash, { class: 'quiet-link' }, named(RUNS[run].name));
}

/** From where to where the intervals of all runs reach. */
function boardAxis(measure) {
  const ends = range(RUNS.length).flatMap((run) => [shownMean(run, measure), ...(boundsOf(run, measure) ?? [])]).filter(isNumber);
  let [low, high] = [Math.min(...ends), Math.max(...ends)];
  if (!ends.length) return { low: 0, high: 1, marks: [] };
  if (low >= 0 && low < high * 0.25) low = 0;
  if (high === low) [low, high] = low >= 0 && low <= 1 ? [0, 1] : [low - 0.5, low + 0.5];
  const space = (high - low) * 0.04;
  high = high <= 1 && high + space > 1 ? 1 : high + space;
  low = low === 0 ? 0 : low - space;
  return { low, high, marks: ticks(low, high, 5) };
}

const along = (axis, x) => `${(Math.min(1, Math.max(0, (x - axis.low) / (axis.high - axis.low))) * 100).toFixed(2)}%`;

function axisRow(axis, measure) {
  const text = tickText(axis.marks);
  return h('div', { class: 'axis-row', role: 'img', 'aria-label': `${capital(kindOf(measure))} and 95 % interval, drawn` },
    axis.marks.map((t) => h('span', { '--at': along(axis, t) }, text(t))));
}

function rangeBar(axis, run, measure) {
  const mean = shownMean(run, measure);
  if (!isNumber(mean)) return NONE;
  const bounds = boundsOf(run, measure);
  const top = best(measure);
  const reach = bounds ? `, 95 % interval from ${shownText(bounds[0], measure)} to ${shownText(bounds[1], measure)}` : '';
  const label = `${kindOf(measure)} ${shownText(mean, measure)}${reach}`;
  return h('div', { class: `range-bar ${colourClass(run)}`, role: 'img', 'aria-label': label },
    axis.marks.map((t) => h('i', { class: 'mark', '--at': along(axis, t) })),
    isNumber(top) ? h('i', { class: 'top', '--at': along(axis, top) }) : null,
    bounds ? h('i', { class: 'whisker', '--at': along(axis, bounds[0]), '--to': along(axis, bounds[1]) }) : null,
    h('i', { class: 'middle', '--at': along(axis, mean) }));
}
