import type { FrameLocator, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { waitFor } from '../../server/src/processes/index.ts';
import { pollOptions } from '../../server/src/testing/index.ts';
import { temporaryFolder } from '../../server/src/testing/temporary-folder.ts';
import { startCustomer } from '../testing/customer.ts';
import { operatorOf } from '../testing/operator.ts';
import { type ReactScene, startReactScene } from '../testing/react-app.ts';
import { record } from '../testing/recording.ts';
import { withoutWebgl } from '../testing/resource-count.ts';
import { startSite } from '../testing/site.ts';
import { seriousFindings, visit } from '../testing/visit.ts';

/** Counts the microphones that are open, and those that ever were. */
const countMicrophones = `{
  const ask = navigator.mediaDevices?.getUserMedia.bind(navigator.mediaDevices);
  const tracks = [];
  window.microphones = () => tracks.filter(({ readyState }) => readyState === 'live').length;
  if (ask) navigator.mediaDevices.getUserMedia = async (wanted) => {
    const stream = await ask(wanted);
    tracks.push(...stream.getTracks());
    return stream;
  };
}`;
const openMicrophones = (page: Page) => page.evaluate<number>('window.microphones()');
const question = /when do you open on saturday/i;

const parentPage = (service: string, avatarId: string) => `<!doctype html><html lang="en"><title>Shop</title>
  <script src="${service}/sdk/parley.js"></script><button id="talk">Talk</button>
  <iframe title="Avatar" width="640" height="480" allow="microphone; autoplay" src="${service}/avatar/${avatarId}?micOff"></iframe>
  <script>
    window.states = [];
    window.framed = Parley.frame(document.querySelector('iframe'));
    framed.on('turn-update', (state) => states.push(state));
    Parley.holdToTalk(document.querySelector('#talk'), framed);
  </script></html>`;

describe('push to talk', () => {
  let scene: ReactScene;
  let customer: Awaited<ReturnType<typeof startCustomer>>;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;

  beforeAll(async () => {
    folder = await temporaryFolder('push-to-talk');
    // Each microphone that is opened hears the recording from its start.
    const recording = await record(folder.path, 'question', [300, 'When do you open on Saturday?', 60_000]);
    customer = await startCustomer(() => 'At nine.');
    scene = await startReactScene(`--use-file-for-fake-audio-capture=${recording}%noloop`);
  });
  afterAll(async () => {
    await scene[Symbol.asyncDispose]();
    await customer[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  const newAvatar = (settings: object = {}) =>
    operatorOf(scene.service).avatar({ name: 'Ada', endpointUrl: customer.url, greeting: '', ...settings });
  const chats = () => customer.heard.filter(({ action }) => action === 'CHAT');
  const nextChat = async (before: number) => {
    const all = await waitFor(async () => (chats().length > before ? chats() : undefined), pollOptions);
    expect(all?.at(-1)?.message).toMatch(question);
    expect(all).toHaveLength(before + 1);
  };
  const open = async (context: TestContext, size?: { width: number; height: number }) => {
    const avatarId = await newAvatar({ pushToTalk: true });
    const browser = await scene.browser(context);
    const url = `${scene.service.url}/avatar/${avatarId}`;
    const visited = await visit(browser, url, size, withoutWebgl + countMicrophones);
    await visited.page.getByText('Hold the button (or the space bar)').waitFor();
    const loaded = visited.page.waitForEvent('requestfinished', (request) =>
      /decoder.*onnx/.test(request.url()),
    );
    await visited.page.getByRole('button', { name: 'Start talking' }).click();
    await loaded;
    await visited.page.locator('#status', { hasText: 'Hold to talk' }).waitFor();
    return { ...visited, ...parts(visited.page) };
  };
  const parts = (page: Page | FrameLocator) => ({
    talk: page.locator('#talk'),
    words: page.locator('#history li.user.unfinished', { hasText: question }),
    cancelled: page.locator('#banner', { hasText: 'Cancelled. Nothing was sent.' }),
  });
  const centreOf = async (element: Locator) => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await element.boundingBox()) ?? {};
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    return { x: x + width / 2, y: y + height / 2 };
  };

  it('by mouse: nothing is sent before the release, leaving cancels, and the microphone is closed in between', async (context) => {
    await using visited = await open(context);
    const { page, talk, words, cancelled } = visited;
    const { mouse } = page;
    const before = chats().length;
    await expect.poll(() => openMicrophones(page)).toBe(0);
    expect(await page.locator('#mic').isVisible()).toBe(false);
    expect(await talk.getAttribute('aria-pressed')).toBe('false');
    expect(await seriousFindings(page)).toEqual([]);

    const { x, y } = await centreOf(talk);
    await mouse.move(x, y);
    await mouse.down();
    await words.waitFor();
    expect(await talk.getAttribute('aria-pressed')).toBe('true');
    expect(await page.getByRole('button', { name: 'Release to send' }).isVisible()).toBe(true);
    await page.locator('#status', { hasText: 'Listening…' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect([chats().length, await openMicrophones(page)]).toEqual([before, 1]);
    await mouse.move(x, y - 200);
    await cancelled.waitFor();
    await words.waitFor({ state: 'detached' });
    expect(await openMicrophones(page)).toBe(0);
    await mouse.up();

    await mouse.move(x, y);
    await mouse.down();
    await words.waitFor();
    expect(chats()).toHaveLength(before);
    await mouse.up();
    await nextChat(before);
    await page.locator('#history li.avatar', { hasText: 'At nine.' }).waitFor();
    await page.locator('#status', { hasText: 'Hold to talk' }).waitFor();
    expect(await openMicrophones(page)).toBe(0);
    expect(visited.complaints).toEqual([]);
  });

  it('by keyboard: Space and Enter on the button, the space bar elsewhere, and a space in the text field', async (context) => {
    await using visited = await open(context);
    const { page, talk, words, cancelled } = visited;
    const { keyboard } = page;
    let count = chats().length;
    // The button has the focus when the call begins.
    await page.locator('#talk:focus').waitFor();
    for (const key of ['Space', 'Enter', 'elsewhere']) {
      if (key === 'elsewhere') await page.evaluate('document.activeElement.blur()');
      await keyboard.down(key === 'elsewhere' ? 'Space' : key);
      await words.waitFor();
      expect(chats()).toHaveLength(count);
      await keyboard.up(key === 'elsewhere' ? 'Space' : key);
      await nextChat(count);
      count += 1;
    }
    for (const leave of ['Escape', 'blur']) {
      await talk.focus();
      await keyboard.down('Space');
      await page.locator('#talk[aria-pressed=true]').waitFor();
      await (leave === 'Escape' ? keyboard.press('Escape') : page.locator('#text').focus());
      await cancelled.waitFor();
      await keyboard.up('Space');
      expect(await talk.getAttribute('aria-pressed')).toBe('false');
    }
    await page.locator('#text').fill('');
    await page.locator('#text').pressSequentially('a b');
    expect(await page.locator('#text').inputValue()).toBe('a b');
    expect([chats().length, await openMicrophones(page)]).toEqual([count, 0]);
    expect(visited.complaints).toEqual([]);
  });

  it('by touch: a finger that leaves the button cancels', async (context) => {
    await using visited = await open(context, { width: 390, height: 844 });
    const { page, talk, words, cancelled } = visited;
    const before = chats().length;
    const session = await page.context().newCDPSession(page);
    const touch = (
      type: 'touchStart' | 'touchMove' | 'touchEnd',
      ...touchPoints: { x: number; y: number }[]
    ) => session.send('Input.dispatchTouchEvent', { type, touchPoints });
    const { x, y } = await centreOf(talk);
    await touch('touchStart', { x, y });
    await words.waitFor();
    await touch('touchMove', { x, y: y - 200 });
    await cancelled.waitFor();
    await touch('touchEnd');
    expect(chats()).toHaveLength(before);
    await touch('touchStart', { x, y });
    await words.waitFor();
    await touch('touchEnd');
    await nextChat(before);
    await expect.poll(() => openMicrophones(page)).toBe(0);
    expect(visited.complaints).toEqual([]);
  });

  it('in a frame, by a button of the page around it', async (context) => {
    const { url } = scene.service;
    const before = chats().length;
    await using site = await startSite({ '/': parentPage(url, await newAvatar()) });
    await using visited = await visit(await scene.browser(context), site.url, undefined, withoutWebgl);
    const { page } = visited;
    const { words } = parts(page.frameLocator('iframe'));
    await page.evaluate('framed.connect().then(() => framed.prepareTurns())');
    await page.locator('#talk').hover();
    await page.mouse.down();
    await words.waitFor();
    expect(chats()).toHaveLength(before);
    await page.mouse.up();
    await nextChat(before);
    await page.waitForFunction("window.states.at(-1) === 'sent'");
    expect(await page.evaluate('window.states')).toEqual(['started', 'ended', 'sent']);
    await page.evaluate('framed.startTurn()');
    expect(await page.evaluate('framed.cancelTurn()')).toBe(true);
    await page.waitForFunction("window.states.at(-1) === 'cancelled'");
    expect(visited.complaints).toEqual([]);
  });

  it('in React', async (context) => {
    const before = chats().length;
    await using visited = await scene.open(context, await newAvatar(), 1);
    const { page } = visited;
    const panel = page.getByLabel('avatar 1', { exact: true });
    await panel.locator('[data-what=status]', { hasText: 'connected' }).waitFor();
    await panel.getByRole('button', { name: 'Talk to avatar 1' }).focus();
    await page.keyboard.down('Space');
    await panel.locator('[data-final=false]', { hasText: question }).waitFor();
    expect(chats()).toHaveLength(before);
    await page.keyboard.up('Space');
    await nextChat(before);
    await panel.locator('[data-what=turn]', { hasText: 'sent' }).waitFor();
    await page.keyboard.down('Space');
    await panel.locator('[data-final=false]', { hasText: question }).waitFor();
    await page.keyboard.press('Escape');
    await panel.locator('[data-what=turn]', { hasText: 'cancelled' }).waitFor();
    expect(await panel.locator('[data-final=false]').count()).toBe(0);
    expect(chats()).toHaveLength(before + 1);
    expect(visited.complaints).toEqual([]);
  });
});
