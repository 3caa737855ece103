// Names that would run, turn or break the page are shown as text.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { write } from './assemble.js';
import { example, gainline, hostile, HOSTILE } from './sample.js';
import { data, isWithin, made, runNames, topicRead, until, visit } from './support.js';

describe('hostile', { concurrency: 3 }, () => {
  test('are shown as text everywhere, and nothing is executed', async (t) => {
    const file = write(path.join(made, 'hostile.html'), hostile());
    const page = await visit(t, { file });
    assert.deepEqual((await runNames(page)).sort(), [...HOSTILE.runs].sort());
    assert.equal(await page.title(), `${HOSTILE.title} · Gainline`);
    await everywhere(page);
    const ids = (await data(page)).topics.map((topic) => topic.id).slice(0, 6);
    for (const [i, id] of ids.entries()) {
      await page.evaluate((hash) => { location.hash = hash; }, `#topics&topic=${encodeURIComponent(id)}`);
      await topicRead(page, id);
      await page.locator('.doc').nth(i % 5).click();
    }
    await page.evaluate(([b, a]) => { location.hash = `#compare&pair=${encodeURIComponent(b)},${encodeURIComponent(a)}&measure=AP`; }, HOSTILE.runs);
    await until(page, (name) => document.querySelector('.finding .name').title === name, HOSTILE.runs[0]);
    await harmless(page);
    await page.setViewportSize({ width: 360, height: 740 });
    assert.ok(await isWithin(page), 'no sideways scroll on a phone');
  });

  test('come through `gainline report` as text', async (t) => {
    const place = path.join(made, 'hostile');
    mkdirSync(place);
    const topic = '<img/src=x/onerror=window.hacked=4>';
    const ids = ['</script><script>window.hacked=5</script>', '"><svg/onload=window.hacked=6>', "'};window.hacked=7//", '<!--<script>', '{{data}}', '\u202Eمستند🚲', '__proto__'];
    writeFileSync(path.join(place, 'qrels'), ids.map((id, i) => `${topic} 0 ${id} ${i % 3}\n`).join('') + `t2 0 ${ids[0]} 1\n`);
    const stems = ['<img src=x onerror="window.hacked=2">', `"quoted" & 'run' {{topics}}`, '\u202Eمحرك🔍', 'x'.repeat(200)];
    const files = stems.map((stem, r) => {
      const file = path.join(place, `${stem}.run`);
      writeFileSync(file, [topic, 't2'].flatMap((id) => ids.map((doc, i) => `${id} Q0 ${doc} ${i + 1} ${10 - (i * (r + 1)) % 7} </script><script>window.hacked=8</script>`.split(' ').slice(0, 5).join(' ') + ' </script><b>tag\n')).join(''));
      return file;
    });
    writeFileSync(path.join(place, 'documents.jsonl'), ids.map((id, i) => JSON.stringify({ id, title: `</title></script><script>window.hacked=9</script>${i}`, text: '<iframe src="javascript:window.hacked=10"></iframe>\u2028' }) + '\n').join(''));
    writeFileSync(path.join(place, 'topics.tsv'), `id\ttitle\tdescription\n${topic}\t<img src=x onerror=window.hacked=11>\t</script><!--\nt2\t&lt;\t{{style}}\n`);
    const file = path.join(made, 'hostile-own.html');
    gainline('report', path.join(place, 'qrels'), ...files, '--documents', path.join(place, 'documents.jsonl'), '--topics', path.join(place, 'topics.tsv'), '-o', file);
    const page = await visit(t, { file });
    const text = (await runNames(page)).sort();
    // Marks that turn the direction of text are replaced.
    assert.deepEqual(text, stems.map((stem) => stem.replace('\u202E', '\uFFFD')).sort());
    await everywhere(page);
    await page.evaluate((hash) => { location.hash = hash; }, `#topics&topic=${encodeURIComponent(topic)}`);
    await topicRead(page, topic);
    for (let i = 0; i < 5; i++) await page.locator('.doc').nth(i).click();
    await harmless(page);
  });

  test('a name written from right to left turns no sentence', async (t) => {
    const sample = example();
    const names = ['שלום עולם', 'محرك', 'hybrid', 'abc אבג', 'titles'];
    sample.data.runs.forEach((r, i) => { r.name = names[i]; });
    sample.data.verdict = [`${names[0]} has the best nDCG@10, 0.8371, but cannot be told from ${names[1]} 12, ${names[3]} and 3 more.`, `By AP ${names[1]} 0.5 beats ${names[0]}.`];
    sample.data.warnings = [`Unjudged in the top 10: 8 % of ${names[0]}, 13 % of ${names[1]}.`];
    const page = await visit(t, { file: write(path.join(made, 'turned.html'), sample) });
    assert.equal(await page.locator('h1').textContent(), sample.data.verdict[0]);
    await page.evaluate(() => document.querySelectorAll('details').forEach((box) => { box.open = true; }));
    for (const place of ['h1', '.lead', '#warnings li', '.finding', '#verdict .eyebrow']) {
      assert.deepEqual(await page.evaluate(turned, place), [], place);
    }
    assert.match(await page.locator('#compare .chart.bars').getAttribute('aria-label'), /\u2068[^\u2069]+\u2069|hybrid/);
  });

  async function everywhere(page) {
    await page.evaluate(() => document.querySelectorAll('details').forEach((box) => { box.open = true; }));
    for (const chart of await page.locator('svg.chart').all()) {
      await chart.hover({ position: { x: 200, y: 60 } });
    }
  }

  async function harmless(page) {
    assert.equal(await page.evaluate(() => window.hacked), undefined);
    assert.deepEqual(await page.evaluate(() => [...document.querySelectorAll('img, iframe, main script, main b, [onerror], [onload], [onmouseover]')].map((e) => e.outerHTML.slice(0, 80))), []);
  }
});

/** Neighbouring pieces of a text that do not stand left to right, line by line (runs in the page). */
function turned(place) {
  const range = document.createRange();
  const pieces = [];
  const walker = document.createTreeWalker(document.querySelector(place), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    // A name is one piece, whatever its direction; other text goes word by word.
    const parts = node.parentElement.closest('bdi') ? [[0, node.data.length]]
      : [...node.data.matchAll(/\S+/g)].map((word) => [word.index, word.index + word[0].length]);
    for (const [from, to] of parts) {
      range.setStart(node, from);
      range.setEnd(node, to);
      pieces.push([node.data.slice(from, to), range.getBoundingClientRect()]);
    }
  }
  return pieces.slice(1).map(([text, box], i) => [pieces[i], text, box])
    .filter(([[, before], , box]) => Math.abs(before.top - box.top) < 4 && box.left < before.right - 1)
    .map(([[before], text]) => `${before} | ${text}`);
}
