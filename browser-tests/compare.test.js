// Two runs against each other, and the picture of all pairs.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { write } from './assemble.js';
import { large, ROOT, run, RUNS } from './sample.js';
import { data, hash, made, phone, plain, reportOf, unfold, until, visit } from './support.js';

describe('compare', { concurrency: 3 }, () => {
  test('two runs are chosen, swapped, and put into the address', async (t) => {
    const page = await visit(t);
    const { runs, measures, topics } = await data(page);
    const number = (name) => String(runs.findIndex((run) => run.name === name));
    await page.locator('#compare-b').selectOption(number('boolean'));
    await page.locator('#compare-a').selectOption(number('cached'));
    await page.locator('#compare-measure').selectOption(String(measures.findIndex((m) => m.name === 'AP')));
    assert.match(await page.locator('.finding').innerText(), /^boolean is better than cached by 0\.\d{4} AP/);
    assert.equal(await page.evaluate(() => location.hash), '#compare&pair=boolean,cached&measure=AP');
    const difference = await page.locator('#compare-difference').innerText();
    const won = await page.locator('#compare-wtl').innerText();
    await page.locator('#swap').click();
    assert.equal(await page.locator('#compare-difference').innerText(), difference.replace('+', '−'));
    assert.equal(await page.locator('#compare-wtl').innerText(), won.split(' / ').reverse().join(' / '));
    assert.equal(await page.locator('#compare .beam').count(), topics.length);
    await unfold(page.locator('#compare .as-table').first());
    const shown = await page.locator('#differences tbody tr td:nth-child(3)').allInnerTexts();
    const numbers = shown.map((text) => Number(plain(text)));
    assert.deepEqual(numbers, [...numbers].sort((a, b) => b - a), 'sorted');
    await unfold(page.locator('#all-pairs'));
    assert.equal(await page.locator('#all-pairs tbody tr').count(), runs.length);
  });

  test('p is said to be adjusted for what it was adjusted for', async (t) => {
    const page = await visit(t, { hash: '#compare&pair=hybrid,boolean&measure=AP' });
    const more = () => page.locator('#compare-p + .quiet').innerText();
    assert.match(await more(), /^0\.\d+ before adjustment$/);
    const file = reportOf('tukey', ...RUNS, '--test', 'randomized-tukey', '--trials', '2000');
    const tukey = await visit(t, { file, hash: '#compare&pair=hybrid,boolean&measure=AP' });
    assert.match(await tukey.locator('#compare-p + .quiet').innerText(), /^0\.\d{4} before the adjustment for 2 measures$/);
  });

  test('two equal runs have the same scores, and nobody speaks of chance', async (t) => {
    const copy = path.join(made, 'copy.run');
    writeFileSync(copy, readFileSync(path.join(ROOT, run('hybrid'))));
    const page = await visit(t, { file: reportOf('same', run('hybrid'), copy) });
    assert.match(await page.locator('.finding').innerText(), /^(hybrid and copy|copy and hybrid) have the same nDCG@10 on all 12 topics\.$/);
  });

  test('ids of topics are whole under the differences, and long ones keep their start and end', async (t) => {
    for (const [file, prefix] of [['ids.html', '11'], ['long-ids.html', 'questions-of-some-collection-']]) {
      const sample = large(2, 43, 5);
      sample.data.topics.forEach((topic, i) => { topic.id = `${prefix}${24210 + i}`; });
      const page = await visit(t, { file: write(path.join(made, file), sample) });
      const labels = await page.locator('.topic-label').evaluateAll((all) => all.map((label) => {
        const [text, chart] = [label, label.closest('svg')].map((e) => e.getBoundingClientRect());
        const [id, ...shown] = [...label.childNodes].map((e) => e.textContent);
        return { id, shown: shown.join(''), inside: text.top >= chart.top && text.bottom <= chart.bottom };
      }));
      assert.equal(labels.length, 43);
      assert.deepEqual(labels.filter((label) => !label.inside), []);
      for (const { id, shown } of labels) {
        const [start, end] = shown.split('…');
        assert.ok(id.startsWith(start) && id.endsWith(end ?? start) && (end === undefined) === (prefix === '11'), `${id}: ${shown}`);
      }
    }
  });

  test('on a phone the differences stand in view, with and without titles', async (t) => {
    for (const file of [undefined, reportOf('untitled', ...RUNS)]) {
      const page = await visit(t, { ...(file && { file }), ...phone });
      await unfold(page.locator('#compare .as-table').first());
      const edges = await page.locator('#differences thead th').evaluateAll((all) => all.filter((th) => th.textContent === 'Difference')
        .map((th) => [th.getBoundingClientRect().right, th.closest('.scroll').getBoundingClientRect().right]));
      assert.equal(edges.length, 1);
      assert.ok(edges[0][0] <= edges[0][1], String(edges));
    }
  });

  test('all pairs are a picture: colours by the test, numbers by pointer and keys, a click opens the pair', async (t) => {
    const page = await visit(t, { file: write(path.join(made, 'matrix.html'), large(17, 20, 10)) });
    const { pairs } = await data(page);
    const significant = pairs.filter((pair) => pair.measure === 0 && pair.significant).length;
    const cells = (kind) => page.locator(`#compare .chart .pair.${kind}`).count();
    assert.deepEqual([await cells('better'), await cells('worse')], [significant, significant]);
    assert.equal(await cells('open'), 17 * 16 - 2 * significant);
    const chart = page.locator('.chart.matrix');
    assert.match(await chart.getAttribute('aria-label'), new RegExp(`${significant} of 136 pairs of runs differ significantly`));
    await chart.scrollIntoViewIfNeeded();
    const box = await page.locator('#compare .pair').nth(3).boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    const read = await page.locator('#matrix-readout').innerText();
    assert.match(read, /^\S+ − \S+: [+−]\d\.\d{4} \[.*\], p [=<] [\d.e-]+ \((not significant|significantly (better|worse))\)$/);
    await page.mouse.down();
    await page.mouse.up();
    const [b, a] = read.split(':')[0].split(' − ');
    assert.equal(await hash(page), `#compare&pair=${b},${a}`);
    await until(page, (name) => document.querySelector('.finding').textContent.startsWith(name), b);
    await chart.focus();
    await page.keyboard.press('ArrowDown');
    assert.match(await page.locator('#announcer').innerText(), / − /);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    assert.notEqual(await hash(page), `#compare&pair=${b},${a}`);
  });

  test('on a phone a tap reads a pair, and the link opens it', async (t) => {
    const page = await visit(t, { file: write(path.join(made, 'matrix-phone.html'), large(17, 20, 10)), ...phone });
    const cell = page.locator('#compare .pair').nth(5);
    await cell.scrollIntoViewIfNeeded();
    const box = await cell.boundingBox();
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    await until(page, () => document.querySelector('#matrix-readout a') !== null);
    assert.equal(await hash(page), '');
    await page.locator('#matrix-readout a').click();
    assert.match(await hash(page), /^#compare&pair=/);
  });
});
