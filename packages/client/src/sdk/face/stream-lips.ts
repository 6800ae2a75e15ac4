import type { Viseme } from '../voice/sentence-times.ts';

const trackLengthMs = 2_000;
/** The mouth needs visemes a little ahead of the sound. */
const aheadMs = 60;

/** Builds a growing track from viseme weights that arrive frame by frame. Faces follow tracks. */
export class StreamLips {
  readonly track: Viseme[] = [];
  readonly #begin = performance.now();

  readonly elapsedMs = (): number => performance.now() - this.#begin;

  take(weights: Readonly<Record<string, number>>): void {
    const now = this.elapsedMs();
    const [viseme = 'sil'] = Object.entries(weights).reduce(
      (best, entry) => (entry[1] > best[1] ? entry : best),
      ['sil', 0] as [string, number],
    );
    const last = this.track.at(-1);
    const durationMs = now + aheadMs - (last?.startMs ?? now);
    if (last?.viseme === viseme) this.track[this.track.length - 1] = { ...last, durationMs };
    else this.track.push({ viseme, startMs: now, durationMs: aheadMs });
    while ((this.track[0]?.startMs ?? now) < now - trackLengthMs) this.track.shift();
  }
}
