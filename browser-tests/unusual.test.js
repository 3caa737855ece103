// Data as it seldom is.
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, test } from 'node:test';
import { write } from './assemble.js';
import { example } from './sample.js';
import { column, made, topicRead, until, visit } from './support.js';

describe('unusual', { concurrency: 3 }, () => {
  test('one run, one topic, no titles, no curves, nothing tested', async (t) => {
    const { data: all } = example();
    const one = { ...all, runs: all.runs.slice(0, 1), topics: [{ id: 't01', title: null, description: null, judged: 3, relevant: 0 }],
      values: all.values.map((byRun) => [[byRun[0][0]]]), pairs: [], curves: [], verdict: ['There is one run.'], choices: [], test: null, thinned: [],
      quality: { unjudged: { depths: [], shares: [] }, findings: [], notes: [] } };
    one.runs[0] = { ...one.runs[0], low: [null, null, null, null, null, null], high: [null, null, null, null, null, null], rank: [null, null, null, null, null, null], letters: [null, null, null, null, null, null] };
    const block = { documents: ['a', 'b'], grades: [-1, 0.5], runs: [[1, 0]], contributions: [[[]]], scores: null };
    const page = await visit(t, { file: write(path.join(made, 'one.html'), { data: one, topics: [block], documents: null }), hash: '#topics&topic=t01' });
    await topicRead(page, 't01');
    assert.equal(await page.locator('.ranking tbody tr').count(), 2);
    assert.deepEqual(await page.locator('.ranking .grade').allInnerTexts(), ['0.5', '−1']);
    await page.locator('.doc').first().click();
    assert.match(await page.locator('.card').innerText(), /No title or text/);
    assert.match(await page.locator('#compare').innerText(), /only one run/);
    assert.match(await page.locator('#leaderboard').innerText(), /No intervals/);
  });

  test('names of 40 letters are whole at 1280 px', async (t) => {
    const sample = example();
    sample.data.runs.forEach((r) => { r.name = `${r.name}-with-a-name-of-about-forty-letters`; });
    const page = await visit(t, { file: write(path.join(made, 'names.html'), sample) });
    for (const name of await page.locator('.leaderboard .run .name').all()) {
      assert.ok(await name.evaluate((e) => e.scrollWidth <= e.clientWidth && e.title === e.textContent), await name.innerText());
    }
    assert.ok(await page.locator('.board .scroll').evaluate((e) => e.scrollWidth <= e.clientWidth), 'and all columns are seen');
  });

  test('runs that were compared and not tested', async (t) => {
    const sample = example();
    sample.data.pairs.forEach((pair) => Object.assign(pair, { p: null, adjusted: null, p_text: null, significant: false }));
    sample.data.runs.forEach((r) => { r.letters = r.letters.map(() => null); });
    const page = await visit(t, { file: write(path.join(made, 'untested.html'), sample) });
    assert.match(await page.locator('#board-notes').innerText(), /were not tested/);
    assert.match(await page.locator('.finding').innerText(), /not tested/);
    assert.equal(await page.locator('#compare-p').innerText(), '–');
  });

  test('a measure of which lower is better, with values missing', async (t) => {
    const sample = example();
    const { data: changed } = sample;
    changed.measures[0] = { ...changed.measures[0], name: 'ERR rank', better: 'lower', decimals: 2 };
    changed.values[0][2][4] = null;
    changed.runs[4].means[0] = null;
    changed.runs.forEach((r) => { r.compared[0] = null; });
    changed.pairs = changed.pairs.filter((pair) => pair.measure !== 0);
    const page = await visit(t, { file: write(path.join(made, 'lower.html'), sample) });
    const [first] = await column(page, 2);
    assert.equal(first.replace('☆', '').trim(), 'cached', 'the lowest mean stands first');
    assert.equal((await column(page, 2)).at(-1).replace('☆', '').trim(), 'titles', 'no mean stands last');
    assert.equal((await column(page, 3)).at(-1), '–');
    assert.match((await column(page, 3))[0], /^0\.\d\d$/);
    await page.evaluate(() => { location.hash = `#compare&pair=hybrid,boolean&measure=${encodeURIComponent('ERR rank')}`; });
    await until(page, () => /^hybrid is worse than boolean .*was not tested/.test(document.querySelector('.finding').textContent));
    assert.equal(await page.locator('#compare .beam').count(), 11, 'a topic without a value is left out');
    assert.equal(await page.locator('#compare-p').innerText(), '–');
    const [won, , lost] = (await page.locator('#compare-wtl').innerText()).split(' / ').map(Number);
    assert.ok(lost > won);
  });
});
