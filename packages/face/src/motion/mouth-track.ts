import { clamp } from '../maths/smooth.ts';
import type { Viseme, VisemeWeights } from './visemes.ts';

/** One mouth shape of an utterance. Times count from the start of the sound. */
export interface TimedViseme {
  readonly viseme: Viseme;
  readonly startMs: number;
  readonly durationMs: number;
}

/** How strong a shape is compared with its neighbours: closed lips win over open vowels. */
const strength: Readonly<Record<Viseme, number>> = {
  sil: 0.9,
  PP: 3.4,
  FF: 2.8,
  TH: 1.5,
  DD: 0.9,
  kk: 0.7,
  CH: 1.6,
  SS: 1.2,
  nn: 0.8,
  RR: 1.1,
  aa: 1.3,
  E: 1.1,
  I: 1.1,
  O: 1.5,
  U: 1.6,
};

const attackMs = 42;
const releaseMs = 55;
/** Beyond this distance a shape has no influence. */
const influenceReachMs = 320;
const vowels: ReadonlySet<Viseme> = new Set(['aa', 'E', 'I', 'O', 'U']);

/** A short vowel does not reach its full shape. */
function fullness({ viseme, durationMs }: TimedViseme): number {
  return vowels.has(viseme) ? clamp(0.45 + durationMs / 160, 0.55, 1) : 1;
}

/** The influence of one shape at a time: full in its middle, fading before and after it. */
function influence(item: TimedViseme, atMs: number): number {
  const inset = item.durationMs * 0.25;
  const [from, to] = [item.startMs + inset, item.startMs + item.durationMs - inset];
  const [before, after] = [from - atMs, atMs - to];
  if (before > influenceReachMs || after > influenceReachMs) return 0;
  const away = before > 0 ? before / attackMs : after > 0 ? after / releaseMs : 0;
  // A provider may send an unknown name. It has no influence.
  return (strength[item.viseme] ?? 0) * Math.exp(-away * Math.sqrt(1 + 0.15 * away));
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
  let total = strength.sil * (silenceInfluence(first - atMs) + silenceInfluence(atMs - trackEndMs(track)));
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
