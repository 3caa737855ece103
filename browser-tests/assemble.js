// Puts page, style, script and data together the same way as `gainline report` does.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';

const HTML = path.join(path.dirname(fileURLToPath(import.meta.url)), '../crates/gainline-report/src/html');

/** The script's files in the order in which they are concatenated. */
export const SCRIPTS = ['core', 'numbers', 'address', 'tables', 'save', 'chart', 'verdict', 'intervals', 'leaderboard', 'curves', 'compare',
  'differences', 'matrix', 'topics', 'document', 'rankings', 'quality', 'method', 'main'].map((name) => `${name}.js`);

/** JSON that cannot end the script element which holds it. */
export function embed(value) {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g,
    (c) => '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0'));
}

/** The whole page. One pass over the template, so that no data is ever taken for a placeholder. */
export function assemble({ data, topics, documents }) {
  const text = (name) => readFileSync(path.join(HTML, name), 'utf8');
  const block = (id, value) => `<script type="application/json" id="${id}">${embed(value)}</script>\n`;
  const packed = (id, value) => `<script type="application/x-deflate" id="${id}">${deflateRawSync(JSON.stringify(value)).toString('base64')}</script>\n`;
  const parts = {
    style: ['style.css', 'narrow.css', 'print.css'].map(text).join('\n'),
    script: SCRIPTS.map(text).join('\n'),
    data: block('data', data),
    topics: topics.map((topic, at) => packed(`topic-${at}`, topic)).join(''),
    documents: documents ? packed('documents', documents) : '',
    title: data.title.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`),
  };
  return text('page.html').replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
}

/** Writes the page and gives its path. */
export function write(file, sample) {
  writeFileSync(file, assemble(sample));
  return file;
}
