// Debian's Chromium, with nothing of its own going out and nothing of the page's let through.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync'];

export function launch() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
}

/** Opens a page in a new context; `before` runs in it first. What went wrong is collected in `page.troubles`. */
export async function open(browser, file, { before, ...options } = {}, hash = '') {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, offline: true, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.troubles = [];
  if (before) await page.addInitScript(before);
  const home = pathToFileURL(path.resolve(file)).href;
  page.on('console', (message) => { if (['error', 'warning'].includes(message.type())) page.troubles.push(`console: ${message.text()}`); });
  page.on('pageerror', (error) => page.troubles.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => { page.troubles.push('dialog'); dialog.dismiss(); });
  page.on('request', (request) => {
    const url = request.url().split('#')[0];
    if (url !== home && !url.startsWith('data:')) page.troubles.push(`request: ${url.slice(0, 200)}`);
  });
  await page.goto(home + hash, { waitUntil: 'load' });
  return page;
}

/** Until every section is built. */
export async function built(page) {
  await page.waitForSelector('#files', { state: 'attached' });
}

export const folder = () => mkdtempSync(path.join(tmpdir(), 'gainline-browser-'));
