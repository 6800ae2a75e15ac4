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

/** `sent` is what the page sends. `receive` does as if the service had sent a frame. `hear` recognises words. */
const wire = `{
  window.sent = [];
  window.WebSocket = class extends WebSocket {
    constructor(...given) {
      super(...given);
      window.receive = (frame) => this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }));
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

const people = (page: Page, answering: boolean, wantsWords = false) =>
  page.evaluate(`receive(${JSON.stringify({ type: 'people', answering, wantsWords })})`);
const sent = (page: Page, type: string) =>
  page.evaluate<unknown[]>(`sent.filter((frame) => frame.type === '${type}')`);
const stageHeight = (page: Page) => page.evaluate<number>("document.getElementById('stage').clientHeight");

describe('the visitor’s side of a person who answers', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await startScene();
  });
  afterAll(() => scene[Symbol.asyncDispose]());

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
      expect(await sent(page, 'request-person')).toHaveLength(1);

      await people(page, true);
      expect(await notice.textContent()).toBe('A person is answering');
      expect(await stageHeight(page)).toBe(height);
      expect(await findings(page)).toEqual([]);
      await people(page, false);
      expect(await notice.textContent()).toBe('The avatar answers again');
      await ask.waitFor();
      expect(await notice.textContent()).toBe('');
      expect(await page.locator('#history .note').allTextContents()).toEqual([
        'A person is answering',
        'The avatar answers again',
      ]);
      expect(await stageHeight(page)).toBe(height);
    },
  );

  it('gets the words as they are recognised only while somebody reads along; the settings keep the page quiet', async (context) => {
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
    await page.evaluate("hear('Nobody reads this')");
    await people(page, true, true);
    expect(await page.locator('#answering').textContent()).toBe('A person is answering');
    await page.evaluate("hear('Where is my')");
    await waitFor(async () => (await sent(page, 'heard')).length > 0 || undefined, pollOptions);
    expect(await sent(page, 'heard')).toEqual([{ type: 'heard', text: 'Where is my' }]);
  });
});
