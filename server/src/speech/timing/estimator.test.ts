import { describe, expect, it } from 'vitest';
import { tone } from '../testing/tone.ts';
import { Estimator, speechDurationMs, withWeights } from './estimator.ts';
import { Track } from './track.ts';

const sampleRate = 16_000;
const wordsOf = (text: string) => {
  let at = 0;
  return text.split(' ').map((written) => {
    const from = text.indexOf(written, at);
    at = from + written.length;
    return { written, from, to: at };
  });
};
const samplesOf = (buffer: Buffer) => new Int16Array(buffer.buffer, buffer.byteOffset, buffer.byteLength / 2);

function estimate(text: string, sound: Int16Array, speechMs?: number) {
  const track = new Track(0);
  const estimator = new Estimator(withWeights(wordsOf(text)), track, {
    startMs: 0,
    sampleRate,
    rate: 1,
    speechMs,
  });
  const endMs = (sound.length / sampleRate) * 1_000;
  for (let at = 0; at < sound.length; at += 1_234) estimator.push(sound.subarray(at, at + 1_234));
  estimator.finish(endMs);
  return { ...track.finish(endMs), endMs };
}

describe('an estimate of times from sound and letters', () => {
  it('[SP13] every word has a time, in order, within the sound', () => {
    const text = 'this is an estimate of times, nothing more';
    const { words, endMs } = estimate(text, samplesOf(tone(text, sampleRate)));
    expect(words.map(({ from, to }) => text.slice(from, to))).toEqual(text.split(' '));
    expect((words.at(-1)?.startMs ?? 0) + (words.at(-1)?.durationMs ?? 0)).toBeLessThanOrEqual(endMs);
  });

  it('[SP13] if the length is known, words are close to their real times', () => {
    const text = 'good morning to everybody in this room';
    const sound = samplesOf(tone(text, sampleRate));
    const { words } = estimate(text, sound, speechDurationMs(sound, sampleRate));
    for (const { from, startMs } of words) expect(Math.abs(startMs - from * 60)).toBeLessThan(450);
  });

  it('[SP13] in silence the mouth is closed and the words stop', () => {
    const silence = new Int16Array(sampleRate);
    const sound = samplesOf(tone('goodmorning', sampleRate));
    const both = Int16Array.from([...silence, ...sound, ...silence]);
    const { visemes, words } = estimate('good morning', both);
    expect(visemes[0]).toEqual({ viseme: 'sil', startMs: 0, durationMs: 1_000 });
    expect(visemes.at(-1)?.viseme).toBe('sil');
    expect(words[0]?.startMs).toBe(1_000);
    const last = words.at(-1);
    expect((last?.startMs ?? 0) + (last?.durationMs ?? 0)).toBeLessThanOrEqual(1_000 + 660 + 20);
  });

  it('[SP13] sound that is too short or too long for the words does no harm', () => {
    const short = estimate('a great many words for very little sound', samplesOf(tone('oh', sampleRate)));
    expect(short.words).toHaveLength(8);
    const long = estimate('oh', samplesOf(tone('abcdefghijklmnopqrstuvwxyz', sampleRate)));
    expect(long.words).toHaveLength(1);
    expect(long.visemes.length).toBeGreaterThan(3);
    expect(estimate('', samplesOf(tone('oh', sampleRate))).words).toHaveLength(1);
  });
});
