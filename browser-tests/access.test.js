// Keys, focus, light and dark, text alternatives, phones.
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, test } from 'node:test';
import { write } from './assemble.js';
import { built } from './browser.js';
import { large } from './sample.js';
import { data, isWithin, made, phone, topicRead, unfold, until, visit } from './support.js';

describe('access', { concurrency: 3 }, () => {
  test('everything is reached by keys', async (t) => {
    const page = await visit(t);
    await page.keyboard.press('Tab');
    assert.match(await page.evaluate(() => document.activeElement.textContent), /^Skip/);
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'main');
    await page.keyboard.press('?');
    assert.ok(await page.locator('#keys').isVisible());
    await page.keyboard.press('Escape');
    assert.ok(!await page.locator('#keys').isVisible());
    await page.keyboard.press('5');
    await until(page, () => Math.abs(document.getElementById('topics').getBoundingClientRect().top) < 120);
    await page.keyboard.press('/');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'topic-search');
    await page.keyboard.press('ArrowDown');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'topic-list');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    assert.match(await page.locator('#topic-name').innerText(), /^t03/);
    assert.equal(await page.locator('#topic-list li[aria-selected=true]').count(), 1);
    await page.keyboard.press(']');
    assert.match(await page.locator('#topic-name').innerText(), /^t04/);
    await page.keyboard.press('[');
    assert.match(await page.locator('#topic-name').innerText(), /^t03/);
    // What has the focus shows it, all the way through the page.
    await page.evaluate(() => document.getElementById('main').focus());
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press('Tab');
      const seen = await page.evaluate(() => {
        const style = getComputedStyle(document.activeElement);
        return document.activeElement === document.body || style.outlineStyle !== 'none';
      });
      assert.ok(seen, await page.evaluate(() => document.activeElement.outerHTML.slice(0, 120)));
    }
  });

  test('light and dark follow the system, and the toggle', async (t) => {
    const page = await visit(t, { colorScheme: 'dark' });
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await ground();
    assert.equal(dark, 'rgb(20, 24, 31)');
    await page.locator('#theme').click();
    const light = await ground();
    assert.equal(light, 'rgb(252, 252, 250)');
    await page.reload();
    await built(page);
    assert.equal(await ground(), light, 'remembered');
    await page.keyboard.press('d');
    assert.equal(await ground(), dark);
    // Text stands out from its ground in both.
    for (const theme of ['light', 'dark']) {
      await page.evaluate((name) => { document.documentElement.dataset.theme = name; }, theme);
      const poor = await page.evaluate(lowContrast);
      assert.deepEqual(poor, [], theme);
    }
  });

  test('a phone of 360 px never scrolls sideways', async (t) => {
    const page = await visit(t, { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
    for (const name of await page.locator('.leaderboard .run .name').all()) {
      assert.ok(await name.evaluate((e) => e.scrollWidth <= e.clientWidth), 'short names are whole');
    }
    await page.evaluate(() => document.querySelectorAll('details').forEach((box) => { box.open = true; }));
    await topicRead(page, 't01');
    await page.locator('.doc').first().click();
    const [wide, inner] = await page.evaluate(() => [document.scrollingElement.scrollWidth, innerWidth]);
    assert.equal(inner, 360);
    assert.ok(wide <= inner, `${wide} px`);
  });

  test('every chart has a name and its data as a table', async (t) => {
    const page = await visit(t);
    const charts = page.locator('svg.chart');
    assert.equal(await charts.count(), 3);
    for (const chart of await charts.all()) {
      assert.equal(await chart.getAttribute('role'), 'img');
      assert.ok((await chart.getAttribute('aria-label')).length > 20);
    }
    for (const name of await page.locator('.leaderboard .run .name').all()) {
      assert.ok(await name.evaluate((e) => e.scrollWidth <= e.clientWidth), 'no name is cut where there is room');
    }
    for (const bar of await page.locator('.range-bar').all()) assert.match(await bar.getAttribute('aria-label'), /^mean \d/);
    await topicRead(page, 't01');
    for (const id of ['curves', 'compare', 'topics']) {
      const box = page.locator(`#${id} details.as-table`, { hasText: 'Show as table' });
      assert.equal(await box.count(), id === 'compare' ? 2 : 1, id);
      await unfold(box.first());
      assert.ok(await box.first().locator('tbody tr').count() > 5, id);
      assert.ok((await box.first().locator('caption').textContent()).length > 5);
    }
    const { curves } = await data(page);
    const last = curves[0].lines.map((line) => line.points.at(-1)[1].toFixed(4));
    assert.deepEqual(await page.locator('#curves tbody tr').last().locator('td').allInnerTexts(), last);
    // Nothing that can be pressed or chosen is without a name, and no id comes twice.
    const nameless = await page.evaluate(() => [...document.querySelectorAll('button, select, input, a, svg[role=img], [role=region]')]
      .filter((e) => !(e.getAttribute('aria-label') || e.textContent.trim() || e.closest('label')?.textContent.trim())).map((e) => e.outerHTML.slice(0, 100)));
    assert.deepEqual(nameless, []);
    assert.deepEqual(await page.evaluate(() => {
      const ids = [...document.querySelectorAll('[id]')].map((e) => e.id);
      return ids.filter((id, i) => ids.indexOf(id) !== i);
    }), []);
  });

  test('on a phone the leaderboard is cards, names keep both ends, and labels of axes can be read', async (t) => {
    const sample = large(17, 43, 20);
    sample.data.runs.forEach((r, i) => { r.name = `msmarco-v1-passage-bm25-rm3-tuned-k1-${i}`; });
    const page = await visit(t, { file: write(path.join(made, 'phone.html'), sample), ...phone });
    const cards = await page.locator('.leaderboard tbody tr').evaluateAll((all) => all.map((row) => row.getBoundingClientRect().toJSON()));
    assert.equal(cards.length, 17);
    for (const card of cards) assert.ok(card.left >= 0 && card.right <= 390 && card.height < 220, JSON.stringify(card));
    for (const name of await page.locator('.leaderboard .run .name').all()) {
      const [shown, whole] = await name.evaluate((e) => [e.textContent, e.title]);
      const [start, end] = shown.split('…');
      assert.ok(whole.startsWith(start) && whole.endsWith(end) && end.length > 8, shown);
      assert.ok(await name.evaluate((e) => e.scrollWidth <= e.clientWidth + 1), 'and nothing else is cut');
    }
    assert.ok(await isWithin(page));
    // Text in charts is of a size that can be read, and labels do not run into each other.
    for (const chart of await page.locator('#curves .chart, #compare .chart').all()) {
      const labels = await chart.evaluate((svg) => [...svg.querySelectorAll('text')].map((text) => ({ size: parseFloat(getComputedStyle(text).fontSize) * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width,
        middle: text.getAttribute('text-anchor') === 'middle' && !text.hasAttribute('transform'), kind: text.getAttribute('class'), ...text.getBoundingClientRect().toJSON() })));
      for (const label of labels) assert.ok(label.size >= 11, `${label.size} px`);
      const along = labels.filter((label) => label.middle && !label.kind).sort((x, y) => x.left - y.left);
      along.slice(1).forEach((label, i) => assert.ok(label.left >= along[i].right - 1 || Math.abs(label.top - along[i].top) > 5, 'labels stand apart'));
    }
    await page.locator('#board-sort').selectOption('run');
    const first = await page.locator('.leaderboard .run .name').first().evaluate((e) => e.title);
    assert.equal(first, sample.data.runs.map((r) => r.name).sort()[0]);
  });

  test('one section is current in the bar, wherever the page stands', async (t) => {
    const page = await visit(t);
    const current = () => page.locator('.bar nav a[aria-current]').allInnerTexts();
    assert.deepEqual(await current(), ['Leaderboard']);
    for (const [i, name] of ['Curves', 'Compare', 'Topics', 'Data', 'Method'].entries()) {
      await page.keyboard.press(String(i + 3));
      await until(page, (word) => [...document.querySelectorAll('.bar nav a[aria-current]')].map((a) => a.textContent).join() === word, name);
    }
    const height = await page.evaluate(() => document.scrollingElement.scrollHeight);
    for (let y = 0; y < height; y += 300) {
      await page.evaluate((to) => new Promise((done) => { scrollTo(0, to); requestAnimationFrame(() => requestAnimationFrame(done)); }), y);
      assert.equal((await current()).length, 1, `at ${y}`);
    }
  });
});

/** Texts with a contrast below 4.5 to their ground (runs in the page). */
function lowContrast() {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const parse = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = ([r, g, b]) => [r, g, b].map((v) => v / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const ground = (element) => {
    if (element.matches('.pair-sign')) return parse(getComputedStyle(element.previousElementSibling).fill);
    for (let e = element; e; e = e.parentElement) {
      const colour = parse(getComputedStyle(e).backgroundColor);
      if (colour[3] > 200) return colour;
    }
    return parse(getComputedStyle(document.body).backgroundColor);
  };
  const found = new Set();
  for (const element of document.querySelectorAll('main *, header *, footer *')) {
    if (![...element.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) || !element.getClientRects().length || element.closest('[disabled], .unseen')) continue;
    const style = getComputedStyle(element);
    const [a, b] = [light(parse(element instanceof SVGElement ? style.fill : style.color)), light(ground(element))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) found.add(`${element.className?.baseVal ?? element.className ?? element.tagName} ${ratio.toFixed(2)} ${element.textContent.slice(0, 20)}`);
  }
  return [...found];
}

