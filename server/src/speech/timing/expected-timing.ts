import type { WrittenWord } from '../script/written-words.ts';
import type { Timing } from '../voice.ts';
import { usualMs, withWeights } from './estimator.ts';
import { Track } from './track.ts';

/** How long a voice pauses after punctuation at normal speed. */
const clauseMs = 220;

/** The expected times of sound that is made elsewhere, from the letters at normal speed. */
export function expectedTiming(words: readonly WrittenWord[], rate: number): Timing {
  const track = new Track(0);
  let atMs = 0;
  for (const { word, shapes, weight } of withWeights(words)) {
    const startMs = atMs;
    for (const shape of shapes) {
      track.shape(shape.viseme, atMs);
      atMs += (shape.weight * usualMs) / rate;
    }
    atMs = Math.max(atMs, startMs + (weight * usualMs) / rate);
    track.word(word, startMs, atMs);
    if (!/[,.;:!?…。、！？]$/u.test(word.written)) continue;
    track.shape('sil', atMs);
    atMs += clauseMs / rate;
  }
  return track.finish(atMs);
}
