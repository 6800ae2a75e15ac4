import { readFile } from 'node:fs/promises';
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
import { openBrowser, seriousFindings, visit } from '../testing/visit.ts';

/** Lets the test cut open sockets and block new ones, like a bad network. */
const network = `{
  const Real = WebSocket;
  const sockets = [];
  window.cutConnections = () => { for (const socket of sockets) socket.close(4999); };
  window.WebSocket = new Proxy(Real, { construct: (target, [url]) => {
    const socket = new target(window.isLocked ? 'ws://127.0.0.1:9/' : url);
    sockets.push(socket);
    return socket;
  } });
}`;

describe('using the avatar’s page', () => {
  let service: RunningService;
  let browser: Browser | undefined;

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(async () => {
    await browser?.close();
    await service[Symbol.asyncDispose]();
  });

  const open = async (context: TestContext, avatarId: string, query: string, before = '') => {
    browser ??= await openBrowser(systemTool(context, 'chromium'));
    const size = { width: 390, height: 800 };
    return await visit(browser, `${service.url}/avatar/${avatarId}${query}`, size, withoutWebgl + before);
  };
  const focused = (page: Page) => page.evaluate<string>('document.activeElement?.id');

  it('goes by keyboard alone: start, ask, captions off, hang up', async (context) => {
    await using customer = await startCustomer((message) => `You typed ${message}.`);
    const avatarId = await operatorOf(service).avatar({ name: 'Keys', endpointUrl: customer.url });
    await using visited = await open(context, avatarId, '?micOff');
    const { page } = visited;
    await page.getByRole('button', { name: 'Start talking' }).waitFor();
    await page.locator('#start:not([disabled])').waitFor();
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('start');
    await page.keyboard.press('Enter');
    await page.getByLabel('Your message').waitFor();
    await waitFor(async () => (await focused(page)) === 'text' || undefined, pollOptions);
    await page.keyboard.type('keys');
    await page.keyboard.press('Enter');
    // A screen reader gets the whole sentence once.
    await page.locator('#spoken', { hasText: 'You typed keys.' }).waitFor();
    for (let tabs = 0; tabs < 10 && (await focused(page)) !== 'cc'; tabs++) await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    expect(await page.locator('#cc').getAttribute('aria-pressed')).toBe('false');
    expect(await customer.callBack('This is not shown as a caption.')).toBe(200);
    await page.locator('#history', { hasText: 'This is not shown as a caption.' }).waitFor();
    expect(await page.locator('#captions').textContent()).toBe('');
    for (let tabs = 0; tabs < 10 && (await focused(page)) !== 'hang'; tabs++)
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('The call has ended.').waitFor();
    expect(await focused(page)).toBe('start');
    expect(await seriousFindings(page)).toEqual([]);
    expect(visited.complaints).toEqual([]);
  });

  it('says that it is the visitor’s turn only after the greeting', async (context) => {
    const avatarId = await operatorOf(service).avatar({ name: 'Host', greeting: 'Welcome! How can I help?' });
    // What a visitor could see: once for each frame.
    const watch = `window.states = [];
      const look = () => {
        const text = document.getElementById('status')?.textContent ?? '';
        if (text !== states.at(-1)) states.push(text);
        requestAnimationFrame(look);
      };
      look();`;
    await using visited = await open(context, avatarId, '?micOff', watch);
    const { page } = visited;
    await page.getByRole('button', { name: 'Start talking' }).click();
    await page.locator('.status', { hasText: 'Your turn' }).waitFor();
    const states = await page.evaluate<string[]>('states');
    expect(states.filter((text) => !['', 'Connecting…', 'Getting ready…'].includes(text))).toEqual([
      'Speaking',
      'Your turn',
    ]);
  });

  it('offers to ask again after a question that could not be answered', async (context) => {
    // It has no brain.
    const avatarId = await operatorOf(service).avatar({ name: 'Twice' });
    await using visited = await open(context, avatarId, '?micOff');
    const { page } = visited;
    await page.getByRole('button', { name: 'Start talking' }).click();
    await page.getByLabel('Your message').fill('tides');
    await page.keyboard.press('Enter');
    const again = page.getByRole('button', { name: 'Ask again' });
    await again.waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await again.click();
    await page.locator('#history .user', { hasText: 'tides' }).nth(1).waitFor();
    await page.locator('#history .avatar:not(.thinking)', { hasText: 'Sorry' }).nth(1).waitFor();
    expect(await again.count()).toBe(1);
  });

  it('a reloaded page continues its call, even with a used token', async (context) => {
    await using customer = await startCustomer((message) => `You said ${message}.`);
    const operator = operatorOf(service);
    const avatarId = await operator.avatar({ name: 'Again', endpointUrl: customer.url, private: true });
    const token = await operator.token(avatarId);
    await using visited = await open(context, avatarId, `?micOff&token=${token}`);
    const { page } = visited;
    await page.getByRole('button', { name: 'Start talking' }).click();
    await page.getByLabel('Your message').fill('one');
    await page.keyboard.press('Enter');
    await page.getByText('You said one.').first().waitFor();
    await page.reload();
    await page.getByLabel('Your message').fill('two');
    await page.keyboard.press('Enter');
    await page.getByText('You said two.').first().waitFor();
    await page.getByRole('button', { name: 'Hang up' }).click();
    await waitFor(async () => customer.heard.at(-1)?.action === 'LOGOUT' || undefined, pollOptions);
    expect(customer.heard.map(({ action }) => action)).toEqual(['LOGIN', 'CHAT', 'CHAT', 'LOGOUT']);
    const sessionIds = new Set(customer.heard.map(({ sessionId }) => sessionId));
    expect(sessionIds.size).toBe(1);
    const [sessionId = ''] = sessionIds;
    // No event reports the reload.
    expect((await operator.connections(sessionId)).map(({ state }) => state)).toEqual([
      'connecting',
      'connecting',
      'connected',
      'disconnected',
    ]);
  });

  it.for<[string, (page: Page) => Promise<unknown>]>([
    ['closes the tab', (page) => page.close({ runBeforeUnload: true })],
    ['opens another address', (page) => page.goto('about:blank')],
  ])('a visitor who %s has hung up, and webhooks get one event', async ([, leave], context) => {
    await using customer = await startCustomer((message) => `You said ${message}.`);
    const operator = operatorOf(service);
    const avatarId = await operator.avatar({ name: 'Bye', endpointUrl: customer.url });
    await using visited = await open(context, avatarId, '?micOff');
    const { page } = visited;
    await page.getByRole('button', { name: 'Start talking' }).click();
    await page.getByLabel('Your message').fill('one');
    await page.keyboard.press('Enter');
    await page.getByText('You said one.').first().waitFor();
    await leave(page);
    await waitFor(async () => customer.heard.at(-1)?.action === 'LOGOUT' || undefined, pollOptions);
    expect(await operator.connections(customer.heard[0]?.sessionId ?? '')).toMatchObject([
      { state: 'connecting' },
      { state: 'connecting' },
      { state: 'connected' },
      { state: 'disconnected', reason: 'hangup', will_attempt_reconnect: false },
    ]);
  });

  it('says that it reconnects, and a message typed meanwhile arrives once', async (context) => {
    await using customer = await startCustomer((message) => `You said ${message}.`);
    const avatarId = await operatorOf(service).avatar({ name: 'Back', endpointUrl: customer.url });
    await using visited = await open(context, avatarId, '?micOff', network);
    const { page } = visited;
    await page.getByRole('button', { name: 'Start talking' }).click();
    await page.getByLabel('Your message').fill('one');
    await page.keyboard.press('Enter');
    await page.getByText('You said one.').first().waitFor();
    await page.evaluate('window.isLocked = true; cutConnections()');
    await page.getByText('The connection was lost. Reconnecting…').waitFor();
    expect(await page.locator('#spoken').textContent()).toBe('');
    await page.getByLabel('Your message').fill('x'.repeat(8_001));
    await page.keyboard.press('Enter');
    await page.getByText('Too long: 8,001 of 8,000 characters.').waitFor();
    await page.getByLabel('Your message').fill('two');
    await page.keyboard.press('Enter');
    const waiting = page.getByText('Not sent yet');
    await waiting.waitFor();
    await page.evaluate('window.isLocked = false');
    await page.locator('#history', { hasText: 'You said two.' }).waitFor();
    expect(await waiting.count()).toBe(0);
    expect(await page.locator('#banner').textContent()).toBe('');
    const chats = customer.heard.filter(({ action }) => action === 'CHAT').map(({ message }) => message);
    expect(chats).toEqual(['one', 'two']);
    expect(customer.heard.filter(({ action }) => action === 'LOGIN')).toHaveLength(1);
  });

  it('hides and colours the parts that the address names, and starts by itself', async (context) => {
    const avatarId = await operatorOf(service).avatar({ name: 'Bare', greeting: 'Here I am.' });
    const query =
      '?connect&micOff&speakerOff&hideFS&hideChatInput&hideChatHistory&hideHangUpButton=false&hideMicButton&hideSpeakerButton&avatarBackgroundColor=123456&loadingBarColor=red';
    await using visited = await open(context, avatarId, query);
    const { page } = visited;
    await page.getByRole('button', { name: 'Hang up' }).waitFor();
    for (const id of ['full', 'compose', 'scroll', 'mic', 'speaker', 'chat'])
      expect(await page.locator(`#${id}`).isVisible(), id).toBe(false);
    expect(await page.locator('#speaker').getAttribute('aria-pressed')).toBe('false');
    expect(await focused(page)).toBe('hang');
    expect(await page.evaluate(`document.getElementById('stage').style.getPropertyValue('--stage')`)).toBe(
      '#123456',
    );
    // The caption itself may be gone before a busy machine looks for it.
    await page.locator('#spoken', { hasText: 'Here I am.' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(visited.complaints).toEqual([]);
  });

  it('shows that the microphone was refused, and typing still works', async (context) => {
    await using customer = await startCustomer((message) => `You said ${message}.`);
    const avatarId = await operatorOf(service).avatar({ name: 'Deaf', endpointUrl: customer.url });
    const refuses = `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'));`;
    await using visited = await open(context, avatarId, '', refuses);
    const { page } = visited;
    await page.getByRole('button', { name: 'Start talking' }).click();
    await page.getByText('The browser does not allow the microphone.').waitFor();
    await page.getByRole('button', { name: 'Microphone not allowed' }).waitFor();
    await page.getByLabel('Your message').fill('typed');
    await page.keyboard.press('Enter');
    await page.getByText('You said typed.').first().waitFor();
    expect(visited.complaints).toEqual([]);
  });

  it('lets the visitor save the transcript, in the call and after it, if the avatar allows it', async (context) => {
    await using customer = await startCustomer((message) => `You asked about ${message}.`);
    const avatarId = await operatorOf(service).avatar({
      name: 'Ada',
      endpointUrl: customer.url,
      allowTranscriptDownload: true,
    });
    await using visited = await open(context, avatarId, '?micOff');
    const { page } = visited;
    const button = page.getByRole('button', { name: 'Download transcript' });
    const save = async () => {
      const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
      return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
    };
    const ask = async (words: string) => {
      await page.getByLabel('Your message').fill(words);
      await page.keyboard.press('Enter');
      await page.locator('#spoken', { hasText: `You asked about ${words}.` }).waitFor();
    };
    await page.getByRole('button', { name: 'Start talking' }).waitFor();
    expect(await button.count()).toBe(0);
    await page.getByRole('button', { name: 'Start talking' }).click();
    await ask('tides');
    // An answer is in the transcript when it has been heard.
    await expect
      .poll(async () => (await save()).text, { interval: 1_000 })
      .toMatch(/Guest: tides\n.*Ada: You asked about tides\.\n/);
    expect(await seriousFindings(page)).toEqual([]);

    await page.reload();
    await ask('moons');
    await button.waitFor();
    await page.getByRole('button', { name: 'Hang up' }).click();
    await page.getByText('The call has ended.').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    const { name, text } = await save();
    expect(name).toMatch(/^transcript-ses_\w+\.txt$/);
    expect(text).toMatch(/Guest: tides\n.*Ada: You asked about tides\.\n.*Guest: moons\n/);
    expect(visited.complaints).toEqual([]);

    const error = { code: 'download_expired', message: 'Too late.' };
    await page.route('**/transcript?*', (route) => route.fulfill({ status: 410, json: { error } }));
    await button.click();
    await page.getByText('That time is over.').waitFor();
  });

  it('raises a custom payload as an event of the document', async (context) => {
    await using customer = await startCustomer(
      () => '<svc-custom-order json=\'{"id": 7}\'/>Your order is ready.',
    );
    const avatarId = await operatorOf(service).avatar({ name: 'Order', endpointUrl: customer.url });
    await using visited = await open(context, avatarId, '?registerCustomSSML=svc-custom-order&micOff');
    const { page } = visited;
    await page.evaluate("document.addEventListener('svc-custom-order', (e) => { window.order = e.detail; })");
    await page.getByRole('button', { name: 'Start talking' }).click();
    await page.getByLabel('Your message').fill('Is it ready?');
    await page.keyboard.press('Enter');
    await page.getByText('Your order is ready.').first().waitFor();
    expect(await page.evaluate('window.order')).toEqual({ id: 7 });
    expect(visited.complaints).toEqual([]);
  });
});
