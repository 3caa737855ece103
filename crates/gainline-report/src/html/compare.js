// Two runs against each other: the test, and the differences topic by topic.

/** Differences up to this come of rounding; `gainline compare` takes them for ties too. */
const SAME = 1e-12;

/** The pair as tested, turned round if need be so that the difference is b − a; or by counting. */
function pairOf(a, b, measure) {
  const found = pairOf.index ??= new Map((DATA.pairs ?? []).map((p) => [`${p.measure} ${p.a} ${p.b}`, p]));
  const straight = found.get(`${measure} ${a} ${b}`);
  if (straight) return { ...straight, tested: isNumber(straight.adjusted) };
  const turned = found.get(`${measure} ${b} ${a}`);
  const minus = (x) => (isNumber(x) ? 0 - x : x);
  if (turned) {
    return { ...turned, tested: isNumber(turned.adjusted), a, b,
      difference: minus(turned.difference), low: minus(turned.high), high: minus(turned.low),
      wins: turned.losses, losses: turned.wins, effect: minus(turned.effect) };
  }
  const rows = differences(a, b, measure);
  const by = rows.map((row) => better(measure, row.b, row.a));
  const difference = rows.length ? rows.reduce((sum, row) => sum + row.difference, 0) / rows.length : null;
  return { tested: false, a, b, difference, wins: by.filter((d) => d > SAME).length,
    ties: by.filter((d) => Math.abs(d) <= SAME).length, losses: by.filter((d) => d < -SAME).length };
}

/** Topics that count for both runs, where b gains most first. */
function differences(a, b, measure) {
  const [of, to] = [DATA.values[measure][b], DATA.values[measure][a]];
  return range(TOPICS.length).filter((t) => isNumber(of[t]) && isNumber(to[t]))
    .map((t) => ({ topic: t, a: to[t], b: of[t], difference: of[t] - to[t] }))
    .sort((p, q) => better(measure, q.difference, p.difference) || p.topic - q.topic);
}

const compareState = { a: BEST_FIRST[1], b: BEST_FIRST[0], measure: PRIMARY };

function buildCompare() {
  const section = byId('compare');
  if (RUNS.length < 2) {
    section.append(h('p', { class: 'quiet' }, 'There is only one run, and nothing to compare it with.'));
    return;
  }
  const byPlace = (chosen) => BEST_FIRST.map((run) => option(run, RUNS[run].name, run === chosen));
  const set = (change) => openCompare({ ...compareState, ...change });
  // Choosing the other one's run swaps the two.
  const pick = (label, key, other) => chooser(label, byPlace(compareState[key]), (value) => {
    const chosen = Number(value);
    set({ [key]: chosen, [other]: chosen === compareState[other] ? compareState[key] : compareState[other] });
  }, { id: `compare-${key}` });
  const pickB = pick('Run', 'b', 'a');
  const pickA = pick('against', 'a', 'b');
  const pickMeasure = chooser('by', MEASURES.map((m, i) => option(i, m.name, i === PRIMARY)),
    (value) => set({ measure: Number(value) }), { id: 'compare-measure' });
  const swap = h('button', { type: 'button', class: 'button', id: 'swap', click: () => set({ a: compareState.b, b: compareState.a }) }, 'Swap');
  const summary = h('div', { id: 'compare-summary', 'aria-live': 'polite' });
  const holder = h('div', { class: 'difference-chart' });
  const data = asTable(() => differenceTable());
  const matrix = disclosure('All pairs', () => pairTable(), { class: 'as-table', id: 'all-pairs' });
  section.append(h('div', { class: 'controls' }, pickB, pickA, pickMeasure, swap), summary, holder, data, matrix);
  draw();
  buildCompare.draw = draw;

  function draw() {
    const { a, b, measure } = compareState;
    byId('compare-a').value = a;
    byId('compare-b').value = b;
    byId('compare-measure').value = measure;
    const pair = pairOf(a, b, measure);
    summary.replaceChildren(sentence(pair), figures(pair, measure, 'compare'));
    holder.replaceChildren(differenceChart(pair));
    data.refresh();
    matrix.refresh();
  }

  function differenceTable() {
    const { a, b, measure } = compareState;
    const { name, decimals } = MEASURES[measure];
    const columns = [['Topic', ''], ['', 'wide'], [named(RUNS[b].name), 'num'], [named(RUNS[a].name), 'num'], ['Difference', 'num']];
    return table(`${name} by topic`, columns,
      differences(a, b, measure).map((row) => [link(hashOf.topic(row.topic), null, named(TOPICS[row.topic].id)),
        h('bdi', null, TOPICS[row.topic].title ?? ''), score(row.b, measure), score(row.a, measure), signed(row.difference, decimals)]), { id: 'differences' });
  }

  function pairTable() {
    const { measure } = compareState;
    const { name } = MEASURES[measure];
    const order = ranked(measure);
    const mark = isTested(measure) ? `Shaded and marked *: significant (adjusted p < ${DATA.test.alpha}).`
      : 'These differences were not tested.';
    return [h('p', { class: 'quiet' }, `${name}, mean difference (row − column). ${mark}`),
      table(`All pairs by ${name}`, [['Run', 'run'], ...order.map((run) => [named(RUNS[run].name), 'num'])],
        order.map((b) => [named(RUNS[b].name), ...order.map((a) => {
          if (a === b) return '';
          const pair = pairOf(a, b, measure);
          return link(hashOf.compare(b, a, measure), { class: `quiet-link${pair.significant ? ' real' : ''}` },
            signed(pair.difference, differenceDecimals(measure)) + (pair.significant ? '*' : ''));
        })]), { class: 'matrix' })];
  }
}

function openCompare(next) {
  Object.assign(compareState, next);
  buildCompare.draw?.();
  address.replace(hashOf.compare(compareState.b, compareState.a, compareState.measure));
}

function sentence(pair) {
  const { measure } = compareState;
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
  const isSimultaneous = /tukey|nemenyi/i.test(DATA.test?.name ?? '');
  const measures = new Set(DATA.pairs.filter((p) => isNumber(p.adjusted)).map((p) => p.measure)).size;
  return { label: 'p, adjusted', text,
    more: `${before} before ${isSimultaneous ? `the adjustment for ${plural(measures, 'measure')}` : 'adjustment'}` };
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

/** Differences by topic as bars from the one that b gains most to the one that a does. */
function differenceChart(pair) {
  const { a, b, measure } = compareState;
  const { name, decimals, better: way } = MEASURES[measure];
  const rows = differences(a, b, measure);
  const readout = h('p', { class: 'readout', 'aria-hidden': 'true' });
  const short = (run, length) => isolated(cut(RUNS[run].name, length));
  const svg = s('svg', { class: 'chart bars', role: 'img', tabindex: 0,
    'aria-label': `Difference in ${name} by topic, ${short(b, 60)} minus ${short(a, 60)}: ${pair.wins} topics won, ${pair.ties} tied, `
      + `${pair.losses} lost. Arrow keys go through the topics, Enter opens one.` });
  const box = h('div', { class: 'chart-box' }, svg);
  let chosen = null;
  let bars = [];
  onWidth(box, draw);
  const idle = `${plural(rows.length, 'topic')}, ${lowerIsBetter(measure) ? 'most lowered' : 'most gained'} first. `
    + 'Point at a bar to read it, click to open the topic.';
  point(null);
  return h('div', null, readout, box);

  function draw(width) {
    const high = Math.max(0, ...rows.map((r) => r.difference));
    const low = Math.min(0, ...rows.map((r) => r.difference));
    const span = high - low || 1;
    const ids = rows.map((r) => TOPICS[r.topic].id);
    const left = 52;
    const step = (width - left - 8) / Math.max(1, rows.length);
    const labelled = step >= 13;
    const flat = labelled && step > longestOf(svg, ids) + 6;
    const labels = flat ? ids : ids.map((id) => cutInside(id, 24));
    const foot = labelled ? (flat ? 26 : longestOf(svg, labels) + 20) : 8;
    const top = 28;
    const room = 220;
    const height = top + room + 16 + foot;
    const up = (d) => top + (high - d) / span * room;
    const marks = ticks(low, high, 5);
    const text = tickText(marks);
    const [above, below] = way === 'lower' ? [a, b] : [b, a];
    const word = way === 'neither' ? 'higher' : 'better';
    const thick = Math.max(0.8, Math.min(44, step - 2 * Math.min(step * 0.12, 4)));
    bars = rows.map(({ difference }, i) => {
      const tied = Math.abs(difference) <= SAME;
      return s('rect', { class: `beam ${tied ? 'tie' : colourClass(better(measure, difference, 0) > 0 ? b : a)}`,
        x: left + (i + 0.5) * step - thick / 2, width: thick,
        y: tied ? up(0) - 1 : up(Math.max(0, difference)), height: Math.max(1.5, Math.abs(difference) / span * room) });
    });
    svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
    svg.setAttribute('height', height);
    svg.replaceChildren(
      s('g', { class: 'grid' }, marks.map((t) => s('line', { x1: left, x2: width - 8, y1: up(t), y2: up(t) }))),
      s('g', { class: 'axis' }, marks.map((t) => s('text', { x: left - 8, y: up(t) + 4, 'text-anchor': 'end' }, text(t))),
        s('text', { class: 'axis-name', x: width - 8, y: 16, 'text-anchor': 'end' }, `↑ ${short(above, 30)} ${word}`),
        s('text', { class: 'axis-name', x: left, y: height - foot - 2 }, `↓ ${short(below, 30)} ${word}`)),
      s('g', null, bars),
      s('g', { class: 'axis' }, s('line', { x1: left, x2: width - 8, y1: up(0), y2: up(0) }),
        labelled ? labels.map((label, i) => (flat
          ? s('text', { class: 'topic-label', x: left + (i + 0.5) * step, y: height - 7, 'text-anchor': 'middle' }, label)
          : s('text', { class: 'topic-label', 'text-anchor': 'end',
            transform: `translate(${(left + (i + 0.5) * step + 4).toFixed(1)} ${height - foot + 14}) rotate(-90)` },
          s('title', null, ids[i]), label))) : null));
    if (chosen !== null) point(chosen);
    svg.onpointermove = (event) => {
      const i = Math.floor((event.clientX - svg.getBoundingClientRect().left - left) / step);
      point(i >= 0 && i < rows.length ? i : null);
    };
    svg.onpointerleave = () => point(null);
    svg.onclick = () => { if (chosen !== null) goToTopic(rows[chosen].topic); };
    svg.onkeydown = (event) => {
      const moves = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
      if (event.key in moves && !event.ctrlKey && !event.altKey) {
        event.preventDefault();
        const by = moves[event.key] * (event.shiftKey ? 10 : 1);
        const next = chosen === null ? (by === Infinity ? rows.length - 1 : 0) : chosen + by;
        point(Math.min(rows.length - 1, Math.max(0, next)));
        announce(readout.textContent);
      } else if (event.key === 'Enter' && chosen !== null) goToTopic(rows[chosen].topic);
    };
    svg.onblur = () => point(null);
  }

  function point(i) {
    chosen = i;
    bars.forEach((bar, k) => bar.classList.toggle('chosen', k === i));
    if (i === null) {
      readout.textContent = idle;
      return;
    }
    const row = rows[i];
    const topic = TOPICS[row.topic];
    readout.replaceChildren(h('strong', null, named(cut(topic.id, 60))), ' ', topic.title ? h('bdi', null, cut(topic.title, 90)) : '',
      `: ${score(row.b, measure)} against ${score(row.a, measure)}, `, h('strong', null, signed(row.difference, decimals)));
  }
}
