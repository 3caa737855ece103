// The differences of two runs, topic by topic, as bars.

/** Differences by topic as bars from the one that b gains most to the one that a does. */
function differenceChart(pair) {
  const { a, b, measure, slice } = state;
  const { name, decimals, better: way } = MEASURES[measure];
  const rows = differences(a, b, measure, slice);
  const readout = h('p', { class: 'readout', 'aria-hidden': 'true' });
  const short = (run, length) => isolated(cutName(RUNS[run].name, length));
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
  return h('div', null, readout, box, chartTools(() => `${name} by topic, ${RUNS[b].name} − ${RUNS[a].name}`, () => svg));

  function draw(width) {
    const high = Math.max(0, ...rows.map((r) => r.difference));
    const low = Math.min(0, ...rows.map((r) => r.difference));
    const span = high - low || 1;
    const ids = rows.map((r) => TOPICS[r.topic].id);
    const left = 52;
    const step = (width - left - 8) / Math.max(1, rows.length);
    const labelled = step >= 13;
    const flat = labelled && step > longestOf(svg, ids) + 6;
    const labels = flat ? ids : ids.map((id) => cutName(id, 24));
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
        s('text', { class: 'axis-name', x: width - 8, y: 16, 'text-anchor': 'end' }, `↑ ${short(above, width < 500 ? 22 : 30)} ${word}`),
        s('text', { class: 'axis-name', x: left, y: height - foot - 2 }, `↓ ${short(below, width < 500 ? 22 : 30)} ${word}`)),
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
    svg.onclick = () => { if (chosen !== null) openTopic(rows[chosen].topic); };
    svg.onkeydown = (event) => {
      const moves = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
      if (event.key in moves && !event.ctrlKey && !event.altKey) {
        event.preventDefault();
        const by = moves[event.key] * (event.shiftKey ? 10 : 1);
        const next = chosen === null ? (by === Infinity ? rows.length - 1 : 0) : chosen + by;
        point(Math.min(rows.length - 1, Math.max(0, next)));
        announce(readout.textContent);
      } else if (event.key === 'Enter' && chosen !== null) openTopic(rows[chosen].topic);
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
    readout.replaceChildren(h('strong', null, named(topic.id, null, 60)), ' ', topic.title ? h('bdi', null, cut(topic.title, 90)) : '',
      `: ${score(row.b, measure)} against ${score(row.a, measure)}, `, h('strong', null, signed(row.difference, decimals)));
  }
}
