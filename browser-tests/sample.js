// Data in the form that `gainline report` embeds: the bundled example as the program gives it, a
// large made-up comparison, and the example with hostile names.
//   node sample.js [folder]
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflateRawSync } from 'node:zlib';
import { write } from './assemble.js';

export const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
/** The program under test: as cargo builds it now, unless another one is named. */
export const GAINLINE = path.resolve(process.env.GAINLINE
  ?? execFileSync('cargo', ['xtask', 'binary'], { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim());
export const QRELS = 'examples/qrels.txt';
export const run = (name) => `examples/runs/${name}.run`;
export const RUNS = ['boolean', 'cached', 'hybrid', 'reranker', 'titles'].map(run);
export const TEXTS = ['--documents', 'examples/documents.jsonl', '--topics', 'examples/topics.tsv'];

/** What a command prints, run at the top of the repository. */
export function gainline(...args) {
  return execFileSync(GAINLINE, args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** The data that a report holds. */
export function read(html) {
  const blocks = [...html.matchAll(/<script type="application\/(json|x-deflate)" id="([^"]+)">([^]*?)<\/script>/g)];
  const text = (kind, content) => (kind === 'json' ? content : inflateRawSync(Buffer.from(content, 'base64')).toString());
  const found = Object.fromEntries(blocks.map(([, kind, id, content]) => [id, JSON.parse(text(kind, content))]));
  return { data: found.data, topics: found.data.topics.map((_, t) => found[`topic-${t}`]), documents: found.documents ?? null };
}

let known;

/** The bundled example. */
export function example() {
  return structuredClone(known ??= read(gainline('report', QRELS, ...RUNS, ...TEXTS, '-o', '-')));
}

/** A made-up comparison: 50 runs, 250 topics, rankings to depth 100. */
export function large(runCount = 50, topicCount = 250, depth = 100) {
  let seed = 12345;
  const random = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
  const clamp = (x) => Math.min(1, Math.max(0, x));
  const range = (n, f) => Array.from({ length: n }, (_, i) => f(i));
  const names = ['nDCG@10', 'AP', 'RR', 'P@10', 'R@1000', 'Judged@10'];
  const families = ['bm25', 'dense', 'splade', 'colbert', 'rerank', 'hybrid', 'query2doc', 'rm3', 'lm-dirichlet', 'distilled'];
  const runNames = range(runCount, (i) => `${families[i % families.length]}-${String.fromCharCode(97 + Math.floor(i / families.length))}${(i * 7) % 90 + 10}`);
  const ability = range(runCount, () => 0.25 + 0.45 * random());
  const hardness = range(topicCount, () => random() - 0.5);
  const values = names.map((_, m) => range(runCount, (r) => range(topicCount, (t) => clamp(ability[r] - m * 0.03 + 0.5 * hardness[t] + 0.25 * (random() - 0.5)))));
  const mean = (list) => list.reduce((a, b) => a + b, 0) / list.length;
  const deviation = (list) => Math.sqrt(list.reduce((a, b) => a + (b - mean(list)) ** 2, 0) / (list.length - 1));
  const half = (list) => 1.97 * deviation(list) / Math.sqrt(list.length);
  const means = values.map((byRun) => byRun.map(mean));
  const halves = values.map((byRun) => byRun.map(half));
  const place = (m, r) => 1 + means[m].filter((x) => x > means[m][r]).length;
  const pairs = [];
  for (const m of [0, 1]) for (let a = 0; a < runCount; a++) for (let b = a + 1; b < runCount; b++) {
    const differences = values[m][b].map((v, t) => v - values[m][a][t]);
    const d = mean(differences);
    const h = half(differences);
    const p = Math.min(1, Math.exp(-Math.abs(d / h) * 3));
    pairs.push({ measure: m, a, b, difference: d, low: d - h, high: d + h, p, adjusted: Math.min(1, 2 * p),
      wins: differences.filter((x) => x > 0).length, ties: differences.filter((x) => x === 0).length,
      losses: differences.filter((x) => x < 0).length, effect: d / deviation(differences), significant: 2 * p < 0.05 });
  }
  const data = {
    gainline: '0.1.0', title: `${runCount} runs on ${topicCount} topics`, command: 'gainline report qrels.txt runs/*.run -o report.html',
    files: runNames.map((name) => ({ role: 'run', name, path: `runs/${name}.run`, bytes: 1234567, sha256: createHash('sha256').update(name).digest('hex') })),
    choices: [{ about: 'ties', text: 'equal scores (as doubles) by document id, descending (--ties docid)' }],
    measures: names.map((name) => ({ name, meaning: `the meaning of ${name}`, formula: 'a sum over ranks', citation: '', edge_cases: '0 when nothing is relevant', better: name.startsWith('Judged') ? 'neither' : 'higher', decimals: 4 })),
    primary: 0,
    runs: runNames.map((name, r) => ({ name, file: `runs/${name}.run`, tag: name, rows: topicCount * depth, tied_rows: Math.floor(random() * 900), missing: [], extra: [],
      means: names.map((_, m) => means[m][r]),
      low: names.map((_, m) => (m < 2 ? means[m][r] - halves[m][r] : null)), high: names.map((_, m) => (m < 2 ? means[m][r] + halves[m][r] : null)),
      rank: names.map((_, m) => (m < 2 ? [Math.max(1, place(m, r) - 4), Math.min(runCount, place(m, r) + 4)] : null)),
      letters: names.map((_, m) => (m < 2 ? String.fromCharCode(97 + Math.floor(place(m, r) / 7), 97 + Math.floor((place(m, r) + 3) / 7)).replace(/(.)\1/, '$1') : null)) })),
    topics: range(topicCount, (t) => ({ id: String(1000 + t), title: `made-up topic number ${t}`, description: null, judged: 40 + t % 30, relevant: 5 + t % 17 })),
    values, test: { name: 'made-up test', words: 'The p-values are made up.', alpha: 0.05 }, pairs,
    verdict: [`${runNames[means[0].indexOf(Math.max(...means[0]))]} has the best mean; its lead over the next 8 runs may be chance.`, 'This comparison is made up.'],
    curves: [{ id: 'ndcg', title: 'nDCG by rank', x: 'rank', y: 'nDCG', note: `mean over ${topicCount} topics`,
      lines: runNames.map((name, r) => ({ run: r, name, points: range(depth, (k) => [k + 1, clamp(means[0][r] + 0.12 * Math.log(k + 1) / 4 - 0.03 + 0.004 * random())]) })) },
    { id: 'pr', title: 'Precision at recall', x: 'recall', y: 'precision', note: '11 points',
      lines: runNames.map((name, r) => ({ run: r, name, points: range(11, (k) => [k / 10, clamp(means[0][r] * 1.5 * (1 - k / 10))]) })) }],
    grades: [0, 1, 2, 3], relevant_from: 1,
    quality: { unjudged: { depths: [1, 5, 10, 20, 50, 100], shares: range(runCount, () => range(6, (k) => clamp(0.05 + 0.12 * k + 0.1 * random()))) }, findings: [], notes: [] },
    thinned: ['Rankings are shown to rank 100; the runs go down to 1000.'], explained: [0, null, null, null, null, null], slices: [],
  };
  const topics = range(topicCount, (t) => {
    const pool = 900;
    const documents = range(pool, (i) => `doc-${t}-${(i * 7919) % 100000}`);
    const grades = documents.map((_, i) => (i % 12 === 0 ? i % 48 / 12 : i % 3 ? null : 0));
    const found = range(runCount, () => {
      const picked = new Set();
      while (picked.size < depth) picked.add(Math.floor(pool * random() ** 2));
      return [...picked];
    });
    return { documents, grades, runs: found, scores: null,
      contributions: [found.map((list) => list.slice(0, 10).map((d, i) => [i + 1, (grades[d] ?? 0) / Math.log2(i + 2) / 8]).filter(([, c]) => c))] };
  });
  return { data, topics, documents: null };
}

export const HOSTILE = {
  runs: ['</script><script>window.hacked=1</script>', '<img src=x onerror="window.hacked=2">', '"quoted" \'run\' & <b>bold</b>',
    '\u202Eمحرك البحث\u202C العربي 🚲🔍', 'x'.repeat(120) + ' a very long name of a run ' + 'y'.repeat(120)],
  title: '<svg onload="window.hacked=3"> </title><!-- {{data}} {{topics}}',
};

/** The example with hostile names everywhere. */
export function hostile(sample = example()) {
  const { data, topics, documents } = structuredClone(sample);
  const bad = (text, i) => [`<img src=x onerror="window.hacked=4">${text}`, `${text}</script><script>window.hacked=5</script>`,
    `${text}&quot; onmouseover="window.hacked=6`, `שלום ${text} 👩‍🚀`, text + 'z'.repeat(200), `javascript:window.hacked=7//${text}`][i % 6];
  data.runs.forEach((run, i) => { run.name = HOSTILE.runs[i]; run.file = `<i>${run.file}`; run.missing = run.missing.map((id) => bad(id, i)); });
  data.curves.forEach((curve) => curve.lines.forEach((line) => { if (line.run !== null) line.name = HOSTILE.runs[line.run]; }));
  data.topics.forEach((topic, i) => { topic.id = bad(topic.id, i); topic.title = bad(topic.title, i + 1); topic.description = bad(topic.description, i + 2); });
  data.title = HOSTILE.title;
  data.command += ' "</script><script>window.hacked=8</script>"';
  data.files.forEach((f, i) => { f.path = bad(f.path, i); f.name = bad(f.name, i); });
  data.choices.forEach((c, i) => { c.text = bad(c.text, i); });
  data.verdict = [`${HOSTILE.runs[0]} has the best mean, but is not significantly different from ${HOSTILE.runs[1]}.`, `All beat ${HOSTILE.runs[4]}.`];
  data.quality.findings.forEach((f, i) => { f.message = bad(f.message, i); });
  data.warnings = data.warnings.map(bad);
  data.thinned = [bad('thinned', 0)];
  const kept = {};
  const rename = (id, i) => bad(id, i);
  topics.forEach((topic) => {
    topic.documents = topic.documents.map((id, i) => {
      const name = rename(id, i);
      if (documents[id]) kept[name] = [bad(documents[id][0], i + 1), bad(documents[id][1], i + 2)];
      return name;
    });
  });
  return { data, topics, documents: { ...kept, __proto__: null } };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2] ?? path.join(tmpdir(), 'gainline-pages');
  mkdirSync(folder, { recursive: true });
  for (const [name, made] of [['example', example()], ['hostile', hostile()], ['large', large()]]) {
    console.log(write(path.join(folder, `${name}.html`), made));
  }
  const reports = { two: [run('hybrid'), run('titles')], one: [run('hybrid')], counts: [...RUNS, '-m', 'num_rel_ret,AP,GMAP'] };
  for (const [name, args] of Object.entries(reports)) {
    const file = path.join(folder, `${name}.html`);
    writeFileSync(file, gainline('report', QRELS, ...args, '-o', '-'));
    console.log(file);
  }
}
