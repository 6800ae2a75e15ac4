import { Resampler as FloatResampler, toFloat32, toInt16 } from '@parley/protocol/audio';

/** Converts 16-bit samples from one rate to another, piece by piece. */
export class Resampler {
  readonly #resampler: FloatResampler;

  constructor(fromRate: number, toRate: number) {
    this.#resampler = new FloatResampler(fromRate, toRate);
  }

  push(samples: Int16Array): Int16Array<ArrayBuffer> {
    return toInt16(this.#resampler.push(toFloat32(samples)));
  }

  /** The last samples. Nothing may be pushed after it. */
  flush(): Int16Array<ArrayBuffer> {
    return toInt16(this.#resampler.flush());
  }
}
