import { clamp } from '../maths/smooth.ts';
import { isVowel, type Viseme, type VisemeWeights, visemePlans } from './visemes.ts';

/** One mouth shape of an utterance. Times count from the start of the sound. */
export interface TimedViseme {
  readonly viseme: Viseme;
  readonly startMs: number;
  readonly durationMs: number;
}

const attackMs = 42;
const releaseMs = 55;
/** Beyond this distance a shape has no influence. */
const influenceReachMs = 320;

/** A short vowel does not reach its full shape. */
function fullness({ viseme, durationMs }: TimedViseme): number {
  return isVowel(viseme) ? clamp(0.45 + durationMs / 160, 0.55, 1) : 1;
}

/** How far a time is from the middle half of a shape: in units of `leadMs` before it and of `lagMs` after it. */
export function distanceFrom(item: TimedViseme, atMs: number, leadMs: number, lagMs: number): number {
  const inset = item.durationMs * 0.25;
  const before = item.startMs + inset - atMs;
  const after = atMs - (item.startMs + item.durationMs - inset);
  return Math.max(0, before / leadMs, after / lagMs);
}

/** The influence of one shape at a time: full in its middle, fading before and after it. */
function influence(item: TimedViseme, atMs: number): number {
  if (distanceFrom(item, atMs, 1, 1) > influenceReachMs) return 0;
  const away = distanceFrom(item, atMs, attackMs, releaseMs);
  // A provider may send an unknown name. It has no influence.
  return (visemePlans[item.viseme]?.strength ?? 0) * Math.exp(-away * Math.sqrt(1 + 0.15 * away));
}

export const trackEndMs = (track: readonly TimedViseme[]): number =>
  track.reduce((end, item) => Math.max(end, item.startMs + item.durationMs), 0);

/**
 * The weights of all shapes at a time of the track. Their sum is at most 1. Neighbouring shapes share the mouth by their
 * influence, so every shape already moves towards the next one.
 */
export function visemesAt(track: readonly TimedViseme[], atMs: number): VisemeWeights {
  const weights: Partial<Record<Viseme, number>> = {};
  // Silence before and after the sound has influence too. Otherwise the first and last shapes would never fade.
  const first = track[0]?.startMs ?? 0;
  let total =
    visemePlans.sil.strength * (silenceInfluence(first - atMs) + silenceInfluence(atMs - trackEndMs(track)));
  for (const item of track) {
    const share = influence(item, atMs);
    if (share <= 0) continue;
    total += share;
    if (item.viseme !== 'sil') weights[item.viseme] = (weights[item.viseme] ?? 0) + share * fullness(item);
  }
  if (total <= 1e-6) return {};
  for (const viseme of Object.keys(weights) as Viseme[]) {
    const weight = (weights[viseme] ?? 0) / total;
    if (weight < 0.004) delete weights[viseme];
    else weights[viseme] = weight;
  }
  return weights;
}

/** The influence of the silence before or after the track. `insideMs` is how far the time is inside that silence. */
const silenceInfluence = (insideMs: number): number =>
  insideMs <= -influenceReachMs ? 0 : Math.min(40, Math.exp(insideMs / 30));
