import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitFor } from '../../server/src/processes/index.ts';
import { pollOptions } from '../../server/src/testing/index.ts';
import { startCustomer } from '../testing/customer.ts';
import { operatorOf } from '../testing/operator.ts';
import { type SdkScene, startSdkScene, told } from '../testing/sdk-page.ts';

const reply = (message: string) => `You said ${message}. <svc-custom-order json='{"id": 7}'/>`;

/** The code that people write first, before they have read much. */
describe('the first use of the SDK', () => {
  let scene: SdkScene;
  beforeAll(async () => {
    scene = await startSdkScene();
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  const avatar = (settings: object = {}) => operatorOf(scene.service).avatar({ name: 'Ada', ...settings });
  const names = async (page: Page): Promise<string[]> => (await told(page)).map(({ name }) => name);
  const faceOf = (page: Page, selector: string) =>
    page.waitForFunction(`(() => {
      const { width = 0, height = 0 } = document.querySelector('${selector} > *')?.getBoundingClientRect() ?? {};
      return width > 100 && height > 100 ? { width, height } : null;
    })()`);

  it('connect() draws the face, in an element without a size, too', async (context) => {
    const avatarId = await avatar();
    await using visited = await scene.open(context, '/bare');
    const { page } = visited;
    for (const [id, width] of [
      ['face', 784],
      ['inline', 640],
    ] as const) {
      await page.evaluate(`window.parley = begin('${avatarId}', '${id}'); parley.connect()`);
      const size = await (await faceOf(page, `#${id}`)).jsonValue();
      expect(size).toEqual({ width, height: 480 });
      await page.evaluate('parley.dispose()');
      expect(await page.evaluate(`document.getElementById('${id}').outerHTML`)).not.toContain('px');
    }
    expect(visited.complaints).toEqual([]);
  });

  it('an element with a size keeps it, and a hidden one is measured when it is shown', async (context) => {
    const avatarId = await avatar();
    await using visited = await scene.open(context, '/bare');
    const { page } = visited;
    await page.evaluate(`
      const hidden = document.getElementById('hidden');
      window.parley = begin('${avatarId}', 'hidden');
      parley.connect().then(() => { hidden.parentElement.hidden = false; })`);
    expect(await (await faceOf(page, '#hidden')).jsonValue()).toEqual({ width: 300, height: 200 });
    await page.evaluate(
      `parley.dispose().then(() => { window.missing = begin('${avatarId}', 'nowhere'); return missing.connect(); })`,
    );
    expect(visited.complaints).toEqual([
      'Parley: the page has no element with the ID "nowhere" for the face.',
    ]);
  });

  it.for(['null', "''", 'undefined'])('a token that is %s counts as no token', async (none, context) => {
    const avatarId = await avatar();
    await using visited = await scene.open(context);
    const { page } = visited;
    const connected = await page.evaluate(`
      window.parley = Parley.Builder().setAvatarId('${avatarId}').setToken(${none}).setUserId(${none}).build();
      parley.connect().then(() => parley.isConnected())`);
    expect(connected).toBe(true);
  });

  it('reports the state of speaker and microphone on connect, and each time it is set', async (context) => {
    const avatarId = await avatar();
    await using visited = await scene.open(context);
    const { page } = visited;
    await page.evaluate(`window.parley = begin('${avatarId}'); parley.connect()`);
    expect(await told(page, 'speaker-update')).toMatchObject([{ details: true }]);
    expect(await told(page, 'mic-update')).toMatchObject([{ details: false }]);
    await page.evaluate(`
      for (const on of [true, false, false]) parley.setSpeakerEnabled(on);
      parley.setMicEnabled(false)`);
    expect((await told(page, 'speaker-update')).map(({ details }) => details)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect((await told(page, 'media:speaker-state-changed')).map(({ details }) => details.enabled)).toEqual([
      false,
    ]);
    expect((await told(page, 'mic-update')).map(({ details }) => details)).toEqual([false, false]);
  });

  it('reports media-disconnected once, during disconnect()', async (context) => {
    const avatarId = await avatar();
    await using visited = await scene.open(context);
    const { page } = visited;
    await page.evaluate(`window.parley = begin('${avatarId}'); parley.connect()`);
    const at = await page.evaluate(`
      window.ending = parley.disconnectGateway();
      told.filter(({ name }) => name === 'media-disconnected').length`);
    expect(at).toBe(1);
    await page.evaluate('ending');
    expect((await names(page)).filter((name) => name === 'media-disconnected')).toHaveLength(1);
    expect(await names(page)).toContain('end');
  });

  it('a refusal that a listener or a handler has seen is not reported as unhandled', async (context) => {
    const avatarId = await avatar({ private: true });
    // Browsers report rejections of a module from another origin, but not those of a script.
    await using visited = await scene.open(context, '/module');
    const { page } = visited;
    await page.waitForFunction('window.Builder !== undefined');
    /**
     * The unhandled rejections after the code has called `done`. A last rejection by the test shows that all were
     * reported.
     */
    const unhandledIn = (code: string) =>
      page.evaluate(`(async () => {
        const unhandled = [];
        const parley = Builder().setAvatarId('${avatarId}').build();
        await new Promise((allReported) => {
          onunhandledrejection = (event) => {
            event.preventDefault();
            if (event.reason === 'last') allReported();
            else unhandled.push(event.reason.code);
          };
          new Promise((done) => { ${code} }).then(() => setTimeout(() => Promise.reject('last')));
        });
        return unhandled;
      })()`);
    for (const method of ['authenticate', 'connect']) {
      expect(await unhandledIn(`parley.on('auth-fail', () => done()); parley.${method}();`)).toEqual([]);
      expect(await unhandledIn(`parley.${method}().catch(() => done());`)).toEqual([]);
      expect(await unhandledIn(`parley.${method}().finally(() => done());`)).toEqual(['token_required']);
    }
  });

  it('a message before the connection waits for it, and is dropped if the call does not start', async (context) => {
    await using customer = await startCustomer(reply);
    const [open, closed] = [await avatar({ endpointUrl: customer.url }), await avatar({ private: true })];
    await using visited = await scene.open(context);
    const { page } = visited;
    const accepted = await page.evaluate(`
      document.addEventListener('order', ({ detail }) => { window.order = detail; });
      window.parley = begin('${open}');
      const registered = parley.registerTag('svc-custom-order', 'order');
      window.connecting = parley.connect();
      [registered, parley.sendMessage('now')]`);
    expect(accepted).toEqual([true, true]);
    await page.waitForFunction('window.order !== undefined');
    expect(customer.heard.flatMap(({ message }) => message ?? [])).toEqual(['now']);
    await page.evaluate('connecting.then(() => parley.disconnect())');
    expect(await page.evaluate(`parley.sendMessage('too late')`)).toBe(false);
    await page.evaluate(`
      window.refused = begin('${closed}');
      refused.sendMessage('lost');
      refused.connect().catch(() => {})`);
    expect((await told(page, 'error')).map(({ details }) => details.code)).toEqual([
      'not_connected',
      'not_sent',
    ]);
  });

  it('a second avatar in the same element ends the first', async (context) => {
    await using customer = await startCustomer(reply);
    const avatarId = await avatar({ endpointUrl: customer.url });
    await using visited = await scene.open(context);
    const { page } = visited;
    await page.evaluate(
      `window.first = begin('${avatarId}'); first.connect().then(() => first.preloadAvatar())`,
    );
    await page.evaluate(
      `window.second = begin('${avatarId}'); second.connect().then(() => second.preloadAvatar())`,
    );
    await waitFor(async () => customer.heard.find(({ action }) => action === 'LOGOUT'), pollOptions);
    expect(await page.evaluate('[first.isConnected(), second.isConnected()]')).toEqual([false, true]);
    expect(await page.evaluate(`document.getElementById('face').childElementCount`)).toBe(1);
    await page.evaluate('second.dispose()');
    expect(await page.evaluate(`document.getElementById('face').childElementCount`)).toBe(0);
  });
});
