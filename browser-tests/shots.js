// Pictures of the page to look at: node shots.js [folder of pages] [folder of pictures]
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { built, launch, open } from './browser.js';

const [pages = path.join(tmpdir(), 'gainline-pages'), shots = path.join(tmpdir(), 'gainline-shots')] =
  process.argv.slice(2);
mkdirSync(shots, { recursive: true });
const browser = await launch();
const wanted = process.env.ONLY && process.env.ONLY.split(',');

async function shot(name, file, options, act, hash) {
  if (wanted && !wanted.includes(name)) return;
  const page = await open(browser, path.join(pages, `${file}.html`), options, hash);
  await built(page);
  await act?.(page);
  await page.waitForTimeout(150);
  if (name.endsWith('-pdf')) await page.pdf({ path: path.join(shots, `${name}.pdf`), preferCSSPageSize: true });
  else await page.screenshot({ path: path.join(shots, `${name}.png`), fullPage: options.full ?? false });
  if (page.troubles.length) console.log(name, page.troubles.slice(0, 5));
  await page.context().close();
}
const at = (id) => (page) => page.evaluate((section) => document.getElementById(section).scrollIntoView(), id);
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const dark = { colorScheme: 'dark' };

await shot('desktop-light', 'example', {});
await shot('desktop-dark', 'example', dark);
await shot('full-light', 'example', { full: true });
await shot('full-dark', 'example', { ...dark, full: true });
await shot('curves', 'example', {}, async (page) => {
  await at('curves')(page);
  const box = await page.locator('#curves .chart').boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + 120);
});
await shot('explorer', 'example', {}, async (page) => {
  await page.locator('#compare .chart.bars').focus();
  await page.keyboard.press('ArrowRight');
}, '#compare&pair=hybrid,boolean&measure=AP');
await shot('topic', 'example', {}, (page) => page.locator('.doc').nth(1).click(), '#topics&topic=t03');
await shot('topic-dark', 'example', dark, null, '#topics&topic=t07');
await shot('quality', 'example', {}, at('quality'));
await shot('method', 'example', {}, at('method'));
await shot('keys', 'example', {}, (page) => page.keyboard.press('?'));
await shot('phone', 'example', phone);
await shot('phone-full', 'example', { ...phone, full: true, deviceScaleFactor: 1 });
await shot('phone-topic', 'example', phone, null, '#topics&topic=t03');
await shot('two', 'two', {});
await shot('two-phone', 'two', phone);
await shot('one', 'one', {});
await shot('counts', 'counts', {});
await shot('large', 'large', {});
await shot('large-curves', 'large', {}, at('curves'));
await shot('large-compare', 'large', {}, at('compare'));
await shot('large-topic', 'large', {}, null, '#topics&topic=1100');
await shot('hostile', 'hostile', {});
await shot('hostile-full', 'hostile', { full: true });
await shot('hostile-phone', 'hostile', { ...phone, full: true, deviceScaleFactor: 1 });
await shot('print-pdf', 'example', {});
await shot('print-dark-pdf', 'example', dark);
await browser.close();
