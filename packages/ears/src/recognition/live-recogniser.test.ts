import type { SoundLine } from '@parley/client/sdk/ears';
import { decodeMicrophoneFrame, type MicrophoneFrame, maxFrameSamples } from '@parley/protocol/wire';
import { describe, expect, it } from 'vitest';
import { LiveRecogniser } from './live-recogniser.ts';
import type { Recogniser } from './recogniser.ts';

type Listener = (value: unknown) => void;

/** A call that keeps the frames of sound, and answers when the test says so. */
function lineDouble() {
  const sent: MicrophoneFrame[] = [];
  const listeners = new Map<string, Set<Listener>>();
  const tell = (name: string, value: unknown) => {
    for (const listener of [...(listeners.get(name) ?? [])]) listener(value);
  };
  const double = {
    sent,
    isOpen: true,
    words: (answer: object) => tell('frame', { type: 'words', ...answer }),
    drop: () => tell('connection', { state: 'disconnected', reason: 'lost' }),
    count: () => [...listeners.values()].reduce((sum, { size }) => sum + size, 0),
    line: {
      sendSound(bytes: Uint8Array<ArrayBuffer>) {
        const frame = decodeMicrophoneFrame(bytes);
        if (double.isOpen && frame !== null) sent.push(frame);
        return double.isOpen;
      },
      on(name: string, listener: Listener) {
        const all = listeners.get(name) ?? new Set();
        listeners.set(name, all.add(listener));
        return () => all.delete(listener);
      },
    } as unknown as SoundLine,
  };
  return double;
}

const whole: Recogniser = {
  isExpensive: true,
  isReady: true,
  recognise: async (samples) => `all ${samples.length}`,
};
const never = new AbortController().signal;
const sound = (samples: number) => new Float32Array(samples);
const part = (segment: number, isLast = false) => ({ segment, isLast });

describe('recognition in the service', () => {
  it('[EA37] sends each time only what is new, and gets the words of all of it', async () => {
    const call = lineDouble();
    const ears = new LiveRecogniser(() => call.line, 'de-AT', whole);
    const first = ears.recognise(sound(1_000), never, part(1));
    call.words({ turn: 1, upTo: 1_000, last: false, text: 'eins' });
    expect(await first).toBe('eins');
    const last = ears.recognise(sound(1_500), never, part(1, true));
    call.words({ turn: 1, upTo: 1_500, last: false, text: 'of an earlier question' });
    call.words({ turn: 1, upTo: 1_500, last: true, text: 'eins zwei' });
    expect(await last).toBe('eins zwei');
    void ears.recognise(sound(10), never, part(2));
    expect(call.sent.map(({ turn, at, wants, sound: { length } }) => ({ turn, at, wants, length }))).toEqual([
      { turn: 1, at: 0, wants: 'words', length: 2_000 },
      { turn: 1, at: 1_000, wants: 'last-words', length: 1_000 },
      { turn: 2, at: 0, wants: 'words', length: 20 },
    ]);
    expect(call.sent[0]?.language).toBe('de-AT');
    call.drop();
  });

  it('[EA37] the end is reported even if nothing is new, and long sound goes in several frames', async () => {
    const call = lineDouble();
    const ears = new LiveRecogniser(() => call.line, 'de-AT', whole);
    const length = maxFrameSamples + 5;
    const first = ears.recognise(sound(length), never, part(1));
    call.words({ turn: 1, upTo: length, last: false, text: 'eins' });
    await first;
    const last = ears.recognise(sound(length), never, part(1, true));
    call.words({ turn: 1, upTo: length, last: true, text: 'eins!' });
    expect(await last).toBe('eins!');
    expect(call.sent.map(({ wants }) => wants)).toEqual(['nothing', 'words', 'last-words']);
    expect(call.count()).toBe(0);
  });

  it.each<[string, (call: ReturnType<typeof lineDouble>) => void]>([
    ['the service hears nothing', (call) => call.words({ turn: 1, upTo: 100, last: false })],
    ['the connection drops', (call) => call.drop()],
  ])('[EA37] if %s, the whole segment is sent at its end', async (_what, fail) => {
    const call = lineDouble();
    const ears = new LiveRecogniser(() => call.line, 'de-AT', whole);
    const first = ears.recognise(sound(100), never, part(1));
    fail(call);
    expect(await first).toBe('');
    expect(await ears.recognise(sound(150), never, part(1))).toBe('');
    expect(await ears.recognise(sound(200), never, part(1, true))).toBe('all 200');
    expect(call.sent).toHaveLength(1);
    expect(call.count()).toBe(0);
  });

  it('[EA37] without a connection, the whole segment is sent at its end', async () => {
    const call = lineDouble();
    call.isOpen = false;
    const ears = new LiveRecogniser(() => call.line, 'de-AT', whole);
    expect(await ears.recognise(sound(100), never, part(1, true))).toBe('all 100');
    const nowhere = new LiveRecogniser(() => null, 'de-AT', whole);
    expect(await nowhere.recognise(sound(100), never, part(1, true))).toBe('all 100');
  });
});
