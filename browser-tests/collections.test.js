// The page of several collections.
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { gainline, QRELS, ROOT, RUNS } from './sample.js';
import { isWithin, made, phone, visitPlain } from './support.js';

describe('collections', () => {
  test('the page begins with its headline, and fits a phone', async (t) => {
    const place = path.join(made, 'collections');
    for (const [name, kept] of [['all', /./], ['even', /^t\d[02468]\s/], ['odd', /^t\d[13579]\s/]]) {
      mkdirSync(path.join(place, name, 'runs'), { recursive: true });
      writeFileSync(path.join(place, name, 'qrels.txt'), readFileSync(path.join(ROOT, QRELS), 'utf8').split('\n').filter((line) => kept.test(line)).join('\n') + '\n');
      for (const file of RUNS) copyFileSync(path.join(ROOT, file), path.join(place, name, 'runs', path.basename(file)));
    }
    const file = path.join(made, 'collections.html');
    gainline('report', '--collections', place, '-o', file);
    const page = await visitPlain(t, { file, ...phone });
    const headline = await page.locator('h1').innerText();
    assert.match(headline, /^hybrid leads on nDCG@10 \(macro mean 0\.\d{4}\)(;| and) .*significantly (different|better)/);
    const { macro_means: means } = JSON.parse(gainline('compare', '--collections', place, '--format', 'json')).measures[0].board;
    assert.ok(headline.includes(Math.max(...means).toFixed(4)), headline);
    const first = await page.locator('main > :not(.eyebrow)').first().evaluate((e) => e.tagName);
    assert.equal(first, 'H1');
    assert.ok(await isWithin(page));
  });
});
