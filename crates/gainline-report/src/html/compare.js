// Two runs against each other: the test, and the differences topic by topic.

/** Differences up to this come of rounding; `gainline compare` takes them for ties too. */
const SAME = 1e-12;

/** The pair as tested, turned round if need be so that the difference is b − a; or by counting. */
function pairOf(a, b, measure, slice = null) {
  const key = (x, y) => `${measure} ${slice ?? ''} ${x} ${y}`;
  const found = pairOf.index ??= new Map((DATA.pairs ?? []).map((p) => [`${p.measure} ${p.slice ?? ''} ${p.a} ${p.b}`, p]));
  const straight = found.get(key(a, b));
  if (straight) return { ...straight, tested: isNumber(straight.adjusted) };
  const turned = found.get(key(b, a));
  const minus = (x) => (isNumber(x) ? 0 - x : x);
  if (turned) {
    return { ...turned, tested: isNumber(turned.adjusted), a, b,
      difference: minus(turned.difference), low: minus(turned.high), high: minus(turned.low),
      wins: turned.losses, losses: turned.wins, effect: minus(turned.effect) };
  }
  const rows = differences(a, b, measure, slice);
  const by = rows.map((row) => better(measure, row.b, row.a));
  const difference = rows.length ? rows.reduce((sum, row) => sum + row.difference, 0) / rows.length : null;
  return { tested: false, a, b, difference, wins: by.filter((d) => d > SAME).length,
    ties: by.filter((d) => Math.abs(d) <= SAME).length, losses: by.filter((d) => d < -SAME).length };
}

/** Topics that count for both runs, where b gains most first. */
function differences(a, b, measure, slice = null) {
  const [of, to] = [DATA.values[measure][b], DATA.values[measure][a]];
  const topics = slice === null ? range(TOPICS.length) : SLICES[slice].topics;
  return topics.filter((t) => isNumber(of[t]) && isNumber(to[t]))
    .map((t) => ({ topic: t, a: to[t], b: of[t], difference: of[t] - to[t] }))
    .sort((p, q) => better(measure, q.difference, p.difference) || p.topic - q.topic);
}

function buildCompare() {
  const section = byId('compare');
  if (RUNS.length < 2) {
    section.append(h('p', { class: 'quiet' }, 'There is only one run, and nothing to compare it with.'));
    return;
  }
  const set = (change) => go({ ...change, section: 'compare' });
  // Choosing the other one's run swaps the two.
  const pick = (label, key, other) => chooser(label, BEST_FIRST.map((run) => option(run, RUNS[run].name)), (value) => {
    const chosen = Number(value);
    set({ [key]: chosen, [other]: chosen === state[other] ? state[key] : state[other] });
  }, { id: `compare-${key}` });
  const pickMeasure = chooser('by', MEASURES.map((m, i) => option(i, m.name)), (value) => set({ measure: Number(value) }), { id: 'compare-measure' });
  const pickSlice = chooser('on', [option('', 'all topics'), ...SLICES.map((slice, i) => option(i, slice.name))],
    (value) => set({ slice: value === '' ? null : Number(value) }), { id: 'compare-slice' });
  const swap = h('button', { type: 'button', class: 'button', id: 'swap', click: () => set({ a: state.b, b: state.a }) }, 'Swap');
  const summary = h('div', { id: 'compare-summary', 'aria-live': 'polite' });
  const holder = h('div', { class: 'difference-chart' });
  const data = asTable(() => differenceTable());
  section.append(h('div', { class: 'controls' }, pick('Run', 'b', 'a'), pick('against', 'a', 'b'), pickMeasure, SLICES.length ? pickSlice : null, swap),
    summary, holder, data);
  view(['a', 'b', 'measure', 'slice'], draw);
  if (RUNS.length > 2) buildMatrix(section);

  function draw() {
    const { a, b, measure, slice } = state;
    byId('compare-a').value = a;
    byId('compare-b').value = b;
    byId('compare-measure').value = measure;
    if (SLICES.length) byId('compare-slice').value = slice ?? '';
    const pair = pairOf(a, b, measure, slice);
    summary.replaceChildren(sentence(pair), figures(pair, measure, 'compare'));
    holder.replaceChildren(differenceChart(pair));
    data.refresh();
  }

  function differenceTable() {
    const { a, b, measure, slice } = state;
    const { name, decimals } = MEASURES[measure];
    const titled = TOPICS.some((topic) => topic.title);
    const columns = [['Topic', ''], ...(titled ? [['', 'wide']] : []), ['Difference', 'num'], [shortlyNamed(RUNS[b].name), 'num'], [shortlyNamed(RUNS[a].name), 'num']];
    return table(`${name} by topic, ${RUNS[b].name} and ${RUNS[a].name}`, columns,
      differences(a, b, measure, slice).map((row) => [link('topics', { topic: row.topic }, null, named(TOPICS[row.topic].id)),
        ...(titled ? [h('bdi', null, TOPICS[row.topic].title ?? '')] : []), signed(row.difference, decimals), score(row.b, measure), score(row.a, measure)]), { id: 'differences' });
  }
}

function sentence(pair) {
  const { measure } = state;
  const { name, better: way } = MEASURES[measure];
  const [b, a] = [named(RUNS[pair.b].name), named(RUNS[pair.a].name)];
  if (pair.wins + pair.losses === 0) {
    return h('p', { class: 'finding' }, ...(pair.ties
      ? [b, ' and ', a, ` have the same ${name} on all ${plural(pair.ties, 'topic')}.`]
      : [b, ' and ', a, ` have no topic with ${name} in common.`]));
  }
  const gain = better(measure, pair.difference, 0);
  const verb = way === 'neither' ? (pair.difference > 0 ? 'is higher than' : 'is lower than')
    : gain > 0 ? 'is better than' : 'is worse than';
  const isBelow = pair.tested && pair.adjusted < (DATA.test?.alpha ?? 0);
  const sure = !pair.tested ? 'This difference was not tested.'
    : pair.significant ? 'The difference is significant.'
      : isBelow ? 'The test finds a difference, but not in favour of the better mean.' : 'The difference is not significant.';
  return h('p', { class: 'finding' }, b, ' ', pair.difference === 0 ? 'equals' : verb, ' ', a,
    pair.difference === 0 || !isNumber(pair.difference) ? ` on average by ${name}. `
      : ` by ${fixed(Math.abs(pair.difference), differenceDecimals(measure))} ${name} on average. `,
    h('strong', { class: pair.significant ? 'sure' : 'unsure' }, sure));
}

/** Whether none of the trials reached what was seen, so that p is only known to be below some number. */
function isAtFloor(pair) {
  return isNumber(pair.adjusted) && isNumber(pair.p) && isNumber(pair.trials) && pair.p * (pair.trials + 1) < 1.5;
}

/** The corrected p as `compare` prints it, and in what way it was corrected. */
function pTexts(pair) {
  const text = pair.p_text ?? (isAtFloor(pair) ? belowP(pair.adjusted) : pValue(pair.adjusted));
  if (!isNumber(pair.adjusted) || !isNumber(pair.p) || pair.p === pair.adjusted) return { label: 'p', text, more: null };
  const before = text.startsWith('<') ? belowP(pair.p) : pValue(pair.p);
  // Such tests hold over all pairs of runs by themselves; what is corrected is the number of measures.
  const measures = new Set(DATA.pairs.filter((p) => isNumber(p.adjusted)).map((p) => p.measure)).size;
  return { label: 'p, adjusted', text,
    more: `${before} before ${DATA.test?.simultaneous ? `the adjustment for ${plural(measures, 'measure')}` : 'adjustment'}` };
}

/** What the comparison of two runs comes to in numbers; ids begin with `where`. */
function figures(pair, measure, where) {
  const decimals = differenceDecimals(measure);
  const { name, better: way } = MEASURES[measure];
  const figure = (id, label, value, more) => h('div', { class: 'figure' }, h('dt', null, label),
    h('dd', { id: `${where}-${id}` }, value), more ? h('dd', { class: 'quiet' }, more) : null);
  const all = Math.max(1, pair.wins + pair.ties + pair.losses);
  const part = (kind, n) => (n ? h('i', { class: kind, '--share': `${n / all * 100}%` }) : null);
  const [won, lost] = way === 'neither' ? ['higher', 'lower'] : ['wins', 'losses'];
  const p = pTexts(pair);
  const less = where === 'verdict' ? [named(RUNS[pair.b].name), ' − ', named(RUNS[pair.a].name)] : null;
  return h('dl', { class: 'figures', id: `${where}-figures` },
    figure('difference', `Mean difference${where === 'verdict' ? ` in ${name}` : ''}`, signed(pair.difference, decimals), less),
    figure('interval', '95 % CI', interval(pair.low, pair.high, decimals)),
    figure('p', p.label, p.text, p.more),
    figure('effect', 'Effect size', signed(pair.effect, 2), isNumber(pair.effect) ? 'd_z: mean difference / standard deviation' : null),
    h('div', { class: 'figure wide' }, h('dt', null, `Topics: ${won} / ties / ${lost}`),
      h('dd', { id: `${where}-wtl` }, `${pair.wins} / ${pair.ties} / ${pair.losses}`),
      h('dd', { class: 'wtl', 'aria-hidden': 'true' },
        part(colourClass(pair.b), pair.wins), part('tie', pair.ties), part(colourClass(pair.a), pair.losses))));
}
