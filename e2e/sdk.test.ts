import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { waitFor } from '../server/src/processes/index.ts';
import { type RunningService, startService, systemTool } from '../server/src/testing/index.ts';
import { startCustomer } from './testing/customer.ts';
import { operatorOf } from './testing/operator.ts';
import { countResources, resourcesMade, resourcesOf, withoutWebgl } from './testing/resource-count.ts';
import { startSite } from './testing/site.ts';
import { openBrowser, visit } from './testing/visit.ts';

const patience = { limitMs: 30_000, everyMs: 50 };
const reply = (message: string) =>
  `You asked about ${message}. <svc-custom-order json='{"id": 7}'/> That is all.`;

/** As an integrator writes it: the events go into a list, the object is at hand. */
const plainPage = (service: string) => `<!doctype html><html lang="en"><title>Shop</title>
  <div id="face" style="width: 160px; height: 120px"></div>
  <script src="${service}/sdk/parley.js"></script>
  <script>
    window.told = [];
    window.begin = (avatarId, elementId = 'face') => {
      const parley = Parley.Builder().setAvatarId(avatarId).setUserName('Grace').setCustomString('basket=3')
        .registerVideoElements({ remoteVideo: elementId }).build();
      for (const name of ['auth-success', 'auth-fail', 'websocket-connect', 'avatar-speech', 'avatar-transcript', 'interrupted',
        'connection:state-changed', 'agent:message', 'avatar:state-changed', 'avatar:load-progress', 'platform:state-changed',
        'media:speaker-state-changed', 'speaker-update', 'error', 'end']) parley.on(name, (details) => told.push({ name, details }));
      return parley;
    };
  </script></html>`;

type Told = { readonly name: string; readonly details: Readonly<Record<string, unknown>> };

describe('the SDK in a page of another origin', { timeout: 120_000 }, () => {
  let service: RunningService;
  let browser: Browser | undefined;
  let site: Awaited<ReturnType<typeof startSite>>;

  beforeAll(async () => {
    service = await startService();
    const module = `<!doctype html><html lang="en"><title>Shop</title><script type="module">
      import { Builder, ParleyError } from '${service.url}/sdk/parley.mjs';
      Object.assign(window, { Builder, ParleyError });
    </script></html>`;
    const video = plainPage(service.url)
      .replace('<div id="face"', '<video data-face="steady" id="face"')
      .replace('></div>', '></video>');
    site = await startSite({ '/': plainPage(service.url), '/module': module, '/video': video });
  });
  afterAll(async () => {
    await browser?.close();
    await site[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  });

  const open = async (context: TestContext, path = '/', drawn = false) => {
    browser ??= await openBrowser(systemTool(context, 'chromium'));
    return await visit(
      browser,
      site.url + path,
      { width: 800, height: 600 },
      drawn ? countResources : withoutWebgl + countResources,
    );
  };
  const told = (page: Page, name?: string) =>
    page
      .evaluate<Told[]>('window.told')
      .then((all) => all.filter((each) => name === undefined || each.name === name));
  const until = (page: Page, condition: string) =>
    page.waitForFunction(condition, undefined, { timeout: patience.limitMs });
  const foreign = (requests: readonly string[]) =>
    requests.filter(
      (url) =>
        !url.startsWith('data:') &&
        ![service.url, site.url].some((home) => new URL(home).host === new URL(url).host),
    );

  it('calls, asks, hears a callback, gets a payload, and hangs up with a LOGOUT', async (context) => {
    await using customer = await startCustomer(reply);
    const avatarId = await operatorOf(service).avatar({
      name: 'Ada',
      endpoint: customer.url,
      greeting: 'Welcome!',
    });
    await using visited = await open(context);
    const { page } = visited;
    await page.evaluate(`
      document.addEventListener('order-placed', ({ detail }) => { window.order = detail; });
      window.parley = begin('${avatarId}');
      parley.fixAudioContext().then(() => parley.connect()).then(() => parley.registerTag('svc-custom-order', 'order-placed'))`);
    await until(page, `told.some(({ name, details }) => name === 'avatar-transcript' && details.final)`);
    expect((await told(page, 'avatar-transcript')).at(-1)?.details).toMatchObject({
      text: 'Welcome!',
      sentence: 'Welcome!',
    });
    expect(await page.evaluate('parley.isMediaConnected()')).toBe(true);

    await page.evaluate(`parley.sendMessage('tides')`);
    await until(page, 'window.order !== undefined');
    expect(await page.evaluate('window.order')).toEqual({ id: 7 });
    await until(page, `told.some(({ details }) => details.text === 'That is all.')`);
    expect(await customer.callBack('Your order has shipped.')).toBe(200);
    await until(
      page,
      `told.some(({ details }) => details.text === 'Your order has shipped.' && details.final)`,
    );

    await page.evaluate('parley.disconnect()');
    await waitFor(async () => customer.heard.at(-1)?.action === 'LOGOUT' || undefined, patience);
    expect(customer.heard.map(({ action }) => action)).toEqual(['LOGIN', 'CHAT', 'LOGOUT']);
    expect(customer.heard[0]).toMatchObject({ customString: 'basket=3' });

    const states = (await told(page, 'connection:state-changed')).map(({ details }) => details);
    expect(states.map(({ state }) => state)).toEqual(['connecting', 'connected', 'disconnected']);
    const sessionId = customer.heard[0]?.sessionId;
    for (const details of states) {
      expect(details).toMatchObject({ session_id: sessionId, avatar_id: avatarId, user_name: 'Grace' });
      expect(details).toMatchObject({ max_session_duration: -1, user_id: customer.heard[0]?.userId });
    }
    expect(states[2]).toMatchObject({ reason: 'hangup', will_attempt_reconnect: false });
    const messages = (await told(page, 'agent:message')).map(
      ({ details }) => `${details.speaker}: ${details.message}`,
    );
    expect(messages).toEqual([
      'avatar: Welcome!',
      'user: tides',
      'avatar: You asked about tides. That is all.',
      'avatar: Your order has shipped.',
    ]);
    expect((await told(page, 'end')).map(({ details }) => details)).toMatchObject([
      { reason: 'hangup', callEnd: 'hanged-up' },
    ]);
    expect(foreign(visited.requests)).toEqual([]);
    expect(visited.complaints).toEqual([]);
  });

  it('tells of an interruption with what was heard, and of the switches', async (context) => {
    await using customer = await startCustomer(reply);
    const greeting = 'This greeting is so long that it can be cut short, which somebody is about to do now.';
    const avatarId = await operatorOf(service).avatar({ name: 'Cut', endpoint: customer.url, greeting });
    await using visited = await open(context);
    const { page } = visited;
    await page.evaluate(`window.parley = begin('${avatarId}'); parley.connect()`);
    await until(
      page,
      `told.some(({ name, details }) => name === 'avatar-transcript' && details.text.length > 10)`,
    );
    await page.evaluate('parley.interrupt()');
    await until(page, `told.some(({ name }) => name === 'interrupted')`);
    const [cut] = await told(page, 'interrupted');
    expect(cut?.details.by).toBe('user');
    expect(String(cut?.details.heard).length).toBeGreaterThan(10);
    expect(greeting.startsWith(String(cut?.details.heard))).toBe(true);
    expect(String(cut?.details.heard).length).toBeLessThan(greeting.length);
    await page.evaluate('parley.setSpeakerEnabled(false); parley.setSpeakerEnabled(false)');
    expect((await told(page, 'media:speaker-state-changed')).map(({ details }) => details.enabled)).toEqual([
      false,
    ]);
    expect(await told(page, 'speaker-update')).toHaveLength(1);
    await page.evaluate('parley.dispose()');
  });

  it('as a module it finds its service, and rejects with a typed error', async (context) => {
    const operator = operatorOf(service);
    const avatarId = await operator.avatar({ name: 'Private', private: true });
    await using visited = await open(context, '/module');
    const { page } = visited;
    await until(page, 'window.Builder !== undefined');
    const refusal = await page.evaluate(`
      Builder().setAvatarId('${avatarId}').build().connect()
        .then(() => 'let in', (error) => ({ typed: error instanceof ParleyError, code: error.code, status: error.httpStatus }))`);
    expect(refusal).toEqual({ typed: true, code: 'token_required', status: 401 });
  });

  it('the lips follow a stream of the page, and the platform is told only where it changes', async (context) => {
    const avatarId = await operatorOf(service).avatar({ name: 'Streamed' });
    await using visited = await open(context);
    const { page } = visited;
    await page.evaluate(`
      window.parley = begin('${avatarId}');
      window.tone = () => {
        const context = new AudioContext();
        const tone = context.createOscillator();
        const out = context.createMediaStreamDestination();
        tone.connect(out);
        tone.start();
        return out.stream;
      };
      (async () => {
        await parley.connect();
        const stream = tone();
        await parley.setMediaStream(stream);
        await parley.setMediaStream(stream);
        await parley.setMediaStream(tone());
        await parley.setMediaStream(null);
        await parley.setMediaStream(null);
      })().then(() => { window.done = true; }, (error) => { window.done = String(error); })`);
    await until(page, 'window.done !== undefined');
    expect(await page.evaluate('window.done')).toBe(true);
    await until(page, `told.filter(({ name }) => name === 'platform:state-changed').length === 2`);
    const platforms = await told(page, 'platform:state-changed');
    expect(platforms.map(({ details }) => details.platform)).toEqual(['media-stream', 'native']);
    const silent = await page.evaluate(
      `parley.setMediaStream(new MediaStream()).then(() => 'taken', () => 'refused')`,
    );
    expect(silent).toBe('refused');
    expect(visited.complaints).toEqual([]);
  });

  it('a video element gets the drawing as a stream', async (context) => {
    const avatarId = await operatorOf(service).avatar({ name: 'Filmed' });
    await using visited = await open(context, '/video', true);
    const { page } = visited;
    await page.evaluate(`window.parley = begin('${avatarId}'); parley.preloadAvatar()`);
    await page.waitForFunction(`document.querySelector('video').videoWidth > 0`, undefined, {
      timeout: 110_000,
    });
    await page.evaluate('parley.dispose()');
    expect(await page.evaluate(`document.querySelector('video').srcObject`)).toBeNull();
    expect(visited.complaints).toEqual([]);
  });

  it('where there is no graphics card, a still drawing takes the place of the video', async (context) => {
    const avatarId = await operatorOf(service).avatar({ name: 'Drawn flat' });
    await using visited = await open(context, '/video');
    const { page } = visited;
    await page.evaluate(`window.parley = begin('${avatarId}'); parley.preloadAvatar()`);
    expect(await page.evaluate(`document.querySelector('video').previousElementSibling.style.opacity`)).toBe(
      '1',
    );
    expect(
      await page.evaluate(`document.querySelector('video').previousElementSibling.childElementCount`),
    ).toBe(1);
    await page.evaluate('parley.dispose()');
    expect(await page.evaluate(`document.querySelector('video').previousElementSibling?.tagName`)).not.toBe(
      'DIV',
    );
  });

  it('two avatars in one page are two calls', async (context) => {
    await using customer = await startCustomer(reply);
    const avatarId = await operatorOf(service).avatar({ name: 'Twice', endpoint: customer.url });
    await using visited = await open(context);
    const { page } = visited;
    await page.evaluate(`
      window.pair = [begin('${avatarId}'), begin('${avatarId}')];
      Promise.all(pair.map((parley) => parley.connect())).then(() => {
        pair[0].sendMessage('one');
        pair[1].sendMessage('two');
      })`);
    await waitFor(
      async () => customer.heard.filter(({ action }) => action === 'CHAT').length === 2 || undefined,
      patience,
    );
    const chats = customer.heard.filter(({ action }) => action === 'CHAT');
    expect(new Set(chats.map(({ sessionId }) => sessionId)).size).toBe(2);
    await page.evaluate('Promise.all(pair.map((parley) => parley.dispose()))');
    expect(await resourcesOf(page)).toMatchObject({ sockets: 0, audioContexts: 0 });
  });

  const takenAway = async (page: Page, avatarId: string, rounds: number, calls: boolean) => {
    // What watches the page for the test listens, too.
    await page.waitForFunction('true');
    const before = await resourcesOf(page);
    await page.evaluate(`(async () => {
      document.getElementById('face').dataset.face = 'steady';
      for (let round = 0; round < ${rounds}; round++) {
        const parley = begin('${avatarId}');
        await Promise.all([parley.preloadAvatar(), ${calls ? 'parley.connect()' : 'parley.fixAudioContext()'}]);
        await parley.dispose();
      }
    })().then(() => { window.done = true; }, (error) => { window.done = String(error); })`);
    await page.waitForFunction('window.done !== undefined', undefined, { timeout: 110_000 });
    expect(await page.evaluate('window.done')).toBe(true);
    expect(await resourcesMade(page)).toMatchObject({
      sockets: calls ? rounds : 0,
      audioContexts: rounds,
    });
    expect(await resourcesOf(page)).toEqual(before);
    expect(await page.evaluate(`document.getElementById('face').childElementCount`)).toBe(0);
  };

  it('made and taken away 50 times, it leaves nothing behind', async (context) => {
    await using customer = await startCustomer(reply);
    const input = { name: 'Often', endpoint: customer.url, greeting: 'Hello!' };
    const avatarId = await operatorOf(service).avatar(input);
    await using visited = await open(context);
    await takenAway(visited.page, avatarId, 50, true);
    expect(visited.complaints).toEqual([]);
  });

  it('nor does a face that is drawn by the graphics card', async (context) => {
    const avatarId = await operatorOf(service).avatar({ name: 'Drawn' });
    await using visited = await open(context, '/', true);
    // Without a call: drawing by software leaves no time for one.
    await takenAway(visited.page, avatarId, 3, false);
    expect((await resourcesMade(visited.page)).webglContexts).toBeGreaterThanOrEqual(3);
  });
});
