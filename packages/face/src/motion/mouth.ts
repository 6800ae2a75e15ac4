import type { ExpressionWeights } from '../head/expressions.ts';
import { type Accent, accentAt, accentsOf } from './accents.ts';
import { articulationAt } from './articulation.ts';
import { type TimedViseme, trackEndMs, visemesAt } from './mouth-track.ts';
import type { VisemeWeights } from './visemes.ts';

/** Milliseconds of the sound that have been played. It may pause, and is negative before the start. */
export type PlaybackClock = () => number;

/** What speech does to the mouth at one time. */
interface SpokenMouth {
  readonly visemes: VisemeWeights;
  readonly mouth: ExpressionWeights;
}

interface Playing {
  readonly track: readonly TimedViseme[];
  readonly clock: PlaybackClock;
  accents: readonly Accent[];
  accentsUpTo: number;
}

const fadeMs = 90;
const silent: SpokenMouth = { visemes: {}, mouth: {} };

export function createMouth() {
  let playing: Playing | undefined;
  let leaving: { readonly from: SpokenMouth; sinceMs: number | undefined } | undefined;
  let shown = silent;

  const faded = (current: SpokenMouth, nowMs: number): SpokenMouth => {
    if (!leaving) return current;
    leaving.sinceMs ??= nowMs;
    const passed = (nowMs - leaving.sinceMs) / fadeMs;
    if (passed >= 1) {
      leaving = undefined;
      return current;
    }
    const keep = 1 - passed * passed * (3 - 2 * passed);
    return {
      visemes: mixed(leaving.from.visemes, current.visemes, keep),
      mouth: mixed(leaving.from.mouth, current.mouth, keep),
    };
  };
  const change = (next: Playing | undefined): void => {
    leaving = { from: shown, sinceMs: undefined };
    playing = next;
  };
  return {
    /** Follows a new track, which may still grow. The previous shape fades into it. */
    follow: (track: readonly TimedViseme[], clock: PlaybackClock): void =>
      change({ track, clock, accents: [], accentsUpTo: 0 }),
    /** Stops following. The mouth closes softly. */
    release: (): void => change(undefined),
    /** The current shape. `nowMs` is the page's time. */
    at: (nowMs: number): SpokenMouth => {
      shown = faded(playing ? spokenAt(playing.track, playing.clock()) : silent, nowMs);
      return shown;
    },
    /** How strongly a stressed vowel shows now. */
    accent: (): number => {
      if (!playing || playing.clock() >= trackEndMs(playing.track)) return 0;
      // The track of a sentence grows while its sound arrives.
      if (playing.track.length !== playing.accentsUpTo) {
        playing.accents = accentsOf(playing.track);
        playing.accentsUpTo = playing.track.length;
      }
      return accentAt(playing.accents, playing.clock());
    },
  };
}

const spokenAt = (track: readonly TimedViseme[], atMs: number): SpokenMouth => ({
  visemes: visemesAt(track, atMs),
  mouth: articulationAt(track, atMs),
});

function mixed<Weights extends Readonly<Partial<Record<string, number>>>>(
  from: Weights,
  to: Weights,
  keep: number,
): Weights {
  const sum: Partial<Record<string, number>> = {};
  for (const [name, weight = 0] of Object.entries(from)) sum[name] = weight * keep;
  for (const [name, weight = 0] of Object.entries(to)) sum[name] = (sum[name] ?? 0) + weight * (1 - keep);
  return sum as Weights;
}
