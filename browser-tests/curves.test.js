// Curves: legend, crosshair, zoom; of many runs the best in colour and the others as a band.
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, test } from 'node:test';
import { write } from './assemble.js';
import { example, large } from './sample.js';
import { data, hash, made, until, visit } from './support.js';

describe('curves', { concurrency: 3 }, () => {
  test('the legend hides lines, shows one alone, and all again', async (t) => {
    const page = await visit(t);
    const lines = () => page.locator('#curves .chart .line').count();
    const all = await lines();
    const hybrid = page.locator('.legend-item[data-line=hybrid]');
    await hybrid.click();
    assert.equal(await lines(), all - 1);
    assert.equal(await hybrid.getAttribute('aria-pressed'), 'false');
    await hybrid.click();
    assert.equal(await lines(), all);
    await hybrid.click({ modifiers: ['Shift'] });
    assert.equal(await lines(), 1);
    await hybrid.click({ modifiers: ['Shift'] });
    assert.equal(await lines(), all);
    await hybrid.dblclick();
    assert.equal(await lines(), 1);
  });

  test('the crosshair reads the values of all runs, by pointer and by keys', async (t) => {
    const page = await visit(t);
    const { curves } = await data(page);
    const chart = page.locator('#curves .chart');
    await chart.scrollIntoViewIfNeeded();
    const box = await chart.boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + 100);
    const check = async () => {
      const x = Number((await page.locator('.legend-head').innerText()).split(' ').at(-1));
      for (const line of curves[0].lines) {
        const [, y] = line.points.find((p) => p[0] === x);
        assert.equal(await page.locator(`.legend-item[data-line="${line.name}"] .value`).innerText(), y.toFixed(4));
      }
      return x;
    };
    assert.ok(await check() > 1);
    assert.equal(await page.locator('.cross circle').count(), curves[0].lines.length);
    await page.mouse.move(0, 0);
    assert.equal(await page.locator('.cross circle').count(), 0);
    await chart.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    assert.equal(await check(), 3);
    assert.match(await page.locator('#announcer').innerText(), /rank 3: .*hybrid 0\.\d{4}/);
  });

  test('curves zoom by drag, wheel and keys, and reset', async (t) => {
    const page = await visit(t);
    const chart = page.locator('#curves .chart');
    await chart.scrollIntoViewIfNeeded();
    const path0 = () => page.locator('#curves .line').first().getAttribute('d');
    const whole = await path0();
    const reset = page.locator('#reset-zoom');
    assert.ok(await reset.isDisabled());
    const box = await chart.boundingBox();
    await page.mouse.move(box.x + 200, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(box.x + 420, box.y + 120, { steps: 4 });
    await page.mouse.up();
    assert.notEqual(await path0(), whole, 'by drag');
    await reset.click();
    assert.equal(await path0(), whole);
    await chart.focus();
    await page.keyboard.press('+');
    assert.notEqual(await path0(), whole, 'by key');
    await page.keyboard.press('0');
    assert.equal(await path0(), whole);
    await page.mouse.move(box.x + 300, box.y + 100);
    await page.mouse.wheel(0, -200);
    await until(page, () => !document.getElementById('reset-zoom').disabled);
    await page.keyboard.press('Escape');
    assert.equal(await path0(), whole);
    await page.locator('#log-ranks').check();
    assert.notEqual(await path0(), whole, 'logarithmic');
  });

  test('an ideal of each run is hidden by itself', async (t) => {
    const sample = example();
    const [curve] = sample.data.curves;
    const lines = curve.lines.filter((line) => line.run !== null);
    curve.lines = [...lines, ...lines.map((line) => ({ run: null, of: line.run, name: `ideal of ${line.name}`, points: line.points }))];
    const page = await visit(t, { file: write(path.join(made, 'ideals.html'), sample) });
    await page.locator('.legend-item[data-line="ideal of hybrid"]').click();
    assert.equal(await page.locator('#curves .chart .line').count(), curve.lines.length - 1);
    assert.equal(await page.locator('.legend-item[data-line=hybrid]').getAttribute('aria-pressed'), 'true');
  });

  test('of 17 runs the best 5 and pinned ones are in colour, the others are a band, and all stand in the legend', async (t) => {
    const file = write(path.join(made, 'many.html'), large(17, 20, 30));
    const page = await visit(t, { file });
    const { runs } = await data(page);
    assert.equal(await page.locator('#curves .line.c0, #curves .line.c1, #curves .line.c2, #curves .line.c3, #curves .line.c4').count(), 5);
    assert.equal(await page.locator('#curves .band').count(), 1);
    const items = page.locator('.legend-item');
    assert.equal(await items.count(), 17);
    const legend = await page.locator('.legend-list').evaluate((e) => e.scrollHeight <= e.clientHeight + 1);
    assert.ok(legend, 'all of it is seen');
    assert.equal(await page.locator('.legend-item[aria-pressed=true]').count(), 5);
    await page.locator('.leaderboard tbody tr').last().locator('.pin').click();
    assert.equal(await page.locator('.legend-item[aria-pressed=true]').count(), 6);
    await page.locator('.legend-tools button', { hasText: 'None' }).click();
    assert.equal(await page.locator('.legend-item[aria-pressed=true]').count(), 0);
    assert.equal(await page.locator('#curves .band').count(), 1);
    const again = await visit(t, { file, hash: await hash(page) });
    assert.equal(await again.locator('.legend-item[aria-pressed=true]').count(), 0);
    await page.locator('.legend-tools button', { hasText: 'All' }).click();
    assert.equal(await page.locator('#curves .band').count(), 0);
    assert.equal(runs.length, 17);
  });

  test('the axis fits the data', async (t) => {
    const sample = large(17, 20, 30);
    sample.data.curves[0].lines.forEach((line, i) => { line.points = line.points.map(([x]) => [x, 0.42 + 0.002 * i]); });
    const page = await visit(t, { file: write(path.join(made, 'fit.html'), sample) });
    const [chart, ...drawn] = await page.evaluate(() => ['#curves .chart', '#curves .line', '#curves .band'].flatMap((place) => [...document.querySelectorAll(place)]).map((e) => e.getBoundingClientRect().toJSON()));
    assert.ok(Math.min(...drawn.map((line) => line.top)) - chart.top < chart.height * 0.3, 'the highest is near the top');
    const lowest = Math.min(...(await page.locator('#curves .chart .axis text[text-anchor=end]').allInnerTexts()).map(Number).filter((x) => x > 0));
    assert.ok(lowest > 0.4, `the axis begins near the data: ${lowest}`);
    await until(page, () => document.querySelector('#curves .band') !== null);
  });
});
