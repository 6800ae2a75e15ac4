import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../testing/app/index.ts';
import { stateDeadlineMs, systemTool } from '../../testing/index.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

describe('the documentation in a browser', () => {
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
  /** The page in a fresh browser window, with everything that it loaded and every error that the browser reported. */
  const visit = async (
    context: Parameters<typeof systemTool>[0],
    path = '/docs/api/avatars',
  ): Promise<Visit> => {
    const executablePath = systemTool(context, 'chromium');
    browser ??= await chromium.launch({ executablePath, timeout: stateDeadlineMs, args: ['--no-sandbox'] });
    const window = await browser.newContext({ viewport: { width: 1280, height: 844 } });
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
    const answer = await page.goto(`${origin}${path}`, { waitUntil: 'load' });
    expect(answer?.status()).toBe(200);
    return { page, requests, complaints, [Symbol.asyncDispose]: () => window.close() };
  };

  it('loads nothing from elsewhere, and the browser reports no errors', async (context) => {
    await using visited = await visit(context);
    const network = visited.requests.filter((url) => !url.startsWith('data:'));
    expect(network).toContain(`${origin}/docs/style.css`);
    expect(network.filter((url) => !url.startsWith(`${origin}/`))).toEqual([]);
    expect(visited.complaints).toEqual([]);
  });

  const paths = [
    '/docs',
    '/docs/events',
    '/docs/guides/gateway',
    '/docs/guides/avatar-settings',
    '/docs/api/avatars',
  ];
  it.for(paths)('%s fits every screen, and axe finds nothing, light and dark', async (path, context) => {
    await using visited = await visit(context, path);
    const { page } = visited;
    await page.evaluate(axe);
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 844 });
      const content = await page.evaluate<number>('document.documentElement.scrollWidth');
      expect(content).toBeLessThanOrEqual(width);
    }
    // Many calls have the same parts, and checking all of them takes long.
    await page.evaluate("document.querySelectorAll('article ~ article').forEach((each) => each.remove())");
    for (const [width, colorScheme] of [
      [390, 'dark'],
      [1440, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme });
      const found = `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + nodes.map(({ html }) => html)))`;
      expect(await page.evaluate<string[]>(found)).toEqual([]);
    }
    expect(visited.complaints).toEqual([]);
  });

  it('finds headings, events and calls, by keyboard', async (context) => {
    await using visited = await visit(context, '/docs');
    const { page } = visited;
    await page.keyboard.press('/');
    await page.keyboard.type('session:ended');
    await page.locator('#found').getByText('A session is over. Sent once').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/docs\/events#event-session-ended$/);
    await page.getByRole('searchbox').fill('xyzzy');
    await page.getByText('Nothing found').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.locator('#found').isVisible()).toBe(false);
    expect(visited.complaints).toEqual([]);
  });

  it('answers what people look for with the right place first', async (context) => {
    await using visited = await visit(context, '/docs');
    const { page } = visited;
    const places = {
      quickstart: '/docs#quickstart',
      CORS: '/docs/guides/questions#does-my-endpoint-need-cors-headers',
      Flask: /questions#can-i-use-flask/,
      German: /questions#can-the-avatar-speak-german/,
      'verify signature': '/docs/guides/webhooks#verify-the-signature',
      'verfy signature': '/docs/guides/webhooks#verify-the-signature',
      phone: '/docs/guides/questions#does-it-work-on-a-phone',
    };
    for (const [words, place] of Object.entries(places)) {
      await page.getByRole('searchbox').fill(words);
      const first = page.locator('#found a').first();
      await expect.poll(() => first.getAttribute('href'), { message: words }).toMatch(place);
    }
  });

  it('shows the table of LOGIN, CHAT and LOGOUT whole, on wide and on narrow screens', async (context) => {
    await using visited = await visit(context, '/docs/guides/gateway');
    const { page } = visited;
    const table = page.locator('.wide').first();
    expect(await table.textContent()).toMatch(/LOGIN[\s\S]*CHAT[\s\S]*LOGOUT/);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await table.evaluate((each) => each.scrollWidth - each.clientWidth), String(width)).toBe(0);
    }
  });

  it('copies a block of code', async (context) => {
    await using visited = await visit(context, '/docs');
    const { page } = visited;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy: node endpoint.mjs' }).click();
    await page.getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('node endpoint.mjs');
    const blocks = await page.locator('main pre').count();
    expect(await page.locator('main .copy').count()).toBe(blocks);
    expect(visited.complaints).toEqual([]);
  });

  it('has one main heading, a language, a title, and no heading skipped', async (context) => {
    await using visited = await visit(context);
    const { page } = visited;
    expect(await page.locator('h1').allTextContents()).toEqual(['Avatars']);
    expect(await page.title()).toBe('Avatars – Parley documentation');
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    const levels = await page
      .locator('h1,h2,h3,h4')
      .evaluateAll((all) => all.map((each) => Number(each.tagName[1])));
    for (const [index, level] of levels.entries())
      expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
  });

  it('can be used by keyboard: every link and every example is reached', async (context) => {
    await using visited = await visit(context, '/docs/api/callback');
    const { page } = visited;
    const focusable = page
      .locator('a[href], input, button, summary, [tabindex="0"]')
      .filter({ visible: true });
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
  });
});
