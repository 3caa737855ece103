// Puts page, style, script and data together the same way as `gainline report` does.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import path from 'node:path';

const HTML = path.join(path.dirname(fileURLToPath(import.meta.url)), '../crates/gainline-report/src/html');

/** The script's files in the order in which they are concatenated. */
export const SCRIPTS = ['core.js', 'chart.js', 'leaderboard.js', 'curves.js', 'compare.js', 'topics.js', 'rankings.js', 'quality.js',
  'method.js', 'main.js'];

/** JSON that cannot end the script element which holds it. */
export function embed(value) {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g,
    (c) => '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0'));
}

/** The whole page. One pass over the template, so that no data is ever taken for a placeholder. */
export function assemble({ data, topics, documents }) {
  const text = (name) => readFileSync(path.join(HTML, name), 'utf8');
  const block = (id, value) => `<script type="application/json" id="${id}">${embed(value)}</script>\n`;
  const parts = {
    style: text('style.css'),
    script: SCRIPTS.map(text).join('\n'),
    data: block('data', data),
    topics: topics.map((topic, at) => block(`topic-${at}`, topic)).join(''),
    documents: documents ? block('documents', documents) : '',
    title: data.title.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`),
  };
  return text('page.html').replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
}

/** Writes the page and gives its path. */
export function write(file, sample) {
  writeFileSync(file, assemble(sample));
  return file;
}
