const tableSize = 1 << 16;

/** Normally distributed numbers, drawn once: drawing them for each frame would cost more than its transform. */
const table = makeTable();

/** Noise that is the same for the same seed, so that the same text gives the same sound. */
export class Noise {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0 || 1;
  }

  /** Adds noise to complex numbers, each with its own level. */
  addTo(re: Float64Array, im: Float64Array, levels: Float64Array): void {
    let at = this.#next() & (tableSize - 1);
    const step = (this.#next() & 63) * 2 + 1;
    for (let bin = 0; bin < levels.length; bin += 1) {
      const level = levels[bin] as number;
      re[bin] = (re[bin] as number) + level * (table[at] as number);
      at = (at + step) & (tableSize - 1);
      im[bin] = (im[bin] as number) + level * (table[at] as number);
      at = (at + step) & (tableSize - 1);
    }
  }

  #next(): number {
    this.#state = xorshift(this.#state);
    return this.#state;
  }
}

function xorshift(state: number): number {
  let next = state;
  next ^= next << 13;
  next ^= next >>> 17;
  next ^= next << 5;
  return next >>> 0;
}

function makeTable(): Float64Array {
  const values = new Float64Array(tableSize);
  let state = 0x9e3779b9;
  const uniform = () => {
    state = xorshift(state);
    return (state + 1) / 4_294_967_297;
  };
  for (let at = 0; at < tableSize; at += 2) {
    const radius = Math.sqrt(-2 * Math.log(uniform()));
    const angle = 2 * Math.PI * uniform();
    values[at] = radius * Math.cos(angle);
    values[at + 1] = radius * Math.sin(angle);
  }
  return values;
}
