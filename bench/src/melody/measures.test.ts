import { expect, it } from 'vitest';
import { loudnessOf, peakOf } from '../../../server/src/speech/natural/testing/loudness.ts';
import { median, pitchOf, semitones } from './pitch.ts';

const rate = 24_000;
const tone = (hz: number, amplitude: number, seconds = 3) =>
  Float32Array.from(
    { length: seconds * rate },
    (_, n) => amplitude * Math.sin((2 * Math.PI * hz * n) / rate),
  );

it('a sine of 997 Hz has the loudness that the standard states', () => {
  expect(loudnessOf(tone(997, 1), rate)).toBeCloseTo(-3.01, 1);
  expect(loudnessOf(tone(997, 0.1), rate)).toBeCloseTo(-23.01, 1);
  expect(peakOf(tone(997, 0.5))).toBeCloseTo(-6.02, 1);
});

it('low sounds count less, and silence does not count', () => {
  expect(loudnessOf(tone(50, 1), rate)).toBeLessThan(-4);
  const half = Float32Array.from([...tone(997, 0.1), ...new Float32Array(3 * rate)]);
  expect(loudnessOf(half, rate)).toBeGreaterThan(-23.5);
});

it.each([80, 120, 210, 400])('finds a pitch of %d Hz among its harmonics', (hz) => {
  const [first, second, third] = [tone(hz, 0.3, 1), tone(2 * hz, 0.5, 1), tone(3 * hz, 0.2, 1)];
  const sum = first.map((value, at) => value + (second[at] ?? 0) + (third[at] ?? 0));
  expect(Math.abs(semitones(median(pitchOf(sum, rate)), hz))).toBeLessThan(0.4);
});

it('a soft rest two octaves below the voice has no pitch', () => {
  const voice = tone(272, 0.5, 1);
  const rest = tone(68, 0.05, 0.3);
  const hz = pitchOf(Float32Array.from([...voice, ...rest]), rate).filter((each) => each > 0);
  expect(Math.min(...hz)).toBeGreaterThan(200);
});

it('noise and silence have no pitch', () => {
  let state = 1;
  const noise = Float32Array.from({ length: rate }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  });
  expect(pitchOf(noise, rate).filter((hz) => hz > 0).length).toBeLessThan(10);
  expect(median(pitchOf(new Float32Array(rate), rate))).toBe(0);
});
