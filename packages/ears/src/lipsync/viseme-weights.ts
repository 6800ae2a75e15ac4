import type { VisemeName } from '@parley/protocol/wire';

export type { VisemeName };

/** In the order of the model's output. */
export const visemeNames = 'aa E I O U PP SS TH DD FF kk nn RR CH sil'.split(' ') as VisemeName[];
export type VisemeWeights = Readonly<Record<VisemeName, number>>;

/** Visemes in which the lips must meet need a higher weight. */
const peaks: Readonly<Partial<Record<VisemeName, number>>> = { PP: 0.75, FF: 0.75 };
const peak = 0.65;
const crossfadeMs = 100;

/** Fades from one mouth shape to the next. */
export class VisemeSmoother {
  readonly #shares = new Float32Array(visemeNames.length);
  #target: VisemeName = 'sil';

  setTarget(viseme: VisemeName): void {
    this.#target = viseme;
  }

  /** Moves on by the elapsed time and returns the new weights. */
  advance(elapsedMs: number): VisemeWeights {
    const step = Math.max(0, elapsedMs) / crossfadeMs;
    const weights = visemeNames.map((name, index) => {
      const share = this.#shares[index] ?? 0;
      const next = name === this.#target ? Math.min(1, share + step) : Math.max(0, share - step);
      this.#shares[index] = next;
      return [name, (peaks[name] ?? peak) * eased(next)] as const;
    });
    return Object.fromEntries(weights) as Record<VisemeName, number>;
  }

  /** True when the mouth is closed and no longer moves. */
  get isAtRest(): boolean {
    return this.#target === 'sil' && (this.#shares[visemeNames.indexOf('sil')] ?? 0) >= 1;
  }
}

const eased = (share: number): number => share * share * (3 - 2 * share);
