import { expect, it } from 'vitest';
import { wavOf } from './wav.ts';

it('a WAV file says what it holds, and holds it', () => {
  const bytes = wavOf(Float32Array.of(0, 0.5, -1, 2));
  const view = new DataView(bytes.buffer);
  const text = new TextDecoder('latin1').decode(bytes);
  expect([text.slice(0, 4), text.slice(8, 16), text.slice(36, 40)]).toEqual(['RIFF', 'WAVEfmt ', 'data']);
  expect(view.getUint32(4, true)).toBe(bytes.length - 8);
  expect(view.getUint32(24, true)).toBe(16_000);
  expect(view.getUint32(40, true)).toBe(8);
  const samples = [0, 1, 2, 3].map((i) => view.getInt16(44 + 2 * i, true));
  expect(samples).toEqual([0, 16_384, -32_767, 32_767]);
});
