// Numbers as text, which run is better, and how runs and grades are coloured.

/** With this many decimals, rounded as the other commands do: exact halves to the even digit. */
function fixed(x, decimals) {
  const size = Math.abs(x);
  let text = size.toFixed(decimals);
  const scaled = size * 10 ** decimals;
  if (Math.abs((scaled % 1) - 0.5) < 1e-6 && decimals < 60) {
    const exact = size.toFixed(decimals + 40);
    const cut = exact.length - 40;
    if (/^50*$/.test(exact.slice(cut))) {
      const down = exact.slice(0, cut).replace(/\.$/, '');
      if (Number(down.at(-1)) % 2 === 0) text = down;
    }
  }
  return (x < 0 && /[1-9]/.test(text) ? '−' : '') + text;
}

const NONE = '–';

/** A value of a measure. */
function score(x, measure) {
  return isNumber(x) ? fixed(x, MEASURES[measure]?.decimals ?? 4) : NONE;
}

/** A difference, with its sign unless it is shown as zero. */
function signed(x, decimals) {
  if (!isNumber(x)) return NONE;
  const text = fixed(x, decimals);
  return (x > 0 && /[1-9]/.test(text) ? '+' : '') + text;
}

function interval(low, high, decimals) {
  return isNumber(low) && isNumber(high) ? `[${fixed(low, decimals)}, ${fixed(high, decimals)}]` : NONE;
}

/** A p-value as `gainline compare` prints it: never rounded to 0, and never to 0.05 if it is below. */
function pValue(p) {
  if (!isNumber(p)) return NONE;
  if (p === 0) return '< 1e-300';
  if (p >= 0.99995) return '1';
  if (p < 0.0001) return p.toExponential(1);
  return fixed(p, p < 0.001 ? 5 : Math.abs(p - 0.05) < 0.0001 ? 6 : 4);
}

/** A p that no trial reached: below its first digit, rounded up. */
function belowP(p) {
  const power = Math.floor(Math.log10(p));
  const digit = Math.ceil(p / 10 ** power - 1e-9);
  const up = digit * 10 ** power;
  return `< ${power < -6 ? up.toExponential(0) : up.toFixed(Math.max(0, digit < 10 ? -power : -power - 1))}`;
}

function percent(share, decimals = 1) {
  return isNumber(share) ? `${fixed(share * 100, decimals)} %` : NONE;
}

const count = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, '\u202F');

/* ---------- what is better ---------- */

const lowerIsBetter = (measure) => MEASURES[measure].better === 'lower';

/** Above 0 if x is better than y. */
function better(measure, x, y) {
  return lowerIsBetter(measure) ? y - x : x - y;
}

/* Runs have two numbers by a measure: `means` is what `gainline eval` prints, over the run's own
   topics; `compared` is what `gainline compare` prints, over the topics that every run has. Interval,
   group, place and differences belong to the second, which is shown where there is one. */

const SLICES = DATA.slices ?? [];
const COMPARED = MEASURES.map((_, m) => RUNS.some((run) => isNumber(run.compared?.[m])));
const summaryOf = (measure) => MEASURES[measure].summary ?? 'mean';
const differenceDecimals = (measure) => MEASURES[measure].difference_decimals ?? MEASURES[measure].decimals ?? 4;

/** What the comparison on a slice of the topics, or on all of them, says of a run. */
const comparedOf = (run, slice = null) => (slice === null ? RUNS[run] : SLICES[slice].runs[run]);

function shownMean(run, measure, slice = null) {
  return COMPARED[measure] || slice !== null ? comparedOf(run, slice).compared?.[measure] ?? null : RUNS[run].means[measure];
}

/** What `gainline eval` prints of the run, where that is another number. */
function ownValue(run, measure) {
  const [x, y] = [RUNS[run].means[measure], shownMean(run, measure)];
  if (!COMPARED[measure] || !isNumber(x)) return null;
  return isNumber(y) && Math.abs(x - y) <= 1e-9 * Math.max(1, Math.abs(x)) ? null : x;
}

/** The 95 % interval of the shown mean, if it has one of its kind. */
function boundsOf(run, measure, slice = null) {
  const of = comparedOf(run, slice);
  const ends = [of.low?.[measure], of.high?.[measure]];
  return ends.every(isNumber) && (COMPARED[measure] || summaryOf(measure) === 'mean') ? ends : null;
}

/** The shown mean, or an end of its interval, as text. */
function shownText(x, measure) {
  return isNumber(x) ? fixed(x, COMPARED[measure] ? differenceDecimals(measure) : MEASURES[measure].decimals ?? 4) : NONE;
}

const SUMMARIES = { mean: 'mean', sum: 'total', geometric: 'geometric mean', pooled: 'pooled value' };

/** What the shown mean is: of totals and pooled values, what is compared is the mean of the topics. */
function kindOf(measure) {
  const summary = summaryOf(measure);
  return COMPARED[measure] && summary !== 'geometric' ? 'mean' : SUMMARIES[summary] ?? 'mean';
}

const RANKED = new Map();

/** Numbers of the runs by their shown means, best first; those without a value last. */
function ranked(measure, slice = null) {
  const key = `${measure} ${slice}`;
  if (!RANKED.has(key)) {
    RANKED.set(key, range(RUNS.length).sort((a, b) => {
      const [x, y] = [shownMean(a, measure, slice), shownMean(b, measure, slice)];
      if (!isNumber(x) || !isNumber(y)) return isNumber(y) - isNumber(x);
      return better(measure, y, x) || a - b;
    }));
  }
  return RANKED.get(key);
}

/** The best value of a measure, or null where none is better than another. */
function best(measure, slice = null) {
  return MEASURES[measure].better === 'neither' || !RUNS.length ? null : shownMean(ranked(measure, slice)[0], measure, slice);
}

const BEST_FIRST = ranked(PRIMARY);

/* ---------- colours and dashes, as in `gainline plot` ---------- */

const DASHES = ['', '7 3', '2 2', '9 2 2 2', '4 1.5', '11 3 2 3 2 3', '3 4', '13 4'];
const styleNumber = RUNS.map((_, run) => (RUNS.length > 8 ? BEST_FIRST.indexOf(run) : run));
const colourClass = (run) => (run === null ? 'c-ideal' : `c${styleNumber[run] % 8}`);

function dashes(run) {
  if (run === null) return '2 3';
  const number = styleNumber[run];
  return DASHES[(number + Math.floor(number / 8)) % 8];
}

/** A run's line in miniature; an ideal's has the colour of its run, if it is of one. */
function swatch(run, of = run) {
  return s('svg', { class: `swatch ${colourClass(of)}`, viewBox: '0 0 22 8', width: 22, height: 8, 'aria-hidden': 'true' },
    s('line', { x1: 1, x2: 21, y1: 4, y2: 4, 'stroke-dasharray': dashes(run) }));
}

/** How dark the place of a grade is, in percent. The middle is left out: no text stands out there. */
function gradeShade(grade) {
  const positive = (DATA.grades ?? []).filter((g) => g > 0);
  if (!(grade > 0)) return 0;
  const at = positive.length > 1 ? positive.indexOf(grade) / (positive.length - 1) : 1;
  return at <= 0.5 ? 14 + at * 52 : 80 + (at - 0.5) * 40;
}

/** A grade: its number on the colour of its place among the grades. */
function gradeChip(grade) {
  if (grade === null || grade === undefined) return h('span', { class: 'grade unjudged', title: 'unjudged' }, '?');
  const shade = gradeShade(grade);
  const kind = `grade${shade > 50 ? ' strong' : ''}${shade ? '' : ' zero'}`;
  return h('span', { class: kind, '--share': `${shade}%`, title: `grade ${grade}` },
    String(grade).replace('-', '−'));
}
