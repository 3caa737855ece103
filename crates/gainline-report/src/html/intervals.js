// The means and intervals of the leaderboard as one chart, to be saved.

/** Draws the runs as the leaderboard has them. It is in the page for a moment only, to take its colours. */
function intervalChart() {
  const { measure, slice } = state;
  const order = boardOrder();
  const axis = boardAxis(measure, slice);
  const [row, top, left, right] = [24, 24, 250, 820];
  const x = (value) => left + (value - axis.low) / (axis.high - axis.low) * (right - left);
  const height = top + order.length * row + 12;
  const text = tickText(axis.marks);
  const svg = s('svg', { class: 'chart', viewBox: `0 0 ${right + 20} ${height}` },
    s('g', { class: 'grid' }, axis.marks.map((t) => s('line', { x1: x(t), x2: x(t), y1: top, y2: height - 8 }))),
    s('g', { class: 'axis' }, axis.marks.map((t) => s('text', { x: x(t), y: top - 8, 'text-anchor': 'middle' }, text(t)))),
    order.map((run, i) => {
      const y = top + (i + 0.5) * row;
      const bounds = boundsOf(run, measure, slice);
      const mean = shownMean(run, measure, slice);
      return s('g', { class: 'axis' },
        s('text', { x: left - 90, y: y + 4, 'text-anchor': 'end' }, cutName(RUNS[run].name, 22)),
        s('text', { class: 'axis-name', x: left - 24, y: y + 4, 'text-anchor': 'end' }, shownText(mean, measure)),
        bounds ? s('rect', { class: `beam ${colourClass(run)}`, opacity: 0.38, x: x(bounds[0]), y: y - 5, width: x(bounds[1]) - x(bounds[0]), height: 10, rx: 3 }) : null,
        isNumber(mean) ? s('rect', { class: `beam ${colourClass(run)}`, x: x(mean) - 2, y: y - 9, width: 4, height: 18, rx: 2 }) : null);
    }));
  const holder = h('div', { class: 'unseen', 'aria-hidden': 'true' }, svg);
  document.body.append(holder);
  setTimeout(() => holder.remove());
  return svg;
}
