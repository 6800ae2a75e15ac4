import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveClient } from '../../live-client.ts';
import type { EarsOptions, Turn } from './ears-interface.ts';
import { Microphone } from './microphone.ts';
import { PushToTalk } from './push-to-talk.ts';

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Push to talk with a microphone whose ears say whom they hear. They drop a turn without a word. */
function scene() {
  const heard: Turn[] = [];
  const shown: string[] = [];
  const listenTo = (_sound: unknown, turn: Turn | null) => {
    if (turn !== null) heard.push(turn);
  };
  vi.stubGlobal('openEarsForTest', async ({ turn }: EarsOptions) => {
    listenTo(null, turn);
    return { listenTo, pause() {}, close() {} };
  });
  const nothing = () => {};
  const microphone = new Microphone(
    {
      url: 'data:text/javascript,export const openEars = (all) => globalThis.openEarsForTest(all);//',
      avatarId: '1',
      locale: 'en',
      line: () => null,
    },
    {
      handleState: () => talk.handleState(),
      handleReady: nothing,
      handleProgress: nothing,
      handleLevel: nothing,
      handleSpeech: nothing,
      handleWords: nothing,
      handleDuck: nothing,
      handleInterrupt: nothing,
      handleError: nothing,
    },
  );
  microphone.ears.handleAvatar({ hearing: { recogniser: 'built-in', language: 'en' } });
  const client = { interrupt() {}, userSpeech() {}, sendMessage: () => true } as unknown as LiveClient;
  const talk: PushToTalk = new PushToTalk(microphone, { client }, (name, payload) => {
    if (name === 'turn-update') shown.push(String(payload));
  });
  const say = (text: string) => {
    heard.at(-1)?.handleHeard();
    heard.at(-1)?.handleDone(text);
  };
  return { microphone, talk, heard, shown, say };
}

describe('the microphone between turns', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const stream = () => ({ active: true, getTracks: () => [], getAudioTracks: () => [] });
    vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: async () => stream() } });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  /** The tail after a release is over. */
  const endTail = async () => {
    await vi.advanceTimersByTimeAsync(200);
    await settle();
  };

  it('[EA67] a microphone that is closed in the tail of a turn ends it, and the next one is heard', async () => {
    const { microphone, talk, heard, say } = scene();
    await talk.start();
    const sent = talk.end();
    microphone.disable();
    await endTail();
    expect(await sent).toBe(false);
    expect(await talk.start()).toBe(true);
    expect(heard).toHaveLength(2);
    const next = talk.end();
    await endTail();
    say('Hello.');
    expect(await next).toBe(true);
  });

  it('[EA67] a press in the tail that slides off loses no words of the turn before', async () => {
    const { microphone, talk, shown, say } = scene();
    await talk.start();
    const sent = talk.end();
    void talk.start();
    talk.cancel();
    await endTail();
    expect(microphone.state).toBe('off');
    say('Hello.');
    expect(await sent).toBe(true);
    expect(shown).toEqual(['started', 'ended', 'started', 'cancelled', 'sent']);
  });

  it('[EA64] [EA67] a press in the tail goes on after it', async () => {
    const { talk, heard, say } = scene();
    await talk.start();
    const first = talk.end();
    const listening = talk.start();
    await endTail();
    say('One.');
    expect([await first, await listening, heard.length]).toEqual([true, true, 2]);
    const second = talk.end();
    await endTail();
    say('Two.');
    expect(await second).toBe(true);
  });
});
