import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../kernel/index.ts';
import { readRecording } from './recording.ts';
import { wav } from './testing/wav.ts';

describe('a recording', () => {
  it('[HE1] is passed on unchanged', () => {
    const file = wav([0, 1, -1, 32_767]);
    expect(readRecording(file)).toEqual(file);
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a text', Buffer.from('x'.repeat(100))],
    ['an object', { text: 'hi' }],
    ['no sound', wav([])],
    ['another rate', wav([1, 2], { rate: 48_000 })],
    ['two channels', wav([1, 2], { channels: 2 })],
    ['8 bits', wav([1, 2], { bits: 8 })],
    ['floats', wav([1, 2], { format: 3 })],
    ['a file that broke off', wav([1, 2, 3]).subarray(0, 48)],
    ['more than the file says', Buffer.concat([wav([1, 2, 3]), Buffer.from('more')])],
  ])('[HE1] is not %s', (_what, body) => {
    expect(() => readRecording(body)).toThrow(Refusal);
  });

  it('[HE1] of any bytes is read or refused, without another error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(43), (noise, cut) => {
        const body = Buffer.concat([wav([1, 2]).subarray(0, cut), noise]);
        try {
          readRecording(body);
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal);
        }
      }),
    );
  });
});
