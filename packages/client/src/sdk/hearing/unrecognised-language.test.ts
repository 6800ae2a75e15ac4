import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { visitorPage } from './testing/visitor-page.ts';
import { settle } from './testing/visitor-scene.ts';

type Page = ReturnType<typeof visitorPage>;

/** A microphone that was on until nothing recognised the language. */
async function lacking(): Promise<Page> {
  const page = visitorPage();
  await page.join();
  expect([await page.enable(true), await page.speak('fr')]).toEqual(['on', 'missing']);
  return page;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a microphone that lacks a recogniser', () => {
  it('[EA71] stays closed in a second call', async () => {
    const { join, speak, enable, hangUp, microphone, open } = visitorPage();
    await join();
    expect([await enable(true), await speak('fr')]).toEqual(['on', 'missing']);
    hangUp();
    await join();
    expect([microphone.state, await speak('de'), open()]).toEqual(['missing', 'missing', []]);
  });

  it('[EA71] stays closed if the visitor switches it off', async () => {
    const { join, speak, enable, open } = visitorPage();
    await join();
    expect([await enable(true), await speak('fr')]).toEqual(['on', 'missing']);
    await enable(false);
    expect([await speak('de'), open()]).toEqual(['missing', []]);
  });

  it('[EA71] is opened by the next language that is recognised, however many are not', async () => {
    const { join, speak, enable } = visitorPage();
    await join();
    expect([await enable(true), await speak('fr'), await speak('it'), await speak('de')]).toEqual([
      'on',
      'missing',
      'missing',
      'on',
    ]);
  });

  it('[EA71] is not opened if it was never open', async () => {
    const { join, speak, enable } = visitorPage();
    await join();
    await speak('fr');
    expect([await enable(true), await speak('de')]).toEqual(['missing', 'missing']);
  });

  it('[EA71] is opened by it also after a press that was not heard, was cancelled, or was heard in another language', async () => {
    const presses: readonly ((page: Page) => unknown)[] = [
      ({ finish }) => finish(),
      ({ turns }) => turns.cancel(),
      async ({ answerAll, microphone }) => {
        void microphone.setLocale('en');
        await answerAll();
      },
    ];
    for (const press of presses) {
      const page = await lacking();
      void page.turns.start();
      await settle();
      await press(page);
      void page.turns.end();
      await page.finish();
      expect([await page.speak('de'), page.open().length]).toEqual(['on', 1]);
    }
  });

  it('[EA71] is opened after the turn in which the language changed', async () => {
    const { turns, microphone, finish, sent, heard } = await lacking();
    void turns.start();
    await settle();
    void microphone.setLocale('de');
    await finish();
    expect(heard()).toBe(microphone.turn);
    void turns.end();
    await finish();
    expect([sent.length, microphone.state, heard()]).toEqual([1, 'on', microphone.stream]);
  });

  it('[EA71] is opened by it although the page tried in vain in between', async () => {
    const { enable, speak } = await lacking();
    expect([await enable(true), await speak('de')]).toEqual(['missing', 'on']);
  });

  it('[EA71] is not opened after it was refused or lost in between', async () => {
    const { turns, answer, finish, speak, open } = await lacking();
    void turns.start();
    await settle();
    answer(true);
    await finish();
    expect([await speak('de'), open()]).toEqual(['denied', []]);
  });

  it('[EA69] [EA71] is opened again if the language changed during a turn', async () => {
    const { join, speak, enable, turns, finish, microphone } = visitorPage();
    await join();
    await enable(true);
    void turns.start();
    await finish();
    await speak('fr');
    const sent = turns.end();
    await finish();
    expect([await sent, microphone.state, await speak('en')]).toEqual([true, 'missing', 'on']);
  });
});
