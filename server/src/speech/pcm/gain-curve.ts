/** The gain from a moment on. */
export type GainStep = { readonly from: number; readonly gain: number };

const rampSamples = 80;
/** Peaks stay 1 dB below the loudest sample, because players and encoders may add some. */
const loudest = 29_200;
const knee = 21_000;

/** Applies gain to samples, without steps that click and without overflow. */
export class GainCurve {
  readonly #steps: readonly GainStep[];
  #next = 0;
  #wanted: number;
  #gain: number;

  constructor(steps: readonly GainStep[], first = steps[0]?.gain ?? 1) {
    this.#steps = steps;
    this.#wanted = first;
    this.#gain = first;
    while ((steps[this.#next]?.from ?? 1) <= 0) this.#next += 1;
  }

  /** `at` is the position of the first of these samples. Pieces must be in order. */
  apply(samples: Int16Array | Float32Array, at: number): void {
    const isDone = this.#next >= this.#steps.length && this.#gain === this.#wanted;
    if (isDone && this.#gain === 1) return;
    for (let index = 0; index < samples.length; index += 1) {
      while ((this.#steps[this.#next]?.from ?? Number.POSITIVE_INFINITY) <= at + index) {
        this.#wanted = this.#steps[this.#next]?.gain ?? this.#wanted;
        this.#next += 1;
      }
      if (this.#gain !== this.#wanted) this.#gain = towards(this.#gain, this.#wanted);
      if (this.#gain !== 1) samples[index] = limited((samples[index] ?? 0) * this.#gain);
    }
  }
}

function towards(gain: number, wanted: number): number {
  const step = 1 / rampSamples;
  return gain < wanted ? Math.min(wanted, gain + step) : Math.max(wanted, gain - step);
}

/** A soft knee: samples that are too loud are rounded off instead of clipped. */
function limited(value: number): number {
  const size = Math.abs(value);
  if (size <= knee) return Math.round(value);
  const room = loudest - knee;
  const bent = knee + room * (1 - Math.exp((knee - size) / room));
  return Math.round(value < 0 ? -bent : bent);
}
