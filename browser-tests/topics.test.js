// Topics and their rankings, and a document in all of them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { write } from './assemble.js';
import { example, large, ROOT, run, RUNS } from './sample.js';
import { block, data, hash, made, reportOf, topicRead, unfold, until, visit } from './support.js';

describe('topics', { concurrency: 3 }, () => {
  test('a topic opens from the chart, the list, the search and the address', async (t) => {
    const page = await visit(t);
    const chart = page.locator('#compare .chart.bars');
    await chart.focus();
    await page.keyboard.press('ArrowRight');
    const named = await page.locator('.readout strong').first().innerText();
    await page.keyboard.press('Enter');
    await topicRead(page, named);
    assert.equal(await hash(page), `#topics&topic=${named}`);
    await page.locator('#topic-search').fill('flat tyre');
    assert.equal(await page.locator('#topic-list li').count(), 1);
    await page.locator('#topic-list li').click();
    await until(page, () => /flat tyre/.test(document.getElementById('topic-name').textContent));
    await page.locator('#topic-search').fill('');
    await page.goBack();
    await until(page, () => document.getElementById('topic-search').value === 'flat tyre');
    await until(page, (id) => document.getElementById('topic-name').textContent.startsWith(id), named);
    await page.evaluate(() => { location.hash = '#compare&pair=titles,hybrid&measure=AP'; });
    await until(page, () => /^titles is worse than hybrid/.test(document.querySelector('.finding').textContent));
  });

  test('a topic shows rankings, grades, unjudged documents, movement and texts', async (t) => {
    const page = await visit(t, { hash: '#topics&topic=t03' });
    await topicRead(page, 't03');
    assert.match(await page.locator('#topic-name').innerText(), /^t03 /);
    const topic = await block(page, 'topic-2');
    const { runs } = await data(page);
    const texts = await block(page, 'documents');
    const heads = await page.locator('.ranking thead .column-run').allInnerTexts();
    for (const [c, name] of heads.map((text) => text.trim()).entries()) {
      const run = runs.findIndex((r) => r.name === name);
      const cells = page.locator(`.ranking tbody tr td:nth-child(${c + 2})`);
      for (const rank of [1, 2, 10]) {
        const doc = topic.runs[run][rank - 1];
        const cell = cells.nth(rank - 1);
        assert.equal(await cell.locator('.doc-title').innerText(), texts[topic.documents[doc]][0]);
        assert.equal(await cell.locator('.grade').innerText(), topic.grades[doc] === null ? '?' : String(topic.grades[doc]));
      }
    }
    assert.ok(await page.locator('.ranking .grade.unjudged').count() > 0);
    assert.ok(await page.locator('.ranking .move').count() > 5);
    assert.ok(await page.locator('#moves tbody tr').count() > 3);
    const doc = page.locator('.doc').first();
    await doc.click();
    assert.equal(await doc.getAttribute('aria-expanded'), 'true');
    assert.equal(await page.locator('.card-text').innerText(), texts[await doc.getAttribute('title')][1]);
    await doc.click();
    assert.equal(await page.locator('.card').count(), 0);
    await page.locator('#topic-depth').selectOption('20');
    await until(page, () => document.querySelectorAll('.ranking tbody tr').length === 20);
    assert.equal(await page.locator('.ranking tbody tr').count(), 20);
  });

  for (const measure of ['nDCG@10', 'AP']) test(`the contributions of the ranks add up to the score shown by ${measure}`, async (t) => {
    const page = await visit(t, { hash: `#topics&topic=t01&measure=${encodeURIComponent(measure)}` });
    await topicRead(page, 't01');
    await unfold(page.locator('.topic-body .as-table'));
    const sums = await page.locator('#contributions tbody tr:last-child td').allInnerTexts();
    const scores = await page.locator('.ranking thead th .quiet').allInnerTexts();
    assert.ok(scores.every((text) => text.startsWith(measure)));
    assert.deepEqual(sums, scores.map((text) => text.split(' ').at(-1)));
  });

  test('documents below the ranks shown are not new', async (t) => {
    const page = await visit(t, { file: reportOf('below', ...RUNS, '--show', '3'), hash: '#topics&topic=t03' });
    await topicRead(page, 't03');
    const topic = await block(page, 'topic-2');
    const { runs } = await data(page);
    const [from, to] = ['titles', 'hybrid'].map((name) => runs.findIndex((r) => r.name === name));
    await page.locator('#topic-from').selectOption(String(from));
    await page.locator('#topic-to').selectOption(String(to));
    await until(page, () => /^What moved from titles to hybrid/.test(document.querySelector('.moved h4').textContent));
    const rows = readFileSync(path.join(ROOT, run('titles')), 'utf8').split('\n').map((line) => line.split(/\s+/));
    const rankings = rows.filter((row) => row[0] === 't03');
    rankings.sort((x, y) => Number(y[4]) - Number(x[4]) || (x[2] < y[2] ? 1 : -1));
    const at = await page.locator('.ranking thead .column-run').allInnerTexts();
    const marks = page.locator(`.ranking tbody tr td:nth-child(${at.findIndex((text) => text.trim() === runs[to].name) + 2}) .move`);
    let below = 0;
    for (const [i, doc] of topic.runs[to].entries()) {
      const rank = rankings.findIndex((row) => row[2] === topic.documents[doc]) + 1;
      const text = await marks.nth(i).innerText();
      if (rank === 0) assert.equal(text, 'new');
      else if (rank > 3) {
        assert.equal(text, `from ${rank}`);
        below++;
      } else assert.match(text, /^([▲▼]\d+|=)$/);
    }
    assert.ok(below > 0, 'the example has one');
    const moves = await page.locator('#moves tbody tr').allInnerTexts();
    assert.ok(moves.some((text) => /▲\d+/.test(text)), moves.join('\n'));
  });

  test('values below 0 stay within the strip of their topic', async (t) => {
    const sample = example();
    sample.data.values[0] = sample.data.values[0].map((byTopic) => byTopic.map((v) => v - 0.7));
    const page = await visit(t, { file: write(path.join(made, 'negative.html'), sample) });
    const out = await page.evaluate(() => [...document.querySelectorAll('.strip')].filter((strip) => {
      const { x, width } = strip.querySelector('.dots').getBBox();
      return x < 0 || x + width > 64;
    }).length);
    assert.equal(out, 0);
    assert.match(await page.locator('#strip-note').innerText(), /from −0\.\d+ to 1/);
  });

  test('a document’s ranks in 17 runs are a strip of marks, with all ranks told in its name', async (t) => {
    const page = await visit(t, { file: write(path.join(made, 'strip.html'), large(17, 6, 50)), hash: '#topics&topic=1002' });
    await topicRead(page, '1002');
    const topic = await block(page, 'topic-2');
    const { runs } = await data(page);
    const numbers = await page.locator('.doc').evaluateAll((all) => all.map((button) => Number(button.dataset.doc)));
    const times = (n) => topic.runs.filter((list) => list.includes(n)).length;
    const [number] = [...numbers].sort((x, y) => times(y) - times(x));
    await page.locator(`.doc[data-doc="${number}"]`).first().click();
    const ranks = runs.flatMap((r, i) => (topic.runs[i].includes(number) ? [[r.name, topic.runs[i].indexOf(number) + 1]] : []));
    assert.ok(ranks.length > 3);
    assert.equal(await page.locator('.rank-dot').count(), ranks.length);
    const label = await page.locator('.chart.ranks').getAttribute('aria-label');
    for (const [name, rank] of ranks) assert.ok(label.includes(`${name} ${rank}`), name);
    const lefts = await page.locator('.rank-dot').evaluateAll((all) => all.map((dot) => [Number(dot.querySelector('title').textContent.split(' ').at(-1)), Number(dot.getAttribute('cx'))]));
    for (const [rank, x] of lefts) for (const [other, y] of lefts) if (rank < other) assert.ok(x < y, 'better ranks stand further left');
  });
});
