import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitFor } from '../../server/src/processes/index.ts';
import { pollOptions } from '../../server/src/testing/index.ts';
import { operatorOf } from '../testing/operator.ts';
import { withoutWebgl } from '../testing/resource-count.ts';
import { type Scene, startScene } from '../testing/scene.ts';
import { findings, newContext } from '../testing/visit.ts';

const cases = [
  { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
] as const;

/** `sent` is what the page sends. `hear` recognises words. */
const wire = `{
  window.sent = [];
  window.WebSocket = class extends WebSocket {
    constructor(...given) {
      super(...given);
      window.drop = () => this.close();
    }
    send(data) {
      if (typeof data === 'string') sent.push(JSON.parse(data));
      super.send(data);
    }
  };
  window.SpeechRecognition = window.webkitSpeechRecognition = class extends EventTarget {
    start() {
      window.hear = (transcript) =>
        this.onresult({ resultIndex: 0, results: [Object.assign([{ transcript }], { isFinal: false })] });
    }
    abort() {}
  };
}`;

const stageHeight = (page: Page) => page.evaluate<number>("document.getElementById('stage').clientHeight");

describe('the visitor’s side of a person who answers', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await startScene();
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  /** The session of the call in this page, for the calls of a person. */
  const sessionOf = async (page: Page) => ({
    account: await operatorOf(scene.service).account(),
    session: await page.evaluate<string>("sent.find(({ type }) => type === 'hello').sessionId"),
  });

  it.for(cases)(
    'can be asked for and is told, and nothing moves, at $viewport.width, $colorScheme',
    async (looks, context) => {
      const settings = { name: 'Ada', greeting: 'Welcome!', personButton: true };
      const avatarId = await operatorOf(scene.service).avatar(settings);
      await using visitor = await newContext(await scene.browser(context), looks);
      const page = await visitor.newPage();
      await page.addInitScript(wire + withoutWebgl);
      await page.goto(`${scene.service.url}/avatar/${avatarId}?micOff`);
      await page.locator('#start:not([disabled])').waitFor();
      expect(await page.getByText('Staff may read along.').isVisible()).toBe(true);
      await page.locator('#start').click();
      const ask = page.getByRole('button', { name: 'Ask for a person' });
      await ask.waitFor();
      await page.locator('#history .avatar', { hasText: 'Welcome!' }).waitFor({ state: 'attached' });
      const height = await stageHeight(page);
      expect(await findings(page)).toEqual([]);

      await ask.press('Enter');
      const notice = page.getByRole('status').and(page.locator('#answering'));
      expect(await notice.textContent()).toBe('A person was asked');
      expect(await ask.isVisible()).toBe(false);
      expect(await page.evaluate('document.activeElement.id')).toBe('answering');
      const params = await sessionOf(page);
      const { call } = operatorOf(scene.service);
      const requested = async () => (await call('sessions.get', { params })).personRequest?.at;
      await waitFor(requested, pollOptions);

      await call('sessions.take', { params, body: {} });
      await notice.getByText('A person is answering').waitFor();
      await call('sessions.say', { params, body: { id: 'one', text: 'I am here.' } });
      await page
        .locator('#history .note + .avatar', { hasText: 'I am here.' })
        .waitFor({ state: 'attached' });
      expect(await stageHeight(page)).toBe(height);
      expect(await findings(page)).toEqual([]);
      await page.evaluate('drop()');
      const isBack = () => page.evaluate<boolean>("sent.filter(({ type }) => type === 'hello').length > 1");
      await waitFor(async () => (await isBack()) || undefined, pollOptions);
      await notice.getByText('A person is answering').waitFor();
      await call('sessions.release', { params });
      await notice.getByText('The avatar answers again').waitFor();
      await ask.waitFor();
      expect(await notice.textContent()).toBe('');
      expect(await page.locator('#history .note').allTextContents()).toEqual([
        'A person is answering',
        'The avatar answers again',
      ]);
      expect(await stageHeight(page)).toBe(height);
    },
  );

  it('gets words as they are recognised only while a member watches, and settings keep the page quiet', async (context) => {
    const hearing = { recogniser: 'browser' } as const;
    const settings = { name: 'Ada', greeting: 'Welcome!', tellsWatching: false, hearing };
    const avatarId = await operatorOf(scene.service).avatar(settings);
    await using visitor = await newContext(await scene.browser(context), { permissions: ['microphone'] });
    const page = await visitor.newPage();
    await page.addInitScript(wire + withoutWebgl);
    await page.goto(`${scene.service.url}/avatar/${avatarId}`);
    await page.locator('#start:not([disabled])').waitFor();
    expect(await page.getByText('Staff may read along.').isVisible()).toBe(false);
    await page.locator('#start').click();
    await page.locator('#mic[data-state=on]').waitFor();
    expect(await page.locator('#person').isVisible()).toBe(false);
    await page.evaluate("hear('Not read')");
    const { account, session } = await sessionOf(page);
    const address = `${scene.service.url}/v1/accounts/${account}/sessions/${session}/watch`;
    const reading = new AbortController();
    const headers = { authorization: `Bearer ${scene.service.operatorToken}` };
    const stream = await fetch(address, { headers, signal: reading.signal });
    await page.evaluate("setInterval(() => hear('Where is my'), 200)");
    let read = '';
    for await (const part of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      read += part;
      if (read.includes('"kind":"heard"')) break;
    }
    reading.abort();
    expect(read).toContain('"text":"Where is my"');
    expect(read).not.toContain('Not read');
  });
});
