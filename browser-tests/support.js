// What the tests share: a browser, the report of the bundled example, and ways to look at a page.
// REPORT=file.html tests that file as the report of the bundled example.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { after, before } from 'node:test';
import { built, folder, launch, open } from './browser.js';
import { gainline, QRELS, RUNS, TEXTS } from './sample.js';

export const made = folder();
let browser;
let report;

before(async () => {
  report = process.env.REPORT ?? path.join(made, 'report.html');
  if (!process.env.REPORT) gainline('report', QRELS, ...RUNS, ...TEXTS, '-o', report);
  browser = await launch();
});

after(async () => {
  await browser.close();
  rmSync(made, { recursive: true });
});

/** The file of the bundled example's report. */
export const reportFile = () => report;

/** Opens a page for one test, which fails if the page had any trouble. */
export async function visitPlain(t, { file, hash = '', ...options }) {
  const page = await open(browser, file, options, hash);
  page.setDefaultTimeout(10_000);
  t.after(async () => {
    await page.context().close();
    assert.deepEqual(page.troubles, []);
  });
  return page;
}

/** The same of a report, once all of its sections are there. */
export async function visit(t, options = {}) {
  const page = await visitPlain(t, { file: report, ...options });
  await built(page);
  return page;
}

/** Writes a report of the example's judgments and these runs and options. */
export function reportOf(name, ...args) {
  const file = path.join(made, `${name}.html`);
  gainline('report', QRELS, ...args, '-o', file);
  return file;
}

export const data = (page) => page.evaluate(() => JSON.parse(document.getElementById('data').textContent));
/** What a compressed block of the page holds, as the page reads it. */
export const block = (page, id) => page.evaluate((name) => unpacked(name), id);
export const hash = (page) => page.evaluate(() => location.hash);
export const column = (page, n) => page.locator(`.leaderboard tbody tr > :nth-child(${n})`).allInnerTexts();
/** A cell of the leaderboard by the name of its column, without what stands small below it. */
export const cell = async (row, label) => plain((await row.locator(`td[data-label="${label}"]`).innerText()).split('\n')[0]);
export const runNames = (page) => page.locator('.leaderboard .run .name').evaluateAll((all) => all.map((name) => name.title));

/** Until it is so. (Playwright's own wait evaluates text in the page, which the page's policy forbids.) */
export async function until(page, isSo, argument) {
  for (let i = 0; i < 200; i++) {
    if (await page.evaluate(isSo, argument)) return;
    await new Promise((done) => { setTimeout(done, 20); });
  }
  assert.fail(`not so after 4 s: ${isSo}`);
}

/** Opens a disclosure, whose content is made only then. */
export async function unfold(box) {
  await box.locator('summary').first().click();
  await box.locator('tbody tr').first().waitFor();
}

/** Until the rankings of a topic are there, which are unpacked when it is opened. */
export async function topicRead(page, id) {
  await until(page, (name) => document.getElementById('topic-name')?.querySelector('.name').title === name
    && document.getElementById('topic-panel').dataset.topic !== undefined && document.querySelector('.ranking') !== null, id);
}

/** What a click saves: its name and its bytes. */
export async function saved(page, button) {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  const chunks = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  return { name: download.suggestedFilename(), bytes: Buffer.concat(chunks) };
}

export const plain = (text) => text.replaceAll('−', '-').trim();
export const isWithin = (page) => page.evaluate(() => document.scrollingElement.scrollWidth <= innerWidth);
export const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
