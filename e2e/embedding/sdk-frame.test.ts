import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { waitFor } from '../../server/src/processes/index.ts';
import {
  pollOptions,
  type RunningService,
  startService,
  systemTool,
} from '../../server/src/testing/index.ts';
import { startCustomer } from '../testing/customer.ts';
import { operatorOf } from '../testing/operator.ts';
import { withoutWebgl } from '../testing/resource-count.ts';
import { startSite } from '../testing/site.ts';
import { openBrowser, visit } from '../testing/visit.ts';

const reply = () => `<svc-custom-order json='{"id": 7}'/>Your order is ready.`;

/** A page that frames the avatar, and beside it a frame of another site that tries to interfere. */
const parentPage = (service: string) => `<!doctype html><html lang="en"><title>Shop</title><body>
  <script src="${service}/sdk/parley.js"></script>
  <iframe id="stranger" title="Stranger" src="/stranger"></iframe>
  <script>
    const avatar = new URLSearchParams(location.search);
    const iframe = document.createElement('iframe');
    Object.assign(iframe, { title: 'Avatar', width: 640, height: 480, allow: 'microphone; autoplay; fullscreen' });
    iframe.src = '${service}/avatar/' + avatar.get('id') + '?micOff&registerEvents=auth-success&' + (avatar.get('more') ?? '');
    document.body.append(iframe);
    window.framed = Parley.frame(iframe);
    window.transcripts = [];
    window.raw = [];
    addEventListener('message', ({ data }) => raw.push(data));
    window.stopHearing = framed.on('avatar-transcript', (details) => transcripts.push(details));
    document.addEventListener('order-placed', ({ detail, target }) => { window.order = { detail, from: target.title }; });
  </script></body></html>`;
const strangerPage = `<!doctype html><html lang="en"><title>Stranger</title><script>
  addEventListener('message', () => {
    parent.frames[1].postMessage({ source: 'parley-parent', type: 'call', id: 1, method: 'setSpeakerEnabled', args: [false] }, '*');
    parent.postMessage('meddled', '*');
  });
</script></html>`;

describe('the avatar’s page in a frame', () => {
  let service: RunningService;
  let site: Awaited<ReturnType<typeof startSite>>;
  let browser: Browser | undefined;

  beforeAll(async () => {
    service = await startService();
    site = await startSite({ '/': parentPage(service.url), '/stranger': strangerPage });
  });
  afterAll(async () => {
    await browser?.close();
    await site[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  });

  const open = async (context: TestContext, avatarId: string, parameters = '') => {
    browser ??= await openBrowser(systemTool(context, 'chromium'));
    const url = `${site.url}/?id=${avatarId}&more=${encodeURIComponent(parameters)}`;
    return await visit(browser, url, { width: 900, height: 700 }, withoutWebgl);
  };
  const until = (page: Page, condition: string) =>
    page.waitForFunction(condition, undefined, { timeout: pollOptions.limitMs });

  it('obeys the page around it, and answers only that page', async (context) => {
    await using customer = await startCustomer(reply);
    const input = { name: 'Framed', endpointUrl: customer.url, embedOrigins: [site.url] };
    const avatarId = await operatorOf(service).avatar(input);
    await using visited = await open(context, avatarId);
    const { page } = visited;
    expect(await page.evaluate('framed.getConnectionStatus()')).toBe('disconnected');
    await page.evaluate('framed.connect()');
    expect(await page.evaluate('framed.getConnectionStatus()')).toBe('connected');
    const loggedIn = await waitFor(async () => customer.heard[0], pollOptions);
    expect(await page.evaluate('framed.getSessionId()')).toBe(loggedIn?.sessionId);
    await page.evaluate(`framed.registerTag('svc-custom-order', 'order-placed')`);
    expect(await page.evaluate(`framed.sendMessage('Is it ready?')`)).toBe(true);
    await until(page, 'window.order !== undefined');
    expect(await page.evaluate('window.order')).toEqual({ detail: { id: 7 }, from: 'Avatar' });
    await until(page, `transcripts.some(({ text, final }) => final && text === 'Your order is ready.')`);
    expect(customer.heard.map(({ message }) => message).filter(Boolean)).toEqual(['Is it ready?']);

    const posted = await page.evaluate<{ event?: string }[]>('raw');
    expect(posted.filter(({ event }) => event === 'auth-success')).toHaveLength(1);
    expect(posted.filter(({ event }) => event === 'caption')).toEqual([]);

    await page.evaluate('stopHearing(); transcripts.length = 0; stopHearing()');
    expect(await customer.callBack('Nobody listens to this.')).toBe(200);
    await page.frameLocator('iframe[title=Avatar]').getByText('Nobody listens to this.').first().waitFor();
    expect(await page.evaluate('transcripts')).toEqual([]);

    await page.evaluate('framed.disconnect()');
    await waitFor(async () => customer.heard.at(-1)?.action === 'LOGOUT' || undefined, pollOptions);
    expect(visited.complaints).toEqual([]);
  });

  it('refuses methods that are not listed, and ignores other frames', async (context) => {
    const avatarId = await operatorOf(service).avatar({ name: 'Guarded' });
    await using visited = await open(context, avatarId);
    const { page } = visited;
    const refused = await page.evaluate(`
      framed.call('dispose').then(() => 'done', ({ name, code }) => ({ name, code }))`);
    expect(refused).toEqual({ name: 'LiveError', code: 'unknown_method' });
    for (const method of ['constructor', '__proto__', 'on', 'setMediaStream', 'toString']) {
      expect(await page.evaluate(`framed.call('${method}').catch(({ code }) => code)`)).toBe(
        'unknown_method',
      );
    }
    await page.evaluate(`document.getElementById('stranger').contentWindow.postMessage('go', '*')`);
    await until(page, `raw.includes('meddled')`);
    expect(await page.evaluate('framed.isSpeakerEnabled()')).toBe(true);
    await page.evaluate('framed.setSpeakerEnabled(false)');
    expect(await page.evaluate('framed.isSpeakerEnabled()')).toBe(false);
  });

  it('is not shown, and does not answer, in a page that is not among the avatar’s origins', async (context) => {
    const input = { name: 'Elsewhere', embedOrigins: ['https://shop.example.com'] };
    const avatarId = await operatorOf(service).avatar(input);
    await using visited = await open(context, avatarId);
    const { page } = visited;
    await waitFor(
      async () => visited.complaints.some((text) => /frame-ancestors/.test(text)) || undefined,
      pollOptions,
    );
    const pending = await page.evaluate(`
      const asked = framed.isConnected().then(() => 'answered', ({ code }) => code);
      framed.dispose();
      asked`);
    expect(pending).toBe('disposed');
  });

  it('takes the visitor from its address and from the page around it', async (context) => {
    await using customer = await startCustomer(reply);
    const avatarId = await operatorOf(service).avatar({ name: 'Knows', endpointUrl: customer.url });
    const query = 'token=&userId=u-7&userName=Grace&customString=basket%3D3&locale=de-DE';
    await using visited = await open(context, avatarId, query);
    const { page } = visited;
    await page.evaluate('framed.connect().then(() => framed.disconnect())');
    await page.evaluate(
      `framed.setVisitor({ userName: 'Ada', customString: null, accessToken: 'abc', url: 'http://[::1]:9' })`,
    );
    await page.evaluate('framed.connect()');
    const logins = await waitFor(async () => {
      const found = customer.heard.filter(({ action }) => action === 'LOGIN');
      return found.length === 2 ? found : undefined;
    }, pollOptions);
    const shared = { userId: expect.stringContaining('u-7'), locale: 'de-DE' };
    expect(logins?.[0]).toMatchObject({ ...shared, customString: 'basket=3' });
    expect(logins?.[1]).toMatchObject({ ...shared, accessToken: 'abc' });
    expect(logins?.[1]).not.toHaveProperty('customString');
    const nameIn = async (index: number) =>
      (await operatorOf(service).connections(logins?.[index]?.sessionId ?? ''))[0]?.user_name;
    await expect.poll(() => nameIn(0)).toBe('Grace');
    await expect.poll(() => nameIn(1)).toBe('Ada');
    expect(visited.complaints).toEqual([]);
  });

  it('explains once that it does not understand a message, and ignores messages for others', async (context) => {
    const avatarId = await operatorOf(service).avatar({ name: 'Helpful' });
    await using visited = await open(context, avatarId);
    const { page } = visited;
    await page.evaluate(`(async () => {
      await framed.isConnected();
      const { contentWindow } = document.querySelector('iframe[title=Avatar]');
      const foreign = ['end-call', { eventName: 'talk-chat' }, { eventName: 'talk-chat' }, 7, null,
        { source: 'react-devtools', type: 'hook' }, { source: 'parley-parent', type: 'dance' }];
      for (const message of foreign) contentWindow.postMessage(message, '*');
      await framed.call('dance').catch(() => {});
    })()`);
    const hints = visited.complaints.map((text) => /does not know the (\w+ "[\w-]+")/.exec(text)?.[1]);
    expect(hints).toEqual(['message "end-call"', 'message "talk-chat"', 'type "dance"', 'method "dance"']);
    expect(visited.complaints[0]).toContain('Parley.frame(iframe)');
  });

  it('a refusal reaches the page around it as a typed error', async (context) => {
    const avatarId = await operatorOf(service).avatar({ name: 'Private', private: true });
    await using visited = await open(context, avatarId);
    const { page } = visited;
    expect(await page.evaluate('framed.connect().catch(({ code }) => code)')).toBe('token_required');
    await page
      .frameLocator('iframe[title=Avatar]')
      .getByText('The page around it has not let you in yet.')
      .waitFor();
  });
});
