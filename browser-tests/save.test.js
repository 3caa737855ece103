// Tables as CSV, charts as SVG and PNG.
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, test } from 'node:test';
import { write } from './assemble.js';
import { example, large } from './sample.js';
import { block, data, made, saved, topicRead, visit } from './support.js';

const parsed = (text) => {
  const rows = [[]];
  for (const [, quoted, bare, end] of text.replace(/^\uFEFF/, '').matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1).push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (end === '\r\n') rows.push([]);
    if (end === '') break;
  }
  return rows.slice(0, -1);
};

describe('save', { concurrency: 3 }, () => {
  test('every table can be saved as CSV, with its numbers', async (t) => {
    const page = await visit(t);
    const { runs } = await data(page);
    await topicRead(page, 't01');
    const board = await saved(page, page.locator('#leaderboard [data-save=csv]'));
    assert.match(board.name, /^Runs-by-nDCG@10\.csv$/);
    const [head, ...rows] = parsed(board.bytes.toString());
    assert.deepEqual(head.slice(1, 3).concat(head.at(-1)), ['Run', 'nDCG@10', 'AP']);
    for (const row of rows) assert.equal(Number(row[2]), Number(runs.find((r) => r.name === row[1]).compared[0].toFixed(4)), row[1]);
    await page.evaluate(() => document.querySelectorAll('details').forEach((box) => { box.open = true; }));
    const tables = await page.locator('main table').count();
    assert.equal(await page.locator('main [data-save=csv]').count(), tables);
    const rankings = parsed((await saved(page, page.locator('.rankings [data-save=csv]'))).bytes.toString());
    const topic = await block(page, 'topic-0');
    const run = runs.findIndex((r) => r.name === rankings[0][1]);
    for (const [i, row] of rankings.slice(1).entries()) assert.deepEqual(row.slice(0, 2), [String(i + 1), topic.documents[topic.runs[run][i]]]);
    const differences = await saved(page, page.locator('#differences').locator('xpath=ancestor::div[@class="table-box"]').locator('[data-save=csv]'));
    const last = parsed(differences.bytes.toString()).slice(1).map((row) => Number(row[2]));
    assert.ok(last.length === 12 && last.every(Number.isFinite) && last.at(-1) < 0, 'minus signs are those of programs');
  });

  test('what a spreadsheet would take for a formula is text', async (t) => {
    const sample = example();
    const names = ['=HYPERLINK("http://x","y")', '+1+cmd|x', '-2+3', '@SUM(A1)', 'plain, "quoted"'];
    sample.data.runs.forEach((r, i) => { r.name = names[i]; });
    const page = await visit(t, { file: write(path.join(made, 'formula.html'), sample) });
    const { bytes } = await saved(page, page.locator('#leaderboard [data-save=csv]'));
    const cells = parsed(bytes.toString()).slice(1).map((row) => row[1]).sort();
    assert.deepEqual(cells, names.map((name) => (/^[=+@-]/.test(name) ? `'${name}` : name)).sort());
    assert.deepEqual(await page.evaluate(() => csv([['-0.5', '+0.25', '-1e-9', '-x', '=1', '\t=1', '@a', '+1 2']])), "-0.5,+0.25,-1e-9,'-x,'=1,'\t=1,'@a,'+1 2\r\n");
  });

  test('every chart can be saved as SVG and PNG, with its colours and its legend', async (t) => {
    const page = await visit(t, { file: write(path.join(made, 'charts.html'), large(17, 20, 30)), hash: '#topics&topic=1001' });
    await topicRead(page, '1001');
    await page.locator('.doc').first().click();
    const { runs } = await data(page);
    const charts = await page.locator('svg.chart').count();
    assert.equal(charts, 4);
    // The intervals of the leaderboard are drawn within it.
    assert.equal(await page.locator('[data-save=svg]').count(), charts + 1);
    for (const [i, button] of (await page.locator('[data-save=svg]').all()).entries()) {
      const { name, bytes } = await saved(page, button);
      const text = bytes.toString();
      assert.match(name, /\.svg$/);
      assert.match(text, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
      assert.doesNotMatch(text, /var\(|class=|<script/);
      if (i < 2) for (const r of [...runs].sort((x, y) => y.means[0] - x.means[0]).slice(0, 5)) assert.ok(text.includes(r.name), r.name);
    }
    for (const button of await page.locator('[data-save=png]').all()) {
      const { name, bytes } = await saved(page, button);
      assert.match(name, /\.png$/);
      assert.equal(bytes.subarray(1, 4).toString(), 'PNG');
      assert.ok(bytes.readUInt32BE(16) > 400 && bytes.length > 2000, `${bytes.readUInt32BE(16)} px`);
    }
  });
});
