// Topics and their rankings, and a document in all of them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { write } from './assemble.js';
import { example, large, ROOT, run, RUNS } from './sample.js';
import { block, data, hash, made, phone, reportOf, topicRead, unfold, until, visit } from './support.js';

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

  for (const [where, options] of [['wide', { viewport: { width: 1400, height: 900 } }], ['phone', phone]]) test(`long names differ in the part that is shown: ${where}`, async (t) => {
    const sample = example();
    const names = ['Round1_Run1_Results', 'Round1_Run2_Results', 'Round1_Run3_Results',
      'a-very-long-name-of-some-group-with-bm25-and-much-more-behind-it', 'a-very-long-name-of-some-group-with-rm3-and-much-more-behind-it'];
    sample.data.runs.forEach((r, i) => { r.name = names[i]; });
    sample.data.curves.forEach((curve) => curve.lines.forEach((line) => { if (line.run !== null) line.name = names[line.run]; }));
    const page = await visit(t, { file: write(path.join(made, `names-${where}.html`), sample), hash: '#topics&topic=t03', ...options });
    await topicRead(page, 't03');
    const heads = await page.locator('.ranking thead .name').evaluateAll((all) => all.map((name) => ({ shown: name.textContent, whole: name.title, isInView: name.scrollWidth <= name.clientWidth })));
    assert.equal(heads.length, 5);
    assert.ok(heads.some(({ shown, whole }) => shown !== whole), 'some are cut');
    assert.ok(heads.every((head) => head.isInView), JSON.stringify(heads));
    for (const { shown, whole } of heads) {
      const part = /Run(\d)/.exec(whole)?.[1] ?? /bm25|rm3/.exec(whole)[0];
      assert.ok(shown.replace('Round1', '').includes(part), `${whole}: ${shown}`);
    }
    for (const place of ['.leaderboard .run .name', '.run-boxes .name', '.chart.matrix text']) {
      const shown = (await page.locator(place).evaluateAll((all) => all.map((e) => e.lastChild.textContent.replace(/\s+\d+$/, '')))).filter((text) => /\p{L}/u.test(text));
      assert.ok(shown.length >= 5 && new Set(shown).size >= 5, `${place}: ${shown}`);
    }
  });

  test('names are cut so that all differ, in no more letters than are needed', async (t) => {
    const page = await visit(t);
    const cut = (names, length) => page.evaluate(([some, n]) => [...cutApart(some, n).values()], [names, length]);
    const runs = ['Round1_Run1_Results', 'Round1_Run2_Results'];
    assert.deepEqual(await cut(runs, 16), ['Round1_Run1_Res…', 'Round1_Run2_Res…']);
    assert.deepEqual(await cut(runs, 11), ['…n1_Results', '…n2_Results']);
    assert.deepEqual(await cut(['short', 'x'.repeat(30)], 9), ['short', 'xxxx…xxxx']);
    const [a, b] = await cut(['a', 'b'].map((letter) => 'x'.repeat(40) + letter + 'y'.repeat(40)), 11);
    assert.deepEqual([a, b], ['…xxxxayyyy…', '…xxxxbyyyy…']);
    const hard = [...Array(64).keys()].map((i) => `same-start-${[32, 16, 8, 4, 2, 1].map((bit) => (i & bit ? 'one' : 'nil')).join('-and-so-on-')}-same-end`);
    const shown = await cut([...hard, 'same-start', '👩‍🚀'.repeat(20)], 12);
    assert.equal(new Set(shown).size, 66);
  });

  test('movement is coloured of relevant documents only', async (t) => {
    for (const [rel, file] of [[1, undefined], [2, reportOf('rel', ...RUNS, '--rel', '2')]]) {
      const page = await visit(t, { ...(file && { file }), hash: '#topics&topic=t03' });
      await topicRead(page, 't03');
      const { grades } = await block(page, 'topic-2');
      const colours = await page.evaluate(() => ['good', 'fall', 'quiet'].map((name) => {
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.color = `var(--${name})`;
        return getComputedStyle(probe).color;
      }));
      const marks = await page.locator('.ranking .move').evaluateAll((all) => all.map((mark) => ({
        doc: Number(mark.closest('.doc').dataset.doc), text: mark.textContent, colour: getComputedStyle(mark).color })));
      const seen = new Set();
      for (const { doc, text, colour } of marks) {
        const kind = grades[doc] === null || grades[doc] < rel || text === '=' ? 2 : text.startsWith('▼') ? 1 : 0;
        assert.equal(colour, colours[kind], `grade ${grades[doc]}: ${text}`);
        if (text !== '=') seen.add(kind);
      }
      assert.ok(seen.has(0) && seen.has(2), 'the example has both');
    }
  });

  test('what a click on a document shows is said as it is', async (t) => {
    const key = async (file) => {
      const page = await visit(t, { ...(file && { file }), hash: '#topics&topic=t03' });
      await topicRead(page, 't03');
      return page.locator('.grade-key').innerText();
    };
    assert.match(await key(), /Click a document to read it\.$/);
    assert.match(await key(reportOf('textless', ...RUNS)), /Click a document to see its ranks in all runs\.$/);
    assert.doesNotMatch(await key(reportOf('alone', run('hybrid'))), /Click/);
  });

  test('on a phone what moved is whole in view', async (t) => {
    for (const file of [undefined, reportOf('moved-ids', ...RUNS)]) {
      const page = await visit(t, { ...(file && { file }), hash: '#topics&topic=t03', ...phone });
      await topicRead(page, 't03');
      assert.match(await page.locator('#moves thead th').nth(1).innerText(), /^Change in/);
      const [table, room] = await page.locator('#moves').evaluate((e) => [e.offsetWidth, e.closest('.scroll').clientWidth]);
      assert.ok(table <= room, `${table} of ${room}`);
    }
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
