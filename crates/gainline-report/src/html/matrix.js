// All pairs of runs as a picture: who is better, who is worse, what is not significant. The numbers come
// on demand, by pointer, keys or as a table.

const PAIR_KINDS = { better: 'significantly better', worse: 'significantly worse', open: 'not significant', untested: 'not tested' };

/** What a test says of run b against run a. */
function kindOfPair(pair, measure) {
  if (!pair.tested) return 'untested';
  if (!pair.significant) return 'open';
  return better(measure, pair.difference, 0) > 0 || MEASURES[measure].better === 'neither' && pair.difference > 0 ? 'better' : 'worse';
}

/** So many runs are drawn, at the most. */
const MOST_DRAWN = 60;

function buildMatrix(section) {
  const readout = h('p', { class: 'readout', id: 'matrix-readout' });
  const svg = s('svg', { class: 'chart matrix', role: 'img', tabindex: 0 });
  const box = h('div', { class: 'chart-box' }, svg);
  const key = h('p', { class: 'notes matrix-key' });
  const data = disclosure('Show as table', () => pairTable(), { class: 'as-table', id: 'all-pairs' });
  const title = () => `All pairs by ${MEASURES[state.measure].name}${state.slice === null ? '' : ` on ${SLICES[state.slice].name}`}`;
  const heading = h('h3', { id: 'matrix-title' });
  let [order, cells, chosen, size] = [[], [], null, null];
  section.append(heading, readout, box, key, chartTools(title, () => svg), data);
  onWidth(box, draw);
  view(['measure', 'slice'], () => {
    if (box.clientWidth) draw(box.clientWidth);
    data.refresh();
  });

  function draw(width) {
    const { measure, slice } = state;
    order = ranked(measure, slice).slice(0, MOST_DRAWN);
    const n = order.length;
    const label = Math.min(width * 0.42, 14 + 7 * Math.max(...order.map((run) => Math.min(26, RUNS[run].name.length))) + 26);
    size = Math.max(3, Math.min(30, (width - label - 8) / n));
    const top = 22;
    const letters = Math.max(6, Math.floor((label - 34) / 7));
    heading.textContent = title();
    cells = order.map((b) => order.map((a) => (a === b ? null : { a, b, pair: pairOf(a, b, measure, slice) })));
    const found = cells.flat().filter(Boolean).map((cell) => kindOfPair(cell.pair, measure));
    const differing = found.filter((kind) => kind === 'better').length;
    svg.setAttribute('aria-label', `${title()}: ${differing} of ${n * (n - 1) / 2} pairs of runs differ significantly. Arrow keys go through the pairs, Enter opens one.`);
    const [w, height] = [label + n * size + 8, top + n * size + 6];
    svg.setAttribute('viewBox', `0 0 ${w.toFixed(1)} ${height.toFixed(1)}`);
    svg.setAttribute('width', w);
    svg.setAttribute('height', height);
    // As many numbers as stand apart.
    const every = Math.ceil(18 / size);
    svg.replaceChildren(
      s('g', { class: 'axis' }, order.map((run, i) => [
        size >= 9 ? s('text', { x: label - 8, y: top + (i + 0.5) * size + 4, 'text-anchor': 'end' }, s('title', null, RUNS[run].name), `${isolated(cutName(RUNS[run].name, letters))}  ${i + 1}`) : null,
        i % every === 0 ? s('text', { x: label + (i + 0.5) * size, y: top - 6, 'text-anchor': 'middle' }, String(i + 1)) : null]).flat()),
      s('g', null, cells.flatMap((row, i) => row.map((cell, j) => {
        const kind = cell ? kindOfPair(cell.pair, measure) : 'self';
        const at = { x: label + j * size, y: top + i * size };
        const gap = size > 8 ? 1 : 0;
        const sign = { better: '+', worse: '−' }[kind];
        return [s('rect', { class: `pair ${kind}`, x: at.x, y: at.y, width: size - gap, height: size - gap }),
          sign && size >= 13 ? s('text', { class: `pair-sign ${kind}`, x: at.x + size / 2 - 0.5, y: at.y + size / 2 + 4, 'text-anchor': 'middle' }, sign) : null];
      }).flat())),
      s('rect', { class: 'pair-chosen', width: size, height: size, visibility: 'hidden' }));
    Object.assign(svg, { onpointermove: over, onpointerdown: over, onclick, onkeydown, onpointerleave: (event) => {
      if (event.pointerType !== 'touch' && document.activeElement !== svg) point(null);
    } });
    key.replaceChildren(...Object.entries(PAIR_KINDS).filter(([kind]) => found.includes(kind))
      .map(([kind, words]) => h('span', null, s('svg', { class: 'pair-key', viewBox: '0 0 12 12', width: 12, height: 12, 'aria-hidden': 'true' },
        s('rect', { class: `pair ${kind}`, width: 12, height: 12 })), ` ${words}`)),
    'Row against column; numbers above are the rows’. ', order.length < RUNS.length ? `The best ${order.length} of ${RUNS.length} runs; the table has all. ` : '',
    isTested(measure) ? `Significant: adjusted p < ${DATA.test.alpha}.` : '');
    point(null);

    function over(event) {
      const bounds = svg.getBoundingClientRect();
      const scale = w / bounds.width;
      const [j, i] = [(event.clientX - bounds.left) * scale - label, (event.clientY - bounds.top) * scale - top].map((x) => Math.floor(x / size));
      point(cells[i]?.[j] ? [i, j] : null);
    }
    // A finger reads first; the link that comes with the numbers opens the pair.
    function onclick(event) {
      if (chosen && event.pointerType !== 'touch') open();
    }
  }

  function open() {
    const { a, b } = cells[chosen[0]][chosen[1]];
    visit('compare', { a, b });
  }

  function onkeydown(event) {
    const moves = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
    if (event.key === 'Enter' && chosen) open();
    if (!(event.key in moves) || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    const clamp = (x) => Math.min(order.length - 1, Math.max(0, x));
    let next = chosen ? [0, 1].map((k) => clamp(chosen[k] + moves[event.key][k])) : [0, 1];
    if (next[0] === next[1]) next = [0, 1].map((k) => clamp(next[k] + moves[event.key][k]));
    if (next[0] === next[1]) return;
    point(next);
    announce(readout.textContent);
  }

  function point(at) {
    chosen = at;
    const mark = svg.querySelector('.pair-chosen');
    mark?.setAttribute('visibility', at ? 'visible' : 'hidden');
    if (!at) {
      readout.textContent = 'Point at a cell to read its numbers, click to open the pair.';
      return;
    }
    const { a, b, pair } = cells[at[0]][at[1]];
    const cell = svg.querySelectorAll('.pair')[at[0] * order.length + at[1]];
    for (const name of ['x', 'y']) mark.setAttribute(name, cell.getAttribute(name));
    const decimals = differenceDecimals(state.measure);
    readout.replaceChildren(link('compare', { a, b }, null, named(RUNS[b].name), ' − ', named(RUNS[a].name)), ': ', h('strong', null, signed(pair.difference, decimals)),
      isNumber(pair.low) ? ` ${interval(pair.low, pair.high, decimals)}` : '', pair.tested ? `, p ${pTexts(pair).text.replace(/^(?!<)/, '= ')}` : '',
      ` (${PAIR_KINDS[kindOfPair(pair, state.measure)]})`);
  }

  function pairTable() {
    const { measure, slice } = state;
    const by = ranked(measure, slice);
    const mark = isTested(measure) ? `Shaded and marked *: significant (adjusted p < ${DATA.test.alpha}).` : 'These differences were not tested.';
    return [h('p', { class: 'quiet' }, `${MEASURES[measure].name}, mean difference (row − column). ${mark}`),
      table(title(), [['Run', 'run'], ...by.map((run) => [shortlyNamed(RUNS[run].name), 'num'])],
        by.map((b) => [named(RUNS[b].name), ...by.map((a) => {
          if (a === b) return '';
          const pair = pairOf(a, b, measure, slice);
          return link('compare', { a, b }, { class: `quiet-link${pair.significant ? ' real' : ''}` },
            signed(pair.difference, differenceDecimals(measure)) + (pair.significant ? '*' : ''));
        })]), { class: 'matrix-table' })];
  }
}
