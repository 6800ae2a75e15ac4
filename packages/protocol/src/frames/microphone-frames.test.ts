import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeMicrophoneFrame, encodeMicrophoneFrame, maxFrameSamples } from './microphone-frames.ts';

const number = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const frame = fc.record({
  turn: number,
  at: number,
  wants: fc.constantFrom('nothing', 'words', 'last-words'),
  language: fc.constantFrom('', 'de', 'pt-BR'),
  sound: fc.uint8Array({ maxLength: 200 }).filter(({ length }) => length % 2 === 0),
});
const plain = { turn: 1, at: 0, wants: 'words', language: 'de', sound: new Uint8Array(4) } as const;

describe('frames of sound', () => {
  it('[LV90] are read as they were written', () => {
    fc.assert(
      fc.property(frame, (sent) => {
        expect(decodeMicrophoneFrame(encodeMicrophoneFrame(sent))).toEqual(sent);
      }),
    );
  });

  it('[LV90] any other bytes are not', () => {
    const sent = encodeMicrophoneFrame(plain);
    for (const length of [0, 1, 10, 12, 14])
      expect(decodeMicrophoneFrame(sent.subarray(0, length))).toBeNull();
    expect(decodeMicrophoneFrame(sent.with(0, 1))).toBeNull();
    expect(decodeMicrophoneFrame(sent.with(1, 3))).toBeNull();
    expect(decodeMicrophoneFrame(sent.with(10, 200))).toBeNull();
    const longest = { ...plain, sound: new Uint8Array(2 * maxFrameSamples) };
    expect(decodeMicrophoneFrame(encodeMicrophoneFrame(longest))).not.toBeNull();
    expect(
      decodeMicrophoneFrame(
        encodeMicrophoneFrame({ ...plain, sound: new Uint8Array(2 * maxFrameSamples + 2) }),
      ),
    ).toBeNull();
    fc.assert(fc.property(fc.uint8Array(), (bytes) => void decodeMicrophoneFrame(bytes)));
  });
});
