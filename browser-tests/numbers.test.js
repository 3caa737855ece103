// Numbers equal those of the other commands, to the last digit shown.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { gainline, QRELS, ROOT, run, RUNS } from './sample.js';
import { cell, column, data, hash, made, plain, reportOf, topicRead, unfold, until, visit } from './support.js';

describe('numbers', { concurrency: 3 }, () => {
  test('means, as `gainline eval` prints them', async (t) => {
    const page = await visit(t);
    const { measures } = await data(page);
    const names = measures.map((m) => m.name);
    const printed = gainline('eval', QRELS, ...RUNS, '-m', names.join(','), '--format', 'table');
    for (const row of await page.locator('.leaderboard tbody tr').all()) {
      const name = (await row.locator('.run .name').innerText()).trim();
      const line = printed.split('\n').find((text) => text.startsWith(`${name} `));
      const expected = line.trim().split(/\s+/).slice(1).map((text) => text.replace('*', ''));
      assert.deepEqual(await Promise.all(names.map((measure) => cell(row, measure))), expected, name);
    }
  });

  test('scores by topic, as `gainline eval --per-topic` prints them', async (t) => {
    const page = await visit(t, { hash: '#topics&topic=t05' });
    await topicRead(page, 't05');
    const { measures } = await data(page);
    await unfold(page.locator('.topic-scores'));
    const found = JSON.parse(gainline('eval', QRELS, ...RUNS, '-m', measures.map((m) => m.name).join(','), '--per-topic', '--format', 'json'));
    for (const row of await page.locator('.topic-scores tbody tr').all()) {
      const name = (await row.locator('th').innerText()).trim();
      const { values } = found.runs.find((run) => run.run === name).topics.find((topic) => topic.topic === 't05');
      assert.deepEqual((await row.locator('td').allInnerTexts()).map((text) => Number(text)), values.map((value) => Number(value.toFixed(4))), name);
    }
  });

  test('intervals, groups, places and all pairs, as `gainline compare` prints them', async (t) => {
    const page = await visit(t);
    const { measures, pairs, runs } = await data(page);
    const tested = [...new Set(pairs.map((p) => p.measure))];
    const printed = gainline('compare', QRELS, ...RUNS, '-m', tested.map((m) => measures[m].name).join(','), '--all-pairs', '--format', 'table');
    const parts = printed.split(/\n(?=\S+, \d+ topics\n=+\n)/).slice(1);
    let seen = 0;
    for (const [at, m] of tested.entries()) {
      await page.locator('#board-measure').selectOption(String(m));
      for (const row of await page.locator('.leaderboard tbody tr').all()) {
        const name = (await row.locator('.run .name').innerText()).trim();
        const [, mean, interval, group, rank] = new RegExp(`\\n${name} +([\\d.]+)  (\\[.*?\\]) +(\\S+) +(\\S+)\\n`).exec(parts[at]);
        assert.deepEqual([plain(await row.locator('.mean').innerText()), await cell(row, '95 % CI'), await cell(row, 'Group'), (await cell(row, 'Rank')).replace('–', '-')],
          [mean, interval, group, rank], name);
      }
      for (const line of parts[at].split('\n')) {
        const found = /^(\S+) +(\S+) +([+-]?[\d.]+) +\S+ % +(\[.*?\])(?: †)? +(?:< )?[\d.e-]+ +(< )?([\d.e-]+) +([+-]?[\d.]+) +(\d+\/\d+\/\d+)/.exec(line);
        if (!found) continue;
        const [, b, a, difference, interval, below = '', p, effect, won] = found;
        await page.locator('#compare-measure').selectOption(String(m));
        await page.evaluate((hash) => { location.hash = hash; }, `#compare&pair=${b},${a}&measure=${encodeURIComponent(measures[m].name)}`);
        await until(page, ([x, y]) => { const s = document.querySelector('.finding'); return s.textContent.startsWith(x) && s.textContent.includes(` ${y} `); }, [b, a]);
        const shown = async (id) => plain(await page.locator(`#compare-${id}`).innerText());
        assert.deepEqual([await shown('difference'), await shown('interval'), await shown('effect'), (await shown('wtl')).replaceAll(' ', '')], [difference, interval, effect, won], line);
        assert.equal(await shown('p'), below + p, line);
        seen++;
      }
    }
    assert.equal(seen, tested.length * runs.length * (runs.length - 1) / 2);
  });

  test('exact halves are rounded to even, and minus is a minus sign', async (t) => {
    const page = await visit(t);
    const shown = await page.evaluate(() => [fixed(0.03125, 4), fixed(0.09375, 4), fixed(0.65625, 4), fixed(0.5, 0), fixed(1.5, 0), fixed(2.675, 2), fixed(-0.25, 1), fixed(1e-9, 4), fixed(0.99995, 4),
      signed(-0.5, 2), signed(0, 2), signed(-0.001, 2), signed(null, 2)]);
    assert.deepEqual(shown, ['0.0312', '0.0938', '0.6562', '0', '2', '2.67', '−0.2', '0.0000', '1.0000', '−0.50', '0.00', '0.00', '–']);
  });

  test('p is never shown as 0, nor as 0.05 where it is below', async (t) => {
    const page = await visit(t);
    const shown = await page.evaluate(() => [[1, 0.9999, 0.25, 0.0012, 0.00034, 3.14e-12, 0, 0.04999, null].map(pValue),
      [1 / 100001, 2 / 100001, 0.31, 1.2e-9, 9.5e-5].map(belowP)]);
    assert.deepEqual(shown, [['1', '0.9999', '0.2500', '0.0012', '0.00034', '3.1e-12', '< 1e-300', '0.049990', '–'],
      ['< 0.00001', '< 0.00002', '< 0.4', '< 2e-9', '< 0.0001']]);
  });

  test('one run: its interval, and no word of tests', async (t) => {
    const page = await visit(t, { file: reportOf('one', run('hybrid'), '-m', 'AP,num_rel_ret') });
    const { runs: [{ means, low, high }] } = await data(page);
    assert.equal((await column(page, 3))[0], means[0].toFixed(4));
    assert.equal((await column(page, 5))[0], `[${low[0].toFixed(4)}, ${high[0].toFixed(4)}]`);
    assert.doesNotMatch(await page.locator('#leaderboard').innerText(), /group|tested/i);
    assert.match(await page.locator('#compare').innerText(), /only one run/);
    await page.locator('#board-measure').selectOption('1');
    assert.match(await page.locator('.sort[data-key=mean]').innerText(), /total/);
    assert.equal((await column(page, 3))[0], String(means[1]));
    assert.equal(await page.locator('.whisker').count(), 0, 'a total has no interval');
  });

  test('two runs: difference, interval and p stand under the headline, and the test is told', async (t) => {
    const page = await visit(t, { file: reportOf('two', run('hybrid'), run('titles')) });
    const { pairs: [pair], test: { words } } = await data(page);
    const shown = async (id) => plain(await page.locator(`#verdict-${id}`).innerText());
    const printed = gainline('compare', QRELS, run('hybrid'), run('titles'));
    const line = printed.split('\n').find((text) => /^titles +hybrid +[+-]/.test(text));
    // The better run less the other, as the headline has them; printed the other way round.
    const turned = (text) => text.replace(/[+-]/g, (sign) => (sign === '+' ? '-' : '+'));
    assert.ok(line.includes(` ${turned(await shown('difference'))} `), line);
    const [low, high] = (await shown('interval')).match(/[\d.]+/g);
    assert.ok(line.includes(`[-${high}, -${low}]`), line);
    assert.ok(line.includes(` ${await shown('p')} `), line);
    assert.equal(await shown('wtl'), `${pair.losses} / ${pair.ties} / ${pair.wins}`);
    const box = await page.locator('#verdict-figures').boundingBox();
    assert.ok(box.y + box.height < (await page.locator('.leaderboard').boundingBox()).y);
    await page.locator('#leaderboard a', { hasText: 'How it was tested' }).click();
    assert.ok((await page.locator('#method .choices').innerText()).toLowerCase().includes(words.replaceAll('`', '').toLowerCase()));
    assert.equal(await hash(page), '#method');
    assert.doesNotMatch(await page.locator('#leaderboard').innerText(), /not tested|group/i);
  });

  test('--missing skip: what is compared stands first, what `eval` prints small beside it', async (t) => {
    const part = path.join(made, 'part.run');
    writeFileSync(part, readFileSync(path.join(ROOT, run('boolean')), 'utf8').replace(/^t0[37]\s.*\n/gm, ''));
    const files = [run('hybrid'), run('titles'), part];
    const page = await visit(t, { file: reportOf('skip', ...files, '--missing', 'skip') });
    const compared = gainline('compare', QRELS, ...files, '--missing', 'skip');
    const evaluated = gainline('eval', QRELS, ...files, '--missing', 'skip', '-m', 'nDCG@10,AP', '--format', 'table');
    let differing = 0;
    for (const row of await page.locator('.leaderboard tbody tr').all()) {
      const name = (await row.locator('.run .name').innerText()).trim();
      const [, mean, interval] = new RegExp(`\\n${name} +([\\d.]+)  (\\[.*?\\])`).exec(compared);
      assert.deepEqual([await cell(row, 'nDCG@10'), await cell(row, '95 % CI')], [mean, interval], name);
      const own = evaluated.split('\n').find((line) => line.startsWith(`${name} `)).match(/\d\.\d{4}/g);
      for (const [i, measure] of ['nDCG@10', 'AP'].entries()) {
        const [shown, beside] = (await row.locator(`td[data-label="${measure}"]`).innerText()).split('\n');
        assert.equal(beside === undefined ? shown : beside.split(' ').at(-1), own[i], `${name} ${measure}`);
        differing += beside !== undefined;
      }
    }
    assert.match(await page.locator('#own-note').innerText(), /the 10 topics that every run has.*own topics\.$/);
    assert.equal(differing, 4, 'only where the two are different');
    assert.equal(await page.locator('th[aria-sort]').count(), 1);
  });

  test('counts: the mean that is compared with its interval, and totals beside', async (t) => {
    const page = await visit(t, { file: reportOf('counts', ...RUNS, '-m', 'num_rel_ret,GMAP') });
    const printed = gainline('compare', QRELS, ...RUNS, '-m', 'num_rel_ret,GMAP');
    const totals = JSON.parse(gainline('eval', QRELS, ...RUNS, '-m', 'num_rel_ret', '--format', 'json')).runs;
    for (const row of await page.locator('.leaderboard tbody tr').all()) {
      const name = (await row.locator('.run .name').innerText()).trim();
      const [, mean, interval] = new RegExp(`\\n${name} +([\\d.]+)  (\\[.*?\\])`).exec(printed);
      assert.deepEqual([await cell(row, 'NumRelRet'), await cell(row, '95 % CI')], [mean, interval], name);
      assert.equal(Number((await row.locator('.mean .own').innerText()).split(' ').at(-1)), totals.find((r) => r.run === name).averages[0].values[0], name);
      // The mark stands within its band.
      const [mark, band] = [await row.locator('.middle').boundingBox(), await row.locator('.whisker').boundingBox()];
      assert.ok(mark.x + 2 >= band.x && mark.x + 2 <= band.x + band.width, name);
    }
    assert.match(await page.locator('#own-note').innerText(), /the total over topics/);
    assert.match(await page.locator('#compare-difference').innerText(), /^[+−]\d\.\d{4}$/);
    await page.locator('#board-measure').selectOption('1');
    assert.match(await page.locator('.sort[data-key=mean]').innerText(), /geometric mean/);
  });
});
