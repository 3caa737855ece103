// Curves over ranks or recall, with a legend that also reads out the values under the crosshair. Of
// many runs the best few, pinned ones and the chosen pair are in colour; the others are a band.

const IN_COLOUR = 5;
const MANY_RUNS = 8;

/** What is shown together, on whichever curve: a run's name, or which ideal it is. */
const keyOf = (line) => (line.run !== null ? RUNS[line.run].name : isNumber(line.of) ? `ideal of ${RUNS[line.of].name}` : 'ideal');
const lineKeys = () => [...new Set((DATA.curves ?? []).flatMap((curve) => curve.lines.map(keyOf)))];

/** The lines in colour, where nobody has chosen any. */
function usualLines() {
  if (RUNS.length <= MANY_RUNS) return lineKeys();
  const runs = new Set([...BEST_FIRST.slice(0, IN_COLOUR), ...state.pins, ...(state.a === START.a && state.b === START.b ? [] : [state.a, state.b])]);
  return ['ideal', ...[...runs].map((run) => RUNS[run].name)];
}

function buildCurves() {
  const section = byId('curves');
  const curves = DATA.curves ?? [];
  if (!curves.length) {
    section.append(h('p', { class: 'quiet' }, 'No curves were made.'));
    return;
  }
  const many = RUNS.length > MANY_RUNS;
  const change = (what) => go({ ...what, section: 'curves' });
  let logarithmic = false;
  let chart;
  let curve = null;
  let items = [];

  const tabs = h('div', { class: 'tabs', role: 'group', 'aria-label': 'Curve' }, curves.map((c, i) => h('button', {
    type: 'button', click: () => change({ curve: i }) }, c.title)));
  const log = h('input', { type: 'checkbox', id: 'log-ranks', change: () => {
    logarithmic = log.checked;
    chart.setLogarithmic(logarithmic);
  } });
  const logLabel = h('label', { class: 'check' }, log, ' Logarithmic ranks');
  const reset = h('button', { type: 'button', class: 'button', id: 'reset-zoom', disabled: true, click: () => chart.reset() }, 'Reset zoom');
  const holder = h('div', { class: 'curve-chart' });
  const readAt = h('p', { class: 'legend-head' });
  const list = h('ul', { class: 'legend-list' });
  const note = h('p', { class: 'notes' });
  const data = asTable(() => curveTable(curve));
  const choose = (text, lines) => h('button', { type: 'button', class: 'button small', click: () => change({ lines: lines() }) }, text);
  const inColour = () => items.map(({ line }) => line).filter((line) => chosen().includes(keyOf(line)));
  section.append(
    h('div', { class: 'controls' }, tabs, h('span', { class: 'spring' }), logLabel, reset),
    h('div', { class: `curve${many ? ' many' : ''}` }, holder,
      h('div', { class: 'legend' }, readAt, list, h('div', { class: 'legend-tools' },
        many ? choose(`Best ${IN_COLOUR}`, () => null) : null, choose('All', lineKeys), choose('None', () => [])))),
    chartTools(() => `${curve.title}, ${plural(RUNS.length, 'run')}`, () => chart.svg,
      () => inColour().map((line) => [colourClass(line.run ?? line.of ?? null), dashes(line.run), line.name])),
    note, data);
  view(['curve', 'lines', 'pins', 'a', 'b'], draw);


  function chosen() {
    return state.lines ?? usualLines();
  }

  function draw() {
    if (curves[state.curve] !== curve) open(curves[state.curve]);
    const shown = chosen();
    for (const { line, index, button } of items) {
      const colour = shown.includes(keyOf(line));
      chart.set(index, { hidden: !colour, banded: !colour && line.run !== null });
      button.setAttribute('aria-pressed', String(colour));
    }
    chart.draw();
  }

  function open(next) {
    curve = next;
    tabs.querySelectorAll('button').forEach((button, i) => button.setAttribute('aria-pressed', String(curves[i] === curve)));
    const ranks = curve.x === 'rank';
    logLabel.hidden = !ranks;
    chart = new LineChart({
      label: `${curve.title}: ${curve.y} by ${curve.x}, ${plural(curve.lines.length, 'line')}. Arrow keys read values.`,
      x: curve.x, y: curve.y, logarithmic: ranks && logarithmic, show: readOut,
      zoomed: (yes) => { reset.disabled = !yes; },
      lines: curve.lines.map((line) => ({ name: line.name, points: line.points,
        kind: `${colourClass(line.run ?? line.of ?? null)}${line.run === null ? ' ideal' : ''}`, dashes: dashes(line.run) })),
    });
    reset.disabled = true;
    holder.replaceChildren(chart.element);
    // Best first, so that the legend stands in the order in which the lines do.
    const order = range(curve.lines.length).sort((a, b) => position(curve.lines[a]) - position(curve.lines[b]));
    items = order.map((i) => item(i));
    list.replaceChildren(...items.map((it) => it.element));
    note.replaceChildren(...(curve.note ? prose(sentenceOf(curve.note) + ' ') : []),
      many ? `In colour: the ${IN_COLOUR} best runs by ${MEASURES[PRIMARY].name}, pinned runs, and the pair that is compared; grey: the range of the others. ` : '',
      h('span', { class: 'screen-only' }, 'Drag to zoom; click a name to take its line in or out of colour, double-click to see it alone.'));
    data.refresh();
  }

  /** An ideal of all stands first, one of a run behind that run. */
  function position({ run, of }) {
    return run !== null ? BEST_FIRST.indexOf(run) : isNumber(of) ? BEST_FIRST.indexOf(of) + 0.5 : -1;
  }

  function item(i) {
    const line = curve.lines[i];
    const value = h('span', { class: 'value' });
    const button = h('button', { type: 'button', class: 'legend-item', 'data-line': line.name,
      click: (event) => (event.shiftKey ? solo(keyOf(line)) : toggle(keyOf(line))),
      dblclick: (event) => { if (!event.shiftKey) solo(keyOf(line)); },
      pointerenter: () => chart.emphasise(i), pointerleave: () => chart.emphasise(null),
      focus: () => chart.emphasise(i), blur: () => chart.emphasise(null) },
    swatch(line.run, line.run ?? line.of ?? null), named(line.name, null, NARROW.matches ? 14 : 20), value);
    return { line, index: i, button, value, element: h('li', null, button) };
  }

  function toggle(key) {
    const shown = chosen();
    change({ lines: shown.includes(key) ? shown.filter((k) => k !== key) : [...shown, key] });
  }

  function solo(key) {
    const alone = isSame(inColour().map(keyOf), [key]);
    change({ lines: alone ? lineKeys() : [key] });
  }

  function readOut(x) {
    const at = () => (curve.x === 'rank' ? x : fixed(x, Number.isInteger(x * 10) ? 1 : 3));
    readAt.textContent = x === null ? 'Point at the chart to read values' : `${curve.x} ${at()}`;
    for (const { line, value } of items) {
      const y = x === null ? null : valueAt(line.points, x);
      value.textContent = isNumber(y) ? fixed(y, 4) : '';
    }
  }
}

function curveTable(curve) {
  const xs = [...new Set(curve.lines.flatMap((line) => line.points.map((p) => p[0])))].sort((a, b) => a - b);
  const tooMany = xs.length * curve.lines.length > 20000;
  const kept = tooMany ? xs.filter((_, i) => i < 20 || i % Math.ceil(xs.length / 200) === 0) : xs;
  const tables = table(`${curve.title}: ${curve.y} by ${curve.x}`,
    [[curve.x, 'num'], ...curve.lines.map((line) => [shortlyNamed(line.name), 'num'])],
    kept.map((x) => [curve.x === 'rank' ? String(x) : fixed(x, Number.isInteger(x * 10) ? 1 : 3), ...curve.lines.map((line) => {
      const y = valueAt(line.points, x);
      return isNumber(y) ? fixed(y, 4) : NONE;
    })]));
  return tooMany ? [h('p', { class: 'quiet' }, `${kept.length} of ${xs.length} places are listed.`), tables] : tables;
}
