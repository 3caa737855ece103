// Curves over ranks or recall, with a legend that also reads out the values under the crosshair.

const SHOWN_AT_FIRST = 8;

/** What is hidden and shown together, on whichever curve: a run's number, or which ideal it is. */
const keyOf = (line) => line.run ?? (isNumber(line.of) ? `ideal of ${line.of}` : 'ideal');
const keysOf = (runs) => runs.flatMap((run) => [keyOf({ run }), keyOf({ run: null, of: run })]);

function buildCurves() {
  const section = byId('curves');
  const curves = DATA.curves ?? [];
  if (!curves.length) {
    section.append(h('p', { class: 'quiet' }, 'No curves were made.'));
    return;
  }
  const many = RUNS.length > 12;
  // Runs stay hidden from one curve to the next.
  const hidden = new Set(many ? keysOf(BEST_FIRST.slice(SHOWN_AT_FIRST)) : []);
  const everything = [...new Set(curves.flatMap((c) => c.lines.map(keyOf)))];
  let logarithmic = false;
  let chart;
  let curve = curves[0];
  let items = [];

  const tabs = h('div', { class: 'tabs', role: 'group', 'aria-label': 'Curve' }, curves.map((c) => h('button', {
    type: 'button', 'aria-pressed': String(c === curve), click: () => open(c) }, c.title)));
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
  const choose = (text, shown) => h('button', { type: 'button', class: 'button small', click: () => showOnly(shown()) }, text);
  section.append(
    h('div', { class: 'controls' }, tabs, h('span', { class: 'spring' }), logLabel, reset),
    h('div', { class: 'curve' }, holder,
      h('div', { class: 'legend' }, readAt, list, h('div', { class: 'legend-tools' },
        many ? choose(`Best ${SHOWN_AT_FIRST}`, () => keysOf(BEST_FIRST.slice(0, SHOWN_AT_FIRST))) : null,
        choose('All', () => everything), choose('None', () => [])))),
    note, data);
  open(curve);

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
      h('span', { class: 'screen-only' }, 'Drag to zoom; click a name to hide its line, double-click to see it alone. ',
        many ? `At first the ${SHOWN_AT_FIRST} best runs by ${MEASURES[PRIMARY].name} are shown.` : ''));
    data.refresh();
    apply();
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
    swatch(line.run, line.run ?? line.of ?? null), named(line.name), value);
    return { line, index: i, button, value, element: h('li', null, button) };
  }

  function toggle(key) {
    if (!hidden.delete(key)) hidden.add(key);
    apply();
  }

  function solo(key) {
    const alone = curve.lines.every((line) => keyOf(line) === key || hidden.has(keyOf(line)));
    showOnly(alone && !hidden.has(key) ? everything : [key]);
  }

  function showOnly(keys) {
    hidden.clear();
    everything.filter((key) => !keys.includes(key)).forEach((key) => hidden.add(key));
    apply();
  }

  function apply() {
    for (const { line, index, button } of items) {
      chart.toggle(index, hidden.has(keyOf(line)));
      button.setAttribute('aria-pressed', String(!hidden.has(keyOf(line))));
    }
    chart.draw();
  }

  function readOut(x) {
    const at = () => (curve.x === 'rank' ? x : fixed(x, Number.isInteger(x * 10) ? 1 : 3));
    readAt.textContent = x === null ? 'Point at the chart to read values' : `${curve.x} ${at()}`;
    for (const { line, value } of items) {
      const y = x === null || hidden.has(keyOf(line)) ? null : valueAt(line.points, x);
      value.textContent = isNumber(y) ? fixed(y, 4) : '';
    }
  }
}

function curveTable(curve) {
  const xs = [...new Set(curve.lines.flatMap((line) => line.points.map((p) => p[0])))].sort((a, b) => a - b);
  const tooMany = xs.length * curve.lines.length > 20000;
  const kept = tooMany ? xs.filter((_, i) => i < 20 || i % Math.ceil(xs.length / 200) === 0) : xs;
  const tables = table(`${curve.title}: ${curve.y} by ${curve.x}`,
    [[curve.x, 'num'], ...curve.lines.map((line) => [named(line.name), 'num'])],
    kept.map((x) => [curve.x === 'rank' ? String(x) : fixed(x, Number.isInteger(x * 10) ? 1 : 3), ...curve.lines.map((line) => {
      const y = valueAt(line.points, x);
      return isNumber(y) ? fixed(y, 4) : NONE;
    })]));
  return tooMany ? [h('p', { class: 'quiet' }, `${kept.length} of ${xs.length} places are listed.`), tables] : tables;
}
