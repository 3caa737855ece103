// The first screen: the headline, and the leaderboard with its columns, filter, pins and slices.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { gainline, QRELS, run, RUNS } from './sample.js';
import { cell, column, data, hash, made, plain, reportOf, runNames, until, visit } from './support.js';

describe('first screen', { concurrency: 3 }, () => {
  test('the first screen says which run is best and how certain that is', async (t) => {
    const page = await visit(t);
    const { verdict, runs } = await data(page);
    assert.equal(await page.locator('h1').innerText(), verdict[0]);
    for (const [i, run] of runs.entries()) {
      const row = page.locator(`.leaderboard tr[data-run="${i}"]`);
      assert.ok((await row.locator('.run').innerText()).includes(run.name));
      const box = await row.boundingBox();
      assert.ok(box.y + box.height < 900, `${run.name} is on the first screen`);
    }
    assert.match(await page.title(), /Gainline/);
  });

  test('warnings are a count that opens', async (t) => {
    const page = await visit(t);
    const { warnings } = await data(page);
    assert.ok(warnings.length > 2);
    const items = page.locator('#warnings li');
    assert.deepEqual(await items.allTextContents(), warnings.map((text) => text.replaceAll('`', '')));
    assert.ok(!await items.first().isVisible(), 'folded at first');
    assert.equal(await page.locator('#warnings summary').innerText(), `${warnings.length} warnings`);
    await page.locator('#warnings summary').click();
    assert.ok(await items.last().isVisible());
  });

  test('columns sort both ways, by click and by key', async (t) => {
    const page = await visit(t);
    const { runs, measures } = await data(page);
    const best = await column(page, 2);
    await page.locator('.sort[data-key=run]').click();
    assert.deepEqual(await column(page, 2), [...best].sort());
    assert.equal(await page.locator('th[aria-sort]').first().getAttribute('aria-sort'), 'ascending');
    await page.locator('.sort[data-key=run]').click();
    assert.deepEqual(await column(page, 2), [...best].sort().reverse());
    assert.equal(measures[1].name, 'AP');
    await page.locator('.sort[data-key="measure:AP"]').focus();
    await page.keyboard.press('Enter');
    const values = (await column(page, 8)).map(Number);
    assert.deepEqual(values, [...values].sort((a, b) => b - a));
    assert.equal(await page.evaluate(() => document.activeElement.dataset.key), 'measure:AP', 'the focus stays');
    await page.keyboard.press('Enter');
    assert.deepEqual((await column(page, 8)).map(Number), [...values].reverse());
    await page.locator('.sort[data-key=mean]').click();
    const means = runs.map((run) => run.means[0]).sort((a, b) => b - a);
    assert.deepEqual((await column(page, 3)).map(Number), means.map((m) => Number(m.toFixed(4))));
  });

  test('every measure has one column', async (t) => {
    const page = await visit(t);
    const { measures } = await data(page);
    const heads = (await page.locator('.leaderboard thead th').allInnerTexts()).map((text) => text.replace(/[↓↑]/, '').trim());
    for (const { name } of measures) assert.equal(heads.filter((text) => text === name).length, 1, name);
    await page.locator('#board-measure').selectOption('1');
    const turned = (await page.locator('.leaderboard thead th').allInnerTexts()).map((text) => text.replace(/[↓↑]/, '').trim());
    assert.deepEqual([turned[2], turned.at(-1)], ['AP', 'nDCG@10']);
  });

  test('columns are chosen, and the choice is in the address', async (t) => {
    const page = await visit(t);
    await page.locator('#board-columns summary').click();
    await page.locator('#board-columns label', { hasText: '95 % CI' }).click();
    await page.locator('#board-columns label', { hasText: 'drawn' }).click();
    const heads = async () => (await page.locator('.leaderboard thead th').allInnerTexts()).join(' ');
    assert.doesNotMatch(await heads(), /CI/);
    assert.equal(await page.locator('.range-bar').count(), 0);
    const again = await visit(t, { hash: await hash(page) });
    assert.equal(await again.locator('.range-bar').count(), 0);
    assert.match(await again.locator('.leaderboard thead').innerText(), /Group[^]*AP/);
    await page.goBack();
    await page.goBack();
    assert.match(await heads(), /CI/);
  });

  test('runs are filtered and pinned', async (t) => {
    const names = ['bm25', 'bm25-rm3', 'dense-a', 'dense-b', 'splade', 'colbert'];
    const files = names.map((name, i) => `${name}=${RUNS[i % RUNS.length]}`);
    const page = await visit(t, { file: reportOf('six', ...files) });
    await page.locator('#board-filter').fill('DENSE');
    assert.deepEqual((await runNames(page)).sort(), ['dense-a', 'dense-b']);
    assert.equal(await page.locator('#board-tally').innerText(), '2 of 6 runs');
    await page.locator('#board-filter').fill('');
    const last = (await runNames(page)).at(-1);
    await page.locator('.leaderboard tbody tr').last().locator('.pin').click();
    assert.equal((await runNames(page))[0], last);
    assert.equal(await page.evaluate(() => document.activeElement.className), 'pin', 'the focus stays');
    await page.locator('#board-filter').fill('nothing is called so');
    assert.deepEqual(await runNames(page), [last], 'pinned runs stay');
    const again = await visit(t, { file: reportOf('six', ...files), hash: await hash(page) });
    assert.deepEqual(await runNames(again), [last]);
    assert.equal(await again.locator('.pin').getAttribute('aria-pressed'), 'true');
  });

  test('--by: runs are compared on slices, sorted by them, and numbers are those of `compare --by`', async (t) => {
    const slices = path.join(made, 'slices.txt');
    writeFileSync(slices, Array.from({ length: 12 }, (_, i) => `t${String(i + 1).padStart(2, '0')} ${i < 5 ? 'short' : 'long'}\n`).join(''));
    const page = await visit(t, { file: reportOf('slices', ...RUNS, '--by', slices) });
    await page.locator('#board-slice').selectOption({ label: 'short (5)' });
    const printed = gainline('compare', QRELS, ...RUNS, '--by', slices, '--format', 'table');
    const part = printed.split(/\n(?=\S+(?:, slice \S+)?, \d+ topics\n=+\n)/).find((text) => text.startsWith('nDCG@10, slice short'));
    for (const row of await page.locator('.leaderboard tbody tr').all()) {
      const name = (await row.locator('.run .name').innerText()).trim();
      const [, mean, interval, group, rank] = new RegExp(`\\n${name} +([\\d.]+)  (\\[.*?\\]) +(\\S+) +(\\S+)\\n`).exec(part);
      assert.deepEqual([plain(await row.locator('.mean').innerText()), await cell(row, '95 % CI'), await cell(row, 'Group'), (await cell(row, 'Rank')).replace('–', '-')],
        [mean, interval, group, rank], name);
    }
    assert.match(await hash(page), /slice=short/);
    assert.equal(await page.locator('#compare .beam').count(), 5, 'the pair is compared on the slice too');
    const line = part.split('\n').find((text) => /^hybrid +boolean /.test(text) || /^boolean +hybrid /.test(text));
    const b = line.startsWith('hybrid') ? ['hybrid', 'boolean'] : ['boolean', 'hybrid'];
    await page.evaluate((pair) => { location.hash = `#compare&pair=${pair}&slice=short`; }, b.join(','));
    await until(page, (name) => document.querySelector('.finding').textContent.startsWith(name), b[0]);
    assert.ok(line.includes(` ${plain(await page.locator('#compare-difference').innerText())} `), line);
    // A slice is a column too, and sorts.
    const other = await visit(t, { file: reportOf('slices', ...RUNS, '--by', slices), hash: '#leaderboard&columns=slice%3Along' });
    await other.locator('.sort[data-key="slice:long"]').click();
    const values = (await column(other, 4)).map(Number);
    assert.deepEqual(values, [...values].sort((x, y) => y - x));
    assert.match(await hash(other), /sort=slice%3Along/);
  });

  test('the headline says what the comparison says, for two runs too', async (t) => {
    const page = await visit(t, { file: reportOf('pair', run('hybrid'), run('titles')) });
    const { pairs: [pair], runs } = await data(page);
    const [best, other] = pair.difference > 0 ? [pair.b, pair.a] : [pair.a, pair.b];
    const number = (r) => runs[r].compared[0].toFixed(4);
    const sure = pair.significant ? 'is significant' : 'is not significant';
    assert.ok((await page.locator('h1').innerText()).startsWith(`${runs[best].name} leads ${runs[other].name} on nDCG@10 (${number(best)} to ${number(other)}); the difference ${sure} (p `));
  });
});
