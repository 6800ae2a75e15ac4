import type { ExpressionWeights } from '../head/expressions.ts';
import { articulationAt } from './articulation.ts';
import { type TimedViseme, trackEndMs, visemesAt } from './mouth-track.ts';
import type { VisemeWeights } from './visemes.ts';

/** Milliseconds of the sound that have been played. It may pause, and is negative before the start. */
export type PlaybackClock = () => number;

/** What speech does to the mouth at one time. */
export interface SpokenMouth {
  readonly visemes: VisemeWeights;
  readonly mouth: ExpressionWeights;
}

export interface Mouth {
  /** Follows a new track, which may still grow. The previous shape fades into it. */
  follow(track: readonly TimedViseme[], clock: PlaybackClock): void;
  /** Stops following. The mouth closes softly. */
  release(): void;
  /** The current shape. `nowMs` is the page's time. */
  at(nowMs: number): SpokenMouth;
  /** True while a track is followed and has not ended. */
  readonly isSpeaking: boolean;
}

const fadeMs = 90;
const silent: SpokenMouth = { visemes: {}, mouth: {} };

export function createMouth(): Mouth {
  let playing: { readonly track: readonly TimedViseme[]; readonly clock: PlaybackClock } | undefined;
  let leaving: { readonly from: SpokenMouth; sinceMs: number | undefined } | undefined;
  let shown = silent;
  const leave = (): void => {
    leaving = { from: shown, sinceMs: undefined };
  };
  return {
    follow: (track, clock) => {
      leave();
      playing = { track, clock };
    },
    release: () => {
      leave();
      playing = undefined;
    },
    at: (nowMs) => {
      const current = playing ? spokenAt(playing.track, playing.clock()) : silent;
      shown = leaving ? faded(current, nowMs) : current;
      return shown;
    },
    get isSpeaking() {
      return playing !== undefined && playing.clock() < trackEndMs(playing.track);
    },
  };

  function faded(current: SpokenMouth, nowMs: number): SpokenMouth {
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
  }
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
