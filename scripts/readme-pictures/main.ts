import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startSite } from '../../e2e/testing/site.ts';
import { newContext, openBrowser, webGlFlags } from '../../e2e/testing/visit.ts';
import { startFresh } from './start-fresh.ts';

/** Takes the pictures of README.md from the pages as they are: `npm run pictures`. */
const folder = join(import.meta.dirname, '../../docs/pictures');
/** The browser draws in software, where pages show pictures of the face. These pictures show the face itself. */
const drawIn3D = `
  new MutationObserver(() => {
    for (const stage of document.querySelectorAll('#stage:not([data-face])')) stage.dataset.face = 'steady';
  }).observe(document, { childList: true, subtree: true });`;
const shop = (service: string, avatar: string) => `<!doctype html>
  <html lang="en"><meta name="viewport" content="width=device-width"><title>Tea from the hills</title>
  <style>
    body { margin: 0; font: 18px/1.6 system-ui, sans-serif; color: #24312b; background: #fbf8f1; }
    main { max-width: 44rem; padding: 5rem 4rem; }
    h1 { font-size: 2.6rem; line-height: 1.15; margin: 0 0 1rem; }
  </style>
  <main><h1>Tea from the hills</h1><p>Four gardens, two harvests a year, and a letter with each parcel.</p>
  <p>Questions about an order, or about the right water? Ask in the corner.</p></main>
  <script src="${service}/sdk/widget.js" data-avatar="${avatar}" data-mic-off async></script></html>`;

const open = async (browser: Browser, url: string, width: number, height: number) => {
  const context = await newContext(browser, { viewport: { width, height }, colorScheme: 'light' });
  await context.addInitScript(drawIn3D);
  const page = await context.newPage();
  await page.goto(url);
  return { context, page };
};
const take = async (page: Page, context: BrowserContext, name: string): Promise<void> => {
  // The face has settled, and no notice covers the page.
  await page.waitForTimeout(4_000);
  await page.screenshot({ path: join(folder, `${name}.jpg`), type: 'jpeg', quality: 84 });
  await context.close();
  process.stdout.write(`${join(folder, name)}.jpg\n`);
};

const data = await mkdtemp(join(tmpdir(), 'parley-pictures-'));
const service = await startFresh(data);
const browser = await openBrowser(process.env.PARLEY_CHROMIUM ?? 'chromium', ...webGlFlags);
try {
  const dashboard = await open(browser, service.signInUrl, 1280, 800);
  await dashboard.page.getByRole('button', { name: 'Sign in now' }).click();
  await dashboard.page.waitForURL(/dashboard\/acc_/);
  const [, account = ''] = /dashboard\/(acc_\w+)/.exec(dashboard.page.url()) ?? [];
  await dashboard.page.goto(`${service.url}/dashboard/${account}/avatars/${service.avatarId}/general`);
  await dashboard.page.getByRole('button', { name: 'Duplicate' }).waitFor();
  await take(dashboard.page, dashboard.context, 'dashboard');

  await using site = await startSite({ '/': shop(service.url, service.avatarId) });
  const widget = await open(browser, site.url, 1280, 800);
  const launcher = widget.page.getByRole('button', { name: 'Talk to us' });
  await launcher.click();
  const framed = widget.page.frameLocator('iframe[title="Talk to us"]');
  await framed.getByRole('button', { name: 'Start talking' }).click();
  const words = framed.getByRole('textbox');
  await words.fill('What can you do?');
  await words.press('Enter');
  await take(widget.page, widget.context, 'widget');
} finally {
  await browser.close();
  await service[Symbol.asyncDispose]();
  await rm(data, { recursive: true, force: true });
}
