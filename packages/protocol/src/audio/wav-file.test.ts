import { expect, it } from 'vitest';
import { bytesOf, toFloat32, toInt16 } from './pcm.ts';
import { wavFile } from './wav-file.ts';

it('a WAV file has a header that describes its samples, and the samples', () => {
  const samples = toInt16(Float32Array.of(0, 0.5, -1, 2));
  const bytes = wavFile([bytesOf(samples.subarray(0, 1)), bytesOf(samples.subarray(1))], 16_000);
  const view = new DataView(bytes.buffer);
  const text = new TextDecoder('latin1').decode(bytes);
  expect([text.slice(0, 4), text.slice(8, 16), text.slice(36, 40)]).toEqual(['RIFF', 'WAVEfmt ', 'data']);
  expect(view.getUint32(4, true)).toBe(bytes.length - 8);
  expect(view.getUint32(24, true)).toBe(16_000);
  expect(view.getUint32(28, true)).toBe(32_000);
  expect(view.getUint32(40, true)).toBe(8);
  const stored = [0, 1, 2, 3].map((i) => view.getInt16(44 + 2 * i, true));
  expect(stored).toEqual([0, 16_384, -32_767, 32_767]);
});

it('samples converted to numbers and back are unchanged', () => {
  const samples = Int16Array.from({ length: 65_535 }, (_, index) => index - 32_767);
  expect(toInt16(toFloat32(samples))).toEqual(samples);
});
