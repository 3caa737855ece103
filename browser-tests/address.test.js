// Every view has an address, which opens it anew and which Back goes to.
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, test } from 'node:test';
import { write } from './assemble.js';
import { large } from './sample.js';
import { data, hash, made, topicRead, until, visit } from './support.js';

describe('address', { concurrency: 3 }, () => {
  test('a bar of a pair opens the topic with that pair and measure, and Back comes back', async (t) => {
    const page = await visit(t, { hash: '#compare&pair=boolean,cached&measure=AP' });
    await page.locator('#compare .chart.bars').scrollIntoViewIfNeeded();
    const bar = await page.locator('#compare .beam').nth(2).boundingBox();
    await page.mouse.move(bar.x + bar.width / 2, bar.y + bar.height / 2);
    const id = await page.locator('#compare .difference-chart .readout strong').first().innerText();
    await page.mouse.click(bar.x + bar.width / 2, bar.y + bar.height / 2);
    await topicRead(page, id);
    assert.equal(await hash(page), `#topics&pair=boolean,cached&measure=AP&topic=${id}`);
    const check = async (where) => {
      const { runs } = await data(where);
      const chosen = async (name) => runs[await where.locator(name).inputValue()].name;
      assert.deepEqual([await chosen('#topic-to'), await chosen('#topic-from')], ['boolean', 'cached']);
      assert.equal(await where.locator('#topic-measure').inputValue(), '1');
      assert.deepEqual((await where.locator('.ranking thead .column-run').allInnerTexts()).slice(0, 2).map((text) => text.trim()), ['boolean', 'cached']);
      assert.match(await where.locator('.ranking thead .quiet').first().innerText(), /^AP /);
      assert.match(await where.locator('.moved').innerText(), /What moved from cached to boolean[^]*Change in AP/);
    };
    await check(page);
    const again = await visit(t, { hash: await hash(page) });
    await topicRead(again, id);
    await check(again);
    await page.goBack();
    await until(page, () => location.hash === '#compare&pair=boolean,cached&measure=AP' && Math.abs(document.getElementById('compare').getBoundingClientRect().top) < 200);
    assert.match(await page.locator('.finding').innerText(), /^boolean .* cached by 0\.\d+ AP/);
    await page.goForward();
    await topicRead(page, id);
    await check(page);
  });

  test('a state with everything in it is the same when it is opened anew', async (t) => {
    const file = write(path.join(made, 'all.html'), large(17, 20, 30));
    const page = await visit(t, { file });
    const { runs } = await data(page);
    await page.locator('.leaderboard tbody tr').nth(8).locator('.pin').click();
    await page.locator('#board-filter').fill('de');
    await page.locator('#board-measure').selectOption('1');
    await page.locator('.sort[data-key=run]').click();
    await page.locator('.sort[data-key=run]').click();
    await page.locator('#board-columns summary').click();
    await page.locator('#board-columns label', { hasText: 'Rank' }).click();
    await page.locator('#compare-b').selectOption('3');
    await page.locator('#compare-a').selectOption('4');
    await page.locator('#curves .tabs button').nth(1).click();
    await page.locator('#topic-order').selectOption('hard');
    await page.locator('#topic-list li').nth(4).click();
    const topic = await page.locator('#topic-list [aria-selected=true]').getAttribute('data-topic');
    await until(page, () => document.querySelector('#topic-depth') !== null);
    await page.locator('#topic-depth').selectOption('20');
    const view = async (where) => {
      await until(where, (t) => document.getElementById('topic-panel').dataset.topic === t && document.querySelectorAll('.ranking tbody tr').length === 20, topic);
      return where.evaluate(() => ({
        board: document.querySelector('.leaderboard').textContent, pair: document.getElementById('compare-summary').textContent,
        curve: document.querySelector('#curves .tabs [aria-pressed=true]').textContent, legend: document.querySelectorAll('.legend-item[aria-pressed=true]').length,
        topics: document.getElementById('topic-list').textContent, topic: document.getElementById('topic-panel').textContent,
        filter: document.getElementById('board-filter').value, measure: document.getElementById('compare-measure').value,
      }));
    };
    const seen = await view(page);
    assert.match(seen.pair, new RegExp(`^${runs[3].name} .*${runs[4].name}`));
    const address = await hash(page);
    for (const key of ['measure', 'sort', 'reversed', 'filter', 'columns', 'pins', 'pair', 'topic', 'order', 'curve', 'depth']) assert.match(address, new RegExp(`&${key}=`), key);
    const again = await visit(t, { file, hash: address });
    assert.deepEqual(await view(again), seen);
    // All the way back is the start.
    while (await hash(page) !== '') await page.goBack();
    assert.equal(await page.locator('.leaderboard tbody tr').count(), 17);
    assert.equal(await page.locator('.pinned').count(), 0);
    assert.equal(await page.locator('#board-measure').inputValue(), '0');
  });

  test('an address that asks for what is not there shows the page as it is', async (t) => {
    for (const bad of ['#topics&topic=none', '#compare&pair=x,y&measure=None', '#nothing', '#leaderboard&sort=x&columns=y&pins=%E0%A4%A', '#topics&depth=-1&curve=9&slice=q', '#a=b&__proto__=c']) {
      const page = await visit(t, { hash: bad });
      assert.equal(await page.locator('.leaderboard tbody tr').count(), 5, bad);
      await topicRead(page, 't01');
    }
  });

  test('the link past the navigation keeps what is shown', async (t) => {
    const address = '#compare&pair=boolean,cached&measure=AP';
    const page = await visit(t, { hash: address });
    await page.locator('.skip').focus();
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'main');
    assert.match(await page.locator('.finding').innerText(), /^boolean .* cached by 0\.\d+ AP/);
    assert.match(await hash(page), /pair=boolean,cached&measure=AP/);
  });

  test('the link to a view can be copied', async (t) => {
    const page = await visit(t, { hash: '#compare&pair=boolean,cached', permissions: ['clipboard-read', 'clipboard-write'] });
    await page.locator('#copy-link').click();
    await until(page, () => document.getElementById('announcer').textContent === 'Link copied');
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await page.evaluate(() => location.href));
  });
});
