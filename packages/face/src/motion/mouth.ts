import { type TimedViseme, trackEndMs, visemesAt } from './mouth-track.ts';
import type { Viseme, VisemeWeights } from './visemes.ts';

/** Milliseconds since the start of the sound, as it is heard. It may pause, and is negative before the start. */
export type PlaybackClock = () => number;

export interface Mouth {
  /** Follows a new track, which may still grow. The previous shape fades into it. */
  follow(track: readonly TimedViseme[], clock: PlaybackClock): void;
  /** Stops following. The mouth closes softly. */
  release(): void;
  /** The current weights. `nowMs` is the page's time. */
  weights(nowMs: number): VisemeWeights;
  /** True while a track is followed and has not ended. */
  readonly isSpeaking: boolean;
}

const fadeMs = 90;

export function createMouth(): Mouth {
  let playing: { readonly track: readonly TimedViseme[]; readonly clock: PlaybackClock } | undefined;
  let leaving: { readonly from: VisemeWeights; sinceMs: number | undefined } | undefined;
  let shown: VisemeWeights = {};
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
    weights: (nowMs) => {
      const current = playing ? visemesAt(playing.track, playing.clock()) : {};
      shown = leaving ? faded(current, nowMs) : current;
      return shown;
    },
    get isSpeaking() {
      return playing !== undefined && playing.clock() < trackEndMs(playing.track);
    },
  };

  function faded(current: VisemeWeights, nowMs: number): VisemeWeights {
    if (!leaving) return current;
    leaving.sinceMs ??= nowMs;
    const passed = (nowMs - leaving.sinceMs) / fadeMs;
    if (passed >= 1) {
      leaving = undefined;
      return current;
    }
    const mixed: Partial<Record<Viseme, number>> = {};
    const keep = 1 - passed * passed * (3 - 2 * passed);
    for (const [viseme, weight] of Object.entries(leaving.from) as [Viseme, number][])
      mixed[viseme] = weight * keep;
    for (const [viseme, weight] of Object.entries(current) as [Viseme, number][])
      mixed[viseme] = (mixed[viseme] ?? 0) + weight * (1 - keep);
    return mixed;
  }
}
