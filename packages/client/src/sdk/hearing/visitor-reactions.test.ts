import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Action,
  expectHonest,
  expectTurn,
  failures,
  names,
  play,
  waits,
} from './testing/visitor-play.ts';
import { visitorScene } from './testing/visitor-scene.ts';

const reactions = names.filter((name) => !waits.includes(name));
/** What a visitor does, up to the release that ends every one of these. */
const scenes: Readonly<Record<string, readonly Action[]>> = {
  'the microphone is switched on twice, and off': ['on', 'answerAll', 'on', 'off'],
  'it is switched off while the browser asks': ['on', 'off', 'answerAll'],
  'another device is chosen': ['on', 'answerAll', 'device', 'answerAll'],
  'the language changes': ['on', 'answerAll', 'German', 'answerAll'],
  'a turn is only prepared': ['prepare', 'answerAll'],
  'a button is held': ['press', 'answerAll', 'settle'],
  'a button is held while the microphone is on': ['on', 'answerAll', 'press', 'answerAll'],
  'a turn is cancelled': ['press', 'answerAll', 'cancel', 'answerAll'],
  'a turn is cancelled while the microphone is on': ['on', 'answerAll', 'press', 'answerAll', 'cancel'],
  'a button is pressed again in the tail': ['press', 'answerAll', 'release', 'press', 'tail', 'answerAll'],
  'the microphone is switched off during a turn': ['on', 'answerAll', 'press', 'answerAll', 'off'],
  'the call ends during a turn': ['on', 'answerAll', 'press', 'answerAll', 'hangUp'],
};

describe('whatever a page does in the handler of an event', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it.each(Object.entries(scenes))('[EA70] %s', async (_title, sequence) => {
    const { events } = await play(sequence);
    for (let at = 0; at < events; at++) {
      for (const reaction of reactions) {
        const played = await play(sequence, new Map([[at, reaction]]));
        const { scene, isWanted, owed } = played;
        const where = `${reaction} at event ${at}`;
        try {
          expectHonest(played);
          const isFailure = failures.includes(reaction);
          if (!isFailure) expect(scene.sent.length).toBeGreaterThanOrEqual(owed);
          if (!isWanted) expect(scene.microphone.state).not.toBe('on');
          else if (!isFailure) expect(scene.microphone.state).toBe('on');
          await expectTurn(scene);
        } catch (cause) {
          throw new Error(where, { cause });
        }
      }
    }
  });

  it.each(Object.entries(scenes))(
    '[EA70] nothing is open after the end of everything: %s',
    async (_title, sequence) => {
      const { events } = await play(sequence);
      for (let at = 0; at < events; at++) {
        const { scene, areSettled } = await play(sequence, new Map([[at, 'dispose']]));
        expect([at, areSettled, scene.open()]).toEqual([at, true, []]);
      }
    },
  );

  it('[EA70] the microphone is switched off whenever its level is shown', async () => {
    const { visitor, finish, onEvent, microphone, open } = visitorScene();
    void visitor.setEnabled(true);
    await finish();
    onEvent((name) => name === 'mic-level' && void visitor.setEnabled(false));
    void microphone.useDevice('another');
    await finish();
    expect([microphone.state, open()]).toEqual(['off', []]);
  });
});
