import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { waitFor } from '../server/src/processes/index.ts';
import { type RunningService, startService, systemTool } from '../server/src/testing/index.ts';
import { startCustomer } from './testing/customer.ts';
import { operatorOf } from './testing/operator.ts';
import { countResources, resourcesMade, resourcesOf, withoutWebgl } from './testing/resource-count.ts';
import { startSite } from './testing/site.ts';
import { openBrowser, seriousFindings, visit } from './testing/visit.ts';

const patience = { limitMs: 30_000, everyMs: 50 };
const reply = (message: string) => `You asked about ${message}. <svc-custom-order json='{"id": 7}'/>`;

/** A customer's app in StrictMode, as their bundler makes it for development. */
async function bundledApp(): Promise<string> {
  const entry = fileURLToPath(new URL('../packages/react/src/testing/strict-app.tsx', import.meta.url));
  const made = await build({
    configFile: false,
    logLevel: 'error',
    mode: 'development',
    define: { 'process.env.NODE_ENV': '"development"' },
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      lib: { entry, formats: ['es'], fileName: () => 'app.js' },
    },
  });
  const [{ output }] = made as unknown as [{ output: [{ code: string }] }];
  return output[0].code;
}

describe('the React component in an app of another origin, in StrictMode', { timeout: 120_000 }, () => {
  let service: RunningService;
  let browser: Browser | undefined;
  let app: string;

  beforeAll(async () => {
    app = await bundledApp();
    service = await startService();
  });
  afterAll(async () => {
    await browser?.close();
    await service[Symbol.asyncDispose]();
  });

  const open = async (context: TestContext, avatarId: string, count: number) => {
    await using started = new AsyncDisposableStack();
    const settings = JSON.stringify({ url: service.url, avatarId, count });
    const html = `<!doctype html><html lang="en"><title>App</title><body>
      <div id="root" data-settings='${settings}'></div><script type="module" src="/app.js"></script></body></html>`;
    const site = started.use(
      await startSite({ '/': html, '/app.js': { type: 'text/javascript', body: app } }),
    );
    browser ??= await openBrowser(systemTool(context, 'chromium'));
    const visited = started.use(
      await visit(browser, site.url, { width: 800, height: 600 }, withoutWebgl + countResources),
    );
    const kept = started.move();
    return { ...visited, site, [Symbol.asyncDispose]: () => kept.disposeAsync() };
  };

  it('makes one call, answers, gives payloads to its hook, and ends the call when it goes', async (context) => {
    await using customer = await startCustomer(reply);
    const input = { name: 'Ada', endpoint: customer.url, greeting: 'Welcome!' };
    await using visited = await open(context, await operatorOf(service).avatar(input), 1);
    const { page } = visited;
    const panel = page.getByLabel('avatar 1', { exact: true });
    await panel.getByText('avatar: Welcome!').waitFor();
    expect(await panel.locator('[data-what=status]').textContent()).toBe('connected');
    expect(customer.heard.map(({ action }) => action)).toEqual(['LOGIN']);

    await page.getByRole('button', { name: 'Ask avatar 1' }).click();
    await panel.getByText('user: tides of avatar 1').waitFor();
    await panel.locator('[data-final=true]', { hasText: 'You asked about tides of avatar 1.' }).waitFor();
    await panel.getByText('{"id":7}').waitFor();
    const speaker = page.getByRole('button', { name: 'Speaker avatar 1' });
    await speaker.click();
    expect(await speaker.getAttribute('aria-pressed')).toBe('false');
    expect(await seriousFindings(page)).toEqual([]);

    await page.getByRole('button', { name: 'Toggle' }).click();
    await waitFor(async () => customer.heard.at(-1)?.action === 'LOGOUT' || undefined, patience);
    expect(customer.heard.filter(({ action }) => action === 'LOGIN')).toHaveLength(1);
    await page.waitForFunction('window.resources().audioContexts === 0');
    expect(await resourcesOf(page)).toMatchObject({ sockets: 0, audioContexts: 0, workers: 0, tracks: 0 });
    expect(await resourcesMade(page)).toMatchObject({ sockets: 1, audioContexts: 1 });
    const homes = [service.url, visited.site.url].map((url) => new URL(url).host);
    expect(visited.requests.filter((url) => !homes.includes(new URL(url).host))).toEqual([]);
    expect(visited.complaints).toEqual([]);
  });

  it('several in one app have a call and a transcript each', async (context) => {
    await using customer = await startCustomer(reply);
    const avatarId = await operatorOf(service).avatar({ name: 'Twice', endpoint: customer.url });
    await using visited = await open(context, avatarId, 2);
    const { page } = visited;
    const [first, second] = [1, 2].map((number) => page.getByLabel(`avatar ${number}`, { exact: true }));
    for (const panel of [first, second]) await panel?.getByText('connected', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Ask avatar 2' }).click();
    await second?.getByText('You asked about tides of avatar 2.').first().waitFor();
    expect(await first?.locator('li').count()).toBe(0);
    expect(await first?.getByText('{"id":7}').count()).toBe(0);
    expect(customer.heard.filter(({ action }) => action === 'LOGIN')).toHaveLength(2);
  });

  it('shown and hidden 50 times, it leaves nothing behind', async (context) => {
    const avatarId = await operatorOf(service).avatar({ name: 'Often' });
    await using visited = await open(context, avatarId, 1);
    const { page } = visited;
    const toggle = page.getByRole('button', { name: 'Toggle' });
    await toggle.click();
    await page.waitForFunction('window.resources().audioContexts + window.resources().sockets === 0');
    const before = await resourcesOf(page);
    // Some for so short a time that nothing has begun, others in the middle of it.
    await page.evaluate(`(async () => {
      const toggle = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Toggle');
      for (let round = 0; round < 50; round++) {
        toggle.click();
        await new Promise((resolve) => setTimeout(resolve, (round % 5) * 40));
        toggle.click();
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })()`);
    await waitFor(
      async () => JSON.stringify(await resourcesOf(page)) === JSON.stringify(before) || undefined,
      { ...patience, limitMs: 40_000 },
    ).catch(() => {});
    expect(await resourcesOf(page)).toEqual(before);
    expect((await resourcesMade(page)).sockets).toBeGreaterThan(5);
  });
});
