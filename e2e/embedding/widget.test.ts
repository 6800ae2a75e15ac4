import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { waitFor } from '../../server/src/processes/index.ts';
import { pollOptions } from '../../server/src/testing/index.ts';
import { startCustomer } from '../testing/customer.ts';
import { operatorOf } from '../testing/operator.ts';
import { withoutWebgl } from '../testing/resource-count.ts';
import { type Scene, startScene } from '../testing/scene.ts';
import { startSite } from '../testing/site.ts';
import { seriousFindings, visit } from '../testing/visit.ts';

const reply = (message: string) => `You asked about ${message}.`;

describe('the widget in a page of another origin', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await startScene();
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  /** A shop whose policy allows only the widget. */
  const openShop = async (context: TestContext, attributes: string, size = { width: 1280, height: 800 }) => {
    const { url } = scene.service;
    await using started = new AsyncDisposableStack();
    const policy = `default-src 'none'; script-src ${url}; frame-src ${url}; img-src ${url}; require-trusted-types-for 'script'`;
    const body = `<!doctype html><html lang="en"><head><title>Shop</title>
      <meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer">
      <script src="${url}/sdk/widget.js" ${attributes}></script></head>
      <body><main><h1>Shop</h1><p><a href="#tea">Tea</a></p></main></body></html>`;
    const site = started.use(await startSite({ '/': { type: 'text/html', policy, body } }));
    // The same host as the service, because a browser may forbid storage in frames of another site.
    const address = site.url.replace('localhost', new URL(url).hostname);
    const visited = started.use(await visit(await scene.browser(context), address, size, withoutWebgl));
    const kept = started.move();
    const { page } = visited;
    return {
      ...visited,
      launcher: page.getByRole('button', { name: 'Talk to us' }),
      panel: page.getByRole('dialog', { name: 'Talk to us' }),
      framed: page.frameLocator('iframe[title="Talk to us"]'),
      [Symbol.asyncDispose]: () => kept.disposeAsync(),
    };
  };
  const focusIn = (page: Page) =>
    page.evaluate<string | undefined>(
      'document.activeElement?.shadowRoot?.activeElement?.className || document.activeElement?.shadowRoot?.activeElement?.tagName',
    );

  it('is one script tag: it opens on a click, talks, and hangs up when it is closed', async (context) => {
    await using customer = await startCustomer(reply);
    const settings = { name: 'Ada', endpointUrl: customer.url, greeting: 'Welcome!' };
    const avatarId = await operatorOf(scene.service).avatar(settings);
    await using shop = await openShop(context, `data-avatar="${avatarId}" data-user-id="u-7" data-mic-off`);
    const { page, launcher, panel, framed } = shop;
    await launcher.waitFor();
    expect(shop.requests.filter((url) => url.includes('/avatar/'))).toEqual([]);
    await page.locator('.face').waitFor();
    expect(await seriousFindings(page)).toEqual([]);

    await launcher.click();
    await framed.getByRole('button', { name: 'Start talking' }).click();
    await framed.getByText('Welcome!').first().waitFor();
    await framed.getByLabel('Your message').fill('tides');
    await page.keyboard.press('Enter');
    await framed.getByText('You asked about tides.').first().waitFor();
    await panel.locator('header', { hasText: /^Ada(?:Speaking|Your turn)$/ }).waitFor();
    expect(customer.heard[0]).toMatchObject({ action: 'LOGIN', userId: 'u-7' });
    expect(await seriousFindings(page)).toEqual([]);

    await panel.getByRole('button', { name: 'Close' }).click();
    await waitFor(async () => customer.heard.at(-1)?.action === 'LOGOUT' || undefined, pollOptions);
    expect(await panel.isVisible()).toBe(false);
    expect(shop.complaints).toEqual([]);
  });

  it('works by keyboard, and tells screen readers whether it is open', async (context) => {
    const avatarId = await operatorOf(scene.service).avatar({ name: 'Ada' });
    await using shop = await openShop(context, `data-avatar="${avatarId}"`);
    const { page, launcher, panel } = shop;
    await launcher.waitFor();
    expect(await launcher.getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await focusIn(page)).toBe('launcher');
    await page.keyboard.press('Enter');
    await panel.waitFor();
    expect(await focusIn(page)).toBe('IFRAME');
    const close = panel.getByRole('button', { name: 'Close' });
    await close.focus();
    await page.keyboard.press('Escape');
    expect(await panel.isVisible()).toBe(false);
    expect(await focusIn(page)).toBe('launcher');
    expect(await launcher.getAttribute('aria-expanded')).toBe('false');
  });

  it('is open again on the next page, continues the call there, and stays closed after it was closed', async (context) => {
    const avatarId = await operatorOf(scene.service).avatar({ name: 'Ada', greeting: 'Welcome!' });
    await using shop = await openShop(context, `data-avatar="${avatarId}" data-open data-mic-off`);
    const { page, panel, framed, launcher } = shop;
    await framed.getByRole('button', { name: 'Start talking' }).click();
    await framed.getByText('Welcome!').first().waitFor();
    await page.reload();
    await framed.getByRole('button', { name: 'Hang up' }).waitFor();
    expect(await focusIn(page)).toBeUndefined();
    await panel.getByRole('button', { name: 'Close' }).click();
    await page.reload();
    await launcher.waitFor();
    expect(await panel.isVisible()).toBe(false);
  });

  it('fills the screen of a phone while it is open', async (context) => {
    const avatarId = await operatorOf(scene.service).avatar({ name: 'Ada' });
    await using shop = await openShop(context, `data-avatar="${avatarId}"`, { width: 390, height: 844 });
    const { page, launcher, panel, framed } = shop;
    await launcher.click();
    await framed.getByRole('button', { name: 'Start talking' }).waitFor();
    expect(await panel.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(await seriousFindings(page)).toEqual([]);
    await panel.getByRole('button', { name: 'Close' }).click();
    expect(await launcher.isVisible()).toBe(true);
  });

  it('takes a corner, a colour with readable text, and the token of a private avatar', async (context) => {
    const operator = operatorOf(scene.service);
    const avatarId = await operator.avatar({ name: 'Private', private: true, greeting: 'Welcome!' });
    const attributes = `data-avatar="${avatarId}" data-token="${await operator.token(avatarId)}" data-position="top-left" data-color="#ffdd00"`;
    await using shop = await openShop(context, `${attributes} data-connect data-mic-off`);
    const { page, launcher, framed } = shop;
    const { x = -1, y = -1 } = (await launcher.boundingBox()) ?? {};
    expect([x, y]).toEqual([20, 20]);
    const colours = await page.evaluate(`
      const button = document.querySelector('[id^=parley-widget]').shadowRoot.querySelector('.launcher');
      [getComputedStyle(button).backgroundColor, getComputedStyle(button).color]`);
    expect(colours).toEqual(['rgb(255, 221, 0)', 'rgb(0, 0, 0)']);
    await launcher.click();
    await framed.getByText('Welcome!').first().waitFor();
    expect(await page.title()).toBe('Shop');
    expect(shop.complaints).toEqual([]);
  });
});
