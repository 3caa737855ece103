// The file as a whole: its policy, paper, and how it was made.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { write } from './assemble.js';
import { large, QRELS, ROOT, RUNS } from './sample.js';
import { data, isWithin, made, reportFile, visit } from './support.js';

describe('page', { concurrency: 3 }, () => {
  test('it is one file under 2 MB before data, with a policy that forbids the network', async (t) => {
    const page = await visit(t);
    const html = readFileSync(reportFile(), 'utf8');
    const bare = html.replace(/<script type="application\/(json|x-deflate)"[^]*?<\/script>/g, '');
    assert.ok(bare.length < 200_000, `${bare.length} bytes`);
    assert.doesNotMatch(bare, /(src|href)=["']?(https?:)?\/\//);
    assert.match(await page.locator('meta[http-equiv]').getAttribute('content'), /default-src 'none'/);
    assert.equal(await page.evaluate(() => fetch('https://example.org').then(() => 'sent', () => 'refused')), 'refused');
    // The policy says so on the console: that message was asked for.
    page.troubles.splice(0);
  });

  test('print shows all sections, no controls, black on white', async (t) => {
    const page = await visit(t, { colorScheme: 'dark' });
    const pdf = await page.pdf({ preferCSSPageSize: true });
    assert.ok(pdf.length > 20_000);
    assert.ok(await page.locator('#warnings li').first().isVisible(), 'what is folded is open on paper');
    await page.emulateMedia({ media: 'print' });
    for (const control of ['.bar', '.controls', '.button', '.save', '.pin', 'select', '.topic-side', 'footer .screen-only']) {
      for (const found of await page.locator(control).all()) assert.ok(!await found.isVisible(), control);
    }
    for (const section of ['verdict', 'leaderboard', 'curves', 'compare', 'topics', 'quality', 'method']) {
      const box = await page.locator(`#${section}`).boundingBox();
      assert.ok(box.height > 60, section);
    }
    assert.ok(await page.locator('#curves .chart').isVisible());
    assert.ok(await page.locator('#compare .beam').first().isVisible());
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), 'rgb(255, 255, 255)');
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).color), 'rgb(0, 0, 0)');
    // A page of A4 at 96 px an inch, less the margins.
    await page.setViewportSize({ width: 695, height: 1000 });
    assert.ok(await page.evaluate(() => document.scrollingElement.scrollWidth <= innerWidth), 'fits the paper');
  });

  test('it tells how it was made', async (t) => {
    const page = await visit(t);
    const { command, files, choices, measures, gainline: version } = await data(page);
    const text = await page.locator('#method').innerText();
    assert.equal(await page.locator('#command').innerText(), command);
    for (const part of [version, ...files.map((f) => f.sha256), ...measures.map((m) => m.name), ...choices.map((c) => c.about)]) assert.ok(text.includes(part), part);
    const sums = execFileSync('sha256sum', [QRELS, ...RUNS], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n').map((line) => line.split(' ')[0]);
    for (const sum of sums) assert.ok(text.includes(sum), sum);
  });

  test('17 runs fit the paper', async (t) => {
    const page = await visit(t, { file: write(path.join(made, 'paper.html'), large(17, 20, 20)), viewport: { width: 695, height: 1000 } });
    await page.emulateMedia({ media: 'print' });
    assert.ok(await isWithin(page));
    const wide = await page.evaluate(() => [...document.querySelectorAll('main table, main svg.chart')].filter((e) => e.getClientRects().length
      && e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.className.baseVal ?? e.className));
    assert.deepEqual(wide, []);
    assert.ok((await page.pdf({ preferCSSPageSize: true })).length > 20_000);
  });

  test('what Method says is said once', async (t) => {
    const page = await visit(t);
    const { choices, thinned } = await data(page);
    await page.evaluate(() => document.querySelectorAll('details').forEach((box) => { box.open = true; }));
    const text = await page.locator('main').textContent();
    const times = (part) => text.split(part).length - 1;
    for (const { text: said } of choices) if (said.length > 20) assert.equal(times(said.replaceAll('`', '')), 1, said);
    for (const said of thinned) assert.equal(times(said.replaceAll('`', '')), 1, said);
  });
});
