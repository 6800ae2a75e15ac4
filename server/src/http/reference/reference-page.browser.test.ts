import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../testing/app/index.ts';
import { stateDeadlineMs, systemTool } from '../../testing/index.ts';

describe('the reference page', () => {
  let test: TestApp;
  let origin: string;
  let browser: Browser | undefined;

  beforeAll(async () => {
    test = await testApp();
    origin = await test.app.server.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    await browser?.close();
    await test[Symbol.asyncDispose]();
  });

  type Visit = AsyncDisposable & { page: Page; requests: string[]; complaints: string[] };
  /** The page in a fresh browser window, with all it asked for and all the browser complained of. */
  const visit = async (context: Parameters<typeof systemTool>[0], width = 1280): Promise<Visit> => {
    const executablePath = systemTool(context, 'chromium');
    browser ??= await chromium.launch({ executablePath, timeout: stateDeadlineMs, args: ['--no-sandbox'] });
    const window = await browser.newContext({ viewport: { width, height: 844 } });
    window.setDefaultTimeout(stateDeadlineMs);
    const page = await window.newPage();
    const requests: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    page.on('console', (message) => {
      if (message.type() !== 'log') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('requestfailed', (request) => complaints.push(`${request.url()} failed`));
    const answer = await page.goto(`${origin}/docs`, { waitUntil: 'networkidle' });
    expect(answer?.status()).toBe(200);
    return { page, requests, complaints, [Symbol.asyncDispose]: () => window.close() };
  };

  it('loads nothing from elsewhere, and the browser complains of nothing', async (context) => {
    await using visited = await visit(context);
    const network = visited.requests.filter((url) => !url.startsWith('data:'));
    expect(network).toContain(`${origin}/docs/style.css`);
    expect(network.filter((url) => !url.startsWith(`${origin}/`))).toEqual([]);
    expect(visited.complaints).toEqual([]);
  });

  it.for([390, 1280])('fits a screen %d px wide', async (width, context) => {
    await using visited = await visit(context, width);
    const widths = await visited.page.evaluate<{ content: number; screen: number }>(
      '({ content: document.documentElement.scrollWidth, screen: document.documentElement.clientWidth })',
    );
    expect(widths.content).toBeLessThanOrEqual(widths.screen);
  });

  it('has one main heading, a language, a title, and no heading skipped', async (context) => {
    await using visited = await visit(context);
    const { page } = visited;
    expect(await page.locator('h1').allTextContents()).toEqual(['Parley reference']);
    expect(await page.title()).toBe('Parley reference');
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    const levels = await page
      .locator('h1,h2,h3,h4')
      .evaluateAll((all) => all.map((each) => Number(each.tagName[1])));
    for (const [index, level] of levels.entries())
      expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
  });

  it('can be used by keyboard: every link and every example is reached, and links lead somewhere', async (context) => {
    await using visited = await visit(context);
    const { page } = visited;
    const focusable = page.locator('a[href], input, button, pre[tabindex]');
    const wanted = await focusable.count();
    expect(wanted).toBeGreaterThan(5);
    await focusable.evaluateAll((all) => {
      for (const each of all) each.setAttribute('data-unreached', '');
    });
    for (let i = 0; i < wanted; i++) {
      await page.keyboard.press('Tab');
      await page.evaluate("document.activeElement?.removeAttribute('data-unreached')");
    }
    expect(await page.locator('[data-unreached]').count()).toBe(0);
    const targets = await page
      .locator('a[href^="#"]')
      .evaluateAll((all) => all.map((each) => each.getAttribute('href') ?? ''));
    for (const target of targets) expect(await page.locator(target).count(), target).toBe(1);
  });

  it('shows every documented route and every error code', async (context) => {
    await using visited = await visit(context);
    const text = await visited.page.locator('main').textContent();
    for (const route of test.app.routes) if (route.document !== null) expect(text).toContain(route.path);
    for (const code of [7, 16, 19, 24, 29, 30, 31, 32, 33, 34, 35, 36, 45, 65]) {
      await expect(visited.page.locator(`#errors th[scope=row]:text-is("${code}")`).count()).resolves.toBe(1);
    }
  });
});
