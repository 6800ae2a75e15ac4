import type { VisemeName } from '@parley/protocol';
import { addViseme, roundMs } from '../../visemes/timed-visemes.ts';
import type { TimedViseme } from '../../voice.ts';
import { isPunctuation, visemesOfPhoneme } from './lips.ts';

/** A longer space between words closes the mouth. */
const pauseMs = 110;

/** The mouth shapes from the first to the last sample of a clause. `at` returns the time at which a phoneme begins. */
export function clauseVisemes(
  phonemes: readonly string[],
  at: (index: number) => number,
  durationMs: number,
): TimedViseme[] {
  const visemes: TimedViseme[] = [];
  let reachedMs = 0;
  const show = (viseme: VisemeName, untilMs: number) => {
    const endMs = roundMs(Math.min(durationMs, untilMs));
    if (endMs <= reachedMs) return;
    addViseme(visemes, { viseme, startMs: reachedMs, durationMs: roundMs(endMs - reachedMs) });
    reachedMs = endMs;
  };
  phonemes.forEach((phoneme, index) => {
    const [startMs, endMs] = [at(index), at(index + 1)];
    const shapes = visemesOfPhoneme(phoneme);
    if (isPunctuation(phoneme) || (phoneme === ' ' && endMs - startMs > pauseMs)) show('sil', endMs);
    // In this model a stress mark lasts as long as a sound. Meanwhile the mouth already takes the next vowel's shape.
    shapes.forEach((viseme, shape) => {
      show(viseme, reachedMs + ((endMs - reachedMs) * (shape + 1)) / shapes.length);
    });
    const last = visemes.at(-1);
    if (phoneme === ' ' && last !== undefined) show(last.viseme, endMs);
  });
  show('sil', durationMs);
  return visemes;
}
