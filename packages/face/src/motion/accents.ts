import { bell } from '../maths/smooth.ts';
import type { TimedViseme } from './mouth-track.ts';
import { isVowel } from './visemes.ts';

/** A stressed point of an utterance: the middle of the stressed vowel, and its strength, 0 to 1. */
export interface Accent {
  readonly atMs: number;
  readonly strength: number;
}

const minGapMs = 420;

/** Stress lengthens vowels, so vowels that are clearly longer than the median of the utterance are stressed. */
export function accentsOf(track: readonly TimedViseme[]): Accent[] {
  const spoken = track.filter(({ viseme }) => isVowel(viseme));
  const lengths = spoken.map(({ durationMs }) => durationMs).sort((a, b) => a - b);
  const usual = lengths[Math.floor(lengths.length / 2)] ?? 0;
  const accents: Accent[] = [];
  for (const { startMs, durationMs } of spoken) {
    const ratio = durationMs / usual;
    if (ratio < 1.15) continue;
    const atMs = startMs + durationMs / 2;
    const strength = Math.min(1, (ratio - 0.9) / 0.9);
    const last = accents.at(-1);
    if (last && atMs - last.atMs < minGapMs) {
      if (strength > last.strength) accents[accents.length - 1] = { atMs, strength };
    } else accents.push({ atMs, strength });
  }
  return accents;
}

/** How strongly accents show at this time. */
export const accentAt = (accents: readonly Accent[], atMs: number): number =>
  accents.reduce((sum, accent) => sum + accent.strength * bell(atMs - accent.atMs, 110), 0);
