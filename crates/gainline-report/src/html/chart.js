// A line chart in SVG: crosshair by pointer and keys, zoom by drag, wheel and keys. It knows no runs:
// lines have a name, a class for their colour, dashes and points [x, y]. Lines that are not in colour
// stand together as a grey band.

function niceStep(span, wanted) {
  const rough = span / Math.max(1, wanted);
  const power = 10 ** Math.floor(Math.log10(rough));
  const share = rough / power;
  return power * (share < 1.5 ? 1 : share < 3.5 ? 2 : share < 7.5 ? 5 : 10);
}

function ticks(from, to, wanted) {
  if (!(to > from)) return [from];
  const step = niceStep(to - from, wanted);
  const found = [];
  for (let i = Math.ceil(from / step - 1e-9); i * step <= to + step * 1e-9; i++) found.push(i * step);
  return found;
}

function tickText(values) {
  const step = values.length > 1 ? Math.abs(values[1] - values[0]) : 1;
  const decimals = Math.max(0, Math.min(6, -Math.floor(Math.log10(step) + 1e-9)));
  return (x) => fixed(x, decimals).replace(/^−(0\.?0*)$/, '$1');
}

/** The y of a line at x: its point there, or between its neighbours; null beyond its ends. */
function valueAt(points, x) {
  let low = 0;
  let high = points.length - 1;
  if (high < 0 || x < points[0][0] || x > points[high][0]) return null;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (points[middle][0] <= x) low = middle;
    else high = middle;
  }
  const [a, b] = [points[low], points[high]];
  if (a[0] === x) return a[1];
  if (b[0] === x) return b[1];
  if (!isNumber(a[1]) || !isNumber(b[1])) return null;
  return a[1] + (b[1] - a[1]) * (x - a[0]) / (b[0] - a[0]);
}

class LineChart {
  /** `show(x)` is told where the crosshair stands, null when it is gone; `zoomed(yes)` likewise. */
  constructor({ label, x, y, lines, show, zoomed, height = 340, logarithmic = false }) {
    Object.assign(this, { x, y, lines, show, zoomed, height, logarithmic });
    this.hidden = new Set();
    this.banded = new Set();
    this.at = null;
    this.xs = [...new Set(lines.flatMap((line) => line.points.map((p) => p[0])))].sort((a, b) => a - b);
    this.full = [this.xs[0] ?? 0, this.xs.at(-1) ?? 1];
    if (this.full[0] === this.full[1]) this.full = [this.full[0] - 0.5, this.full[1] + 0.5];
    this.domain = this.full;
    this.svg = s('svg', { class: 'chart', role: 'img', tabindex: 0, 'aria-label': label });
    this.element = h('div', { class: 'chart-box' }, this.svg);
    this.listen();
    onWidth(this.element, (width) => {
      this.width = width;
      this.draw();
    });
  }

  get shown() {
    return this.lines.filter((_, i) => !this.hidden.has(i));
  }

  place(x) {
    const f = this.logarithmic ? Math.log : (v) => v;
    const [from, to] = this.domain.map(f);
    return this.box.left + (f(x) - from) / (to - from) * this.box.width;
  }

  unplace(pixel) {
    const share = Math.min(1, Math.max(0, (pixel - this.box.left) / this.box.width));
    const [from, to] = this.domain;
    return this.logarithmic ? from * (to / from) ** share : from + (to - from) * share;
  }

  /** The lines of the band as [x, lowest, highest]. */
  get band() {
    const lines = this.lines.filter((_, i) => this.banded.has(i));
    if (!lines.length) return [];
    return this.xs.map((x) => [x, lines.map((line) => valueAt(line.points, x)).filter(isNumber)])
      .filter(([, ys]) => ys.length).map(([x, ys]) => [x, Math.min(...ys), Math.max(...ys)]);
  }

  /** The range of y over what is seen of the lines. */
  yRange() {
    let low = Infinity;
    let high = -Infinity;
    const banded = this.lines.filter((_, i) => this.banded.has(i));
    for (const line of [...this.shown, ...banded]) {
      for (const [x, y] of line.points) {
        if (isNumber(y) && x >= this.domain[0] && x <= this.domain[1]) {
          low = Math.min(low, y);
          high = Math.max(high, y);
        }
      }
    }
    if (low > high) return [0, 1];
    // From 0 where that costs little room.
    if (low >= 0 && low < high * 0.2) low = 0;
    if (high <= 1 && high > 0.97) high = 1;
    if (high - low < 1e-9) return [low - 0.5, high + 0.5];
    const space = (high - low) * 0.04;
    return [low <= 0 && low > -1e-12 ? 0 : low - space, high === 1 ? 1 : high + space];
  }

  draw() {
    if (!this.width) return;
    const [low, high] = this.yRange();
    const yTicks = ticks(low, high, this.height / 60);
    const yText = tickText(yTicks);
    const wide = Math.max(...yTicks.map((t) => yText(t).length));
    this.box = { left: 26 + wide * 7.5, top: 12, height: this.height - 56 };
    this.box.width = Math.max(40, this.width - this.box.left - 14);
    const { left, top, width, height } = this.box;
    const up = (y) => top + height - (y - low) / (high - low) * height;
    this.up = up;
    const xTicks = this.xTicks();
    const xText = this.logarithmic ? (x) => String(Math.round(x)) : tickText(xTicks);
    const clip = `clip-${LineChart.number = (LineChart.number ?? 0) + 1}`;
    const band = this.band;
    this.peeked = s('path', { class: 'peek' });
    this.svg.setAttribute('viewBox', `0 0 ${this.width} ${this.height}`);
    this.svg.setAttribute('height', this.height);
    this.cross = s('g', { class: 'cross' });
    this.brush = s('rect', { class: 'brush', y: top, height, width: 0 });
    this.paths = this.lines.map((line, i) => (this.hidden.has(i) ? null : s('path', {
      class: `line ${line.kind}`, d: this.path(line.points, up), 'stroke-dasharray': line.dashes })));
    this.svg.replaceChildren(
      s('defs', null, s('clipPath', { id: clip }, s('rect', { x: left, y: top - 4, width, height: height + 8 }))),
      s('g', { class: 'grid' }, yTicks.map((t) => s('line', { x1: left, x2: left + width, y1: up(t), y2: up(t) }))),
      s('g', { class: 'axis' },
        s('line', { x1: left, x2: left + width, y1: top + height, y2: top + height }),
        xTicks.map((t) => s('line', { x1: this.place(t), x2: this.place(t), y1: top + height, y2: top + height + 4 })),
        xTicks.map((t) => s('text', { x: this.place(t), y: top + height + 18, 'text-anchor': 'middle' }, xText(t))),
        yTicks.map((t) => s('text', { x: left - 8, y: up(t) + 4, 'text-anchor': 'end' }, yText(t))),
        s('text', { class: 'axis-name', x: left + width / 2, y: this.height - 6, 'text-anchor': 'middle' }, this.x),
        s('text', { class: 'axis-name', transform: `translate(12 ${top + height / 2}) rotate(-90)`, 'text-anchor': 'middle' }, this.y)),
      s('g', { 'clip-path': `url(#${clip})` }, band.length ? s('path', { class: 'band', d: `${this.path(band.map(([x, , y]) => [x, y]), up)}`
        + `${this.path(band.map(([x, y]) => [x, y]).reverse(), up).replace(/^M/, 'L')}Z` }) : null, this.paths.filter(Boolean), this.peeked),
      this.brush, this.cross);
    this.mark();
  }

  xTicks() {
    const [from, to] = this.domain;
    const wanted = Math.max(2, Math.floor(this.box.width / 70));
    if (!this.logarithmic) {
      const found = ticks(from, to, wanted);
      const whole = this.x === 'rank' ? found.filter((t) => Number.isInteger(t)) : found;
      return this.x === 'rank' && from === 1 && whole[0] !== 1 && whole[0] - 1 > (to - from) / 20 ? [1, ...whole] : whole;
    }
    const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000].filter((t) => t >= from && t <= to);
    return steps.length > 1 ? steps : ticks(from, to, wanted).filter((t) => t >= from);
  }

  path(points, up) {
    let text = '';
    let pen = false;
    for (const [x, y] of points) {
      if (!isNumber(y)) {
        pen = false;
        continue;
      }
      text += `${pen ? 'L' : 'M'}${this.place(x).toFixed(1)} ${up(y).toFixed(1)}`;
      pen = true;
    }
    return text;
  }

  /** The crosshair and a dot on every line. */
  mark() {
    if (this.at === null || this.at < this.domain[0] || this.at > this.domain[1]) {
      this.cross.replaceChildren();
      this.show?.(null);
      return;
    }
    const { top, height } = this.box;
    const x = this.place(this.at);
    const dots = this.lines.map((line, i) => {
      const y = this.hidden.has(i) ? null : valueAt(line.points, this.at);
      return isNumber(y) ? s('circle', { class: line.kind, cx: x, cy: this.up(y), r: 3.5 }) : null;
    });
    this.cross.replaceChildren(s('line', { x1: x, x2: x, y1: top, y2: top + height }), ...dots.filter(Boolean));
    this.show?.(this.at);
  }

  moveTo(x) {
    this.at = x;
    this.mark();
  }

  nearest(x) {
    let low = 0;
    let high = this.xs.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.xs[middle] <= x) low = middle;
      else high = middle;
    }
    return Math.abs(this.xs[low] - x) <= Math.abs(this.xs[high] - x) ? low : high;
  }

  zoom(from, to) {
    from = Math.max(from, this.full[0]);
    to = Math.min(to, this.full[1]);
    const seen = this.xs.filter((x) => x >= from && x <= to).length;
    if (seen < 2) return;
    const all = from <= this.full[0] && to >= this.full[1];
    this.domain = all ? this.full : [from, to];
    this.draw();
    this.zoomed?.(!all);
  }

  /** Around a place; below 1 is in. */
  zoomBy(factor, around) {
    const [from, to] = this.domain;
    if (this.logarithmic) this.zoom(around / (around / from) ** factor, around * (to / around) ** factor);
    else this.zoom(around - (around - from) * factor, around + (to - around) * factor);
  }

  reset() {
    this.zoom(...this.full);
  }

  /** Draws a line in colour, in the band, or not at all. */
  set(line, { hidden, banded }) {
    for (const [of, yes] of [[this.hidden, hidden], [this.banded, banded]]) {
      if (yes) of.add(line);
      else of.delete(line);
    }
  }

  /** Shows a line alone for a moment, also one of the band. */
  emphasise(line) {
    this.paths.forEach((path, i) => path?.classList.toggle('faded', line !== null && i !== line));
    const seen = line !== null && !this.paths[line];
    this.peeked.setAttribute('d', seen ? this.path(this.lines[line].points, this.up) : '');
    this.peeked.setAttribute('class', `peek ${seen ? this.lines[line].kind : ''}`);
  }

  setLogarithmic(yes) {
    this.logarithmic = yes;
    this.draw();
  }

  listen() {
    const where = (event) => event.clientX - this.svg.getBoundingClientRect().left;
    let start = null;
    this.svg.addEventListener('pointermove', (event) => {
      const pixel = where(event);
      if (start !== null) {
        const [a, b] = [Math.min(start, pixel), Math.max(start, pixel)];
        this.brush.setAttribute('x', Math.max(a, this.box.left));
        this.brush.setAttribute('width', Math.max(0, Math.min(b, this.box.left + this.box.width) - Math.max(a, this.box.left)));
      }
      this.moveTo(this.xs[this.nearest(this.unplace(pixel))]);
    });
    this.svg.addEventListener('pointerdown', (event) => {
      if (event.pointerType === 'touch' || event.button !== 0) return;
      start = where(event);
      this.svg.setPointerCapture(event.pointerId);
    });
    this.svg.addEventListener('pointerup', (event) => {
      if (start === null) return;
      const [a, b] = [start, where(event)].sort((p, q) => p - q);
      start = null;
      this.brush.setAttribute('width', 0);
      if (b - a > 6) this.zoom(this.unplace(a), this.unplace(b));
    });
    this.svg.addEventListener('pointercancel', () => { start = null; });
    this.svg.addEventListener('pointerleave', () => {
      if (start === null && document.activeElement !== this.svg) this.moveTo(null);
    });
    this.svg.addEventListener('blur', () => this.moveTo(null));
    this.svg.addEventListener('dblclick', () => this.reset());
    this.svg.addEventListener('wheel', (event) => {
      // The page scrolls past a chart that nobody has clicked.
      if (document.activeElement !== this.svg && !event.ctrlKey) return;
      event.preventDefault();
      this.zoomBy(event.deltaY > 0 ? 1.25 : 0.8, this.unplace(where(event)));
    }, { passive: false });
    this.svg.addEventListener('keydown', (event) => this.key(event));
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const [from, to] = this.domain;
    const isZoomed = this.domain !== this.full;
    const middle = this.at ?? (this.logarithmic ? Math.sqrt(from * to) : (from + to) / 2);
    const step = (by) => {
      const first = this.xs.findIndex((x) => x >= from);
      const last = this.xs.findLastIndex((x) => x <= to);
      const now = this.at === null ? first - Math.sign(by) : this.nearest(this.at);
      const next = now + by;
      if (isZoomed && event.shiftKey) return this.pan(Math.sign(by));
      this.moveTo(this.xs[Math.min(last, Math.max(first, next))]);
      const text = this.shown.map((line) => [line.name, valueAt(line.points, this.at)]).filter(([, y]) => isNumber(y));
      announce(`${this.x} ${this.at}: ` + text.slice(0, 12).map(([name, y]) => `${isolated(name)} ${fixed(y, 4)}`).join(', '));
    };
    const keys = {
      ArrowLeft: () => step(event.shiftKey ? -10 : -1), ArrowRight: () => step(event.shiftKey ? 10 : 1),
      Home: () => this.moveTo(this.xs.find((x) => x >= from)), End: () => this.moveTo(this.xs.findLast((x) => x <= to)),
      '+': () => this.zoomBy(0.7, middle), '=': () => this.zoomBy(0.7, middle),
      '-': () => this.zoomBy(1 / 0.7, middle), '0': () => this.reset(), Escape: () => this.reset(),
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    keys[event.key]();
  }

  pan(direction) {
    const [from, to] = this.domain;
    const by = Math.max(-(from - this.full[0]), Math.min(this.full[1] - to, direction * (to - from) / 4));
    this.zoom(from + by, to + by);
  }
}
