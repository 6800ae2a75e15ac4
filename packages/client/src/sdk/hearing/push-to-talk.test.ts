import { describe, expect, it, vi } from 'vitest';
import type { LiveClient } from '../../live-client.ts';
import type { HeldTurn } from './held-turn.ts';
import type { Microphone, MicrophoneState } from './microphone.ts';
import { PushToTalk } from './push-to-talk.ts';

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Turns with a microphone that opens when the test says so. */
function scene({ asks = false, isOn = false, isSlow = false } = {}) {
  const events: string[] = [];
  const opened: (HeldTurn | null)[] = [];
  const permission = Promise.withResolvers<void>();
  if (!isSlow) permission.resolve();
  let state: MicrophoneState = isOn ? 'on' : 'off';
  const set = (next: MicrophoneState) => {
    if (next === state) return;
    state = next;
    events.push(`microphone ${next}`);
    talk.handleState();
  };
  const microphone = {
    get state() {
      return state;
    },
    get turn() {
      return state === 'on' || state === 'asking' ? (opened.at(-1) ?? null) : null;
    },
    enable: async (turn: HeldTurn | null = null) => {
      opened.push(turn);
      set('asking');
      if (isSlow) await permission.promise;
      if (!asks) set('on');
      return !asks;
    },
    disable: () => {
      if (state === 'on') opened.at(-1)?.cancel();
      set('off');
    },
    drop: (turn: HeldTurn) => {
      if (turn === opened.at(-1)) set('off');
    },
    finish: async () => {
      set('off');
      return true;
    },
  } as unknown as Microphone;
  const client = {
    interrupt: () => events.push('interrupt'),
    userSpeech: (active: boolean) => events.push(active ? 'speech' : 'silence'),
    sendMessage: (text: string) => events.push(`send ${text}`) > 0,
  } as unknown as LiveClient;
  const talk = new PushToTalk(microphone, { client }, (name, payload) => {
    if (name === 'turn-update') events.push(String(payload));
    if (name === 'user-transcript') events.push(`words ${JSON.stringify(payload)}`);
  });
  const words = () => events.filter((event) => /^(send|words|sent|empty|cancelled)/.test(event));
  const hangUp = () => talk.close();
  const lose = () => set('missing');
  return { lose, talk, events, opened, words, hangUp, allow: permission.resolve, state: () => state };
}

describe('push to talk', () => {
  it('[EA66] silences the avatar at the press and while it is held, and sends at the release', async () => {
    const { talk, events, opened, words } = scene();
    expect(await talk.start()).toBe(true);
    expect(events).toEqual(['interrupt', 'speech', 'started', 'microphone asking', 'microphone on']);
    talk.handleAvatarSpeech();
    expect(events.at(-1)).toBe('interrupt');
    opened[0]?.handleWords('When do');
    const sent = talk.end();
    talk.handleAvatarSpeech();
    expect(events.filter((event) => event === 'interrupt')).toHaveLength(2);
    expect(words()).toEqual(['words {"text":"When do","final":false}']);
    opened[0]?.handleHeard();
    opened[0]?.handleDone('When do you open?');
    expect(await sent).toBe(true);
    expect(words().slice(1)).toEqual([
      'send When do you open?',
      'words {"text":"When do you open?","final":true}',
      'sent',
    ]);
  });

  it('[EA65] closes the microphone after the release, before the words are known', async () => {
    const { talk, opened, state } = scene();
    await talk.start();
    void talk.end();
    await vi.waitFor(() => expect(state()).toBe('off'));
    expect(opened[0]?.isWaiting).toBe(true);
  });

  it('[EA63] sends nothing after a cancel, neither held nor released', async () => {
    const { talk, opened, words, state } = scene();
    await talk.start();
    expect(talk.cancel()).toBe(true);
    expect([state(), talk.cancel()]).toEqual(['off', false]);
    await talk.start();
    const sent = talk.end();
    talk.cancel();
    for (const turn of opened) turn?.handleDone('Too late.');
    expect(await sent).toBe(false);
    expect(words().filter((event) => !event.startsWith('words'))).toEqual(['cancelled', 'cancelled']);
  });

  it('says that nothing was understood', async () => {
    const { talk, opened, words } = scene();
    await talk.start();
    const sent = talk.end();
    opened[0]?.handleDone('');
    expect(await sent).toBe(false);
    expect(words()).toEqual(['words {"text":"","final":false}', 'empty']);
  });

  it('cancels a turn whose microphone is not open yet or is closed by something else', async () => {
    const asking = scene({ asks: true });
    void asking.talk.start();
    await settle();
    expect(await asking.talk.end()).toBe(false);
    expect(asking.events).toContain('cancelled');
    const lost = scene();
    await lost.talk.start();
    lost.lose();
    await settle();
    expect(lost.events).toContain('cancelled');
  });

  it('[EA65] opens the microphone beforehand only to be allowed, and hears nothing', async () => {
    const { talk, opened, events, state } = scene();
    expect(await talk.prepare()).toBe(true);
    await settle();
    expect([state(), opened[0]?.isReleased, events]).toEqual([
      'off',
      true,
      ['microphone asking', 'microphone on', 'microphone off'],
    ]);
  });

  it('[EA65] a press during that waits for it, and a release before it is done cancels', async () => {
    const { talk, opened, events, allow } = scene({ isSlow: true });
    void talk.prepare();
    void talk.start();
    expect(await talk.end()).toBe(false);
    expect(events.slice(-2)).toEqual(['words {"text":"","final":false}', 'cancelled']);
    const listening = talk.start();
    allow();
    expect(await listening).toBe(true);
    expect(events.slice(events.lastIndexOf('started'))).toEqual([
      'started',
      'microphone on',
      'microphone off',
      'microphone asking',
      'microphone on',
    ]);
    expect(opened.map((turn) => turn?.isReleased)).toEqual([true, false]);
  });

  it('goes on listening after a turn if the microphone was on before it', async () => {
    const { talk, opened, state } = scene({ isOn: true });
    await talk.start();
    talk.cancel();
    expect([opened.map((turn) => turn === null), state()]).toEqual([[false, true], 'on']);
  });

  it.each(['held', 'in its tail'])(
    '[EA69] does not open the microphone again if the call ends while a turn is %s',
    async (when) => {
      const { talk, opened, state, hangUp } = scene({ isOn: true });
      await talk.start();
      if (when === 'in its tail') void talk.end();
      hangUp();
      expect(state()).toBe('off');
      // A turn after it is not resumed, either.
      await talk.start();
      talk.cancel();
      expect([opened.filter((turn) => turn === null), state()]).toEqual([[], 'off']);
    },
  );
});
