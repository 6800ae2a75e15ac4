type Stage = {
  readonly radix: number;
  readonly run: Butterfly;
  readonly rest: number;
  readonly cos: Float64Array;
  readonly sin: Float64Array;
};

const sin60 = Math.sqrt(3) / 2;
const cos72 = Math.cos((2 * Math.PI) / 5);
const cos144 = Math.cos((4 * Math.PI) / 5);
const sin72 = Math.sin((2 * Math.PI) / 5);
const sin144 = Math.sin((4 * Math.PI) / 5);

/**
 * The Fourier transform of real numbers, for sizes 2 · 2^a · 3^b · 5^c. It runs a complex transform of half the size
 * (Stockham's algorithm, which needs no reordering) and separates the two halves.
 */
export class RealFft {
  readonly size: number;
  readonly bins: number;
  readonly #half: number;
  readonly #stages: readonly Stage[];
  readonly #cos: Float64Array;
  readonly #sin: Float64Array;
  #re: Float64Array;
  #im: Float64Array;
  #otherRe: Float64Array;
  #otherIm: Float64Array;

  constructor(size: number) {
    this.size = size;
    this.bins = size / 2 + 1;
    this.#half = size / 2;
    this.#stages = stagesOf(this.#half);
    const angles = Float64Array.from({ length: this.#half }, (_, k) => (-2 * Math.PI * k) / size);
    this.#cos = angles.map(Math.cos);
    this.#sin = angles.map(Math.sin);
    this.#re = new Float64Array(this.#half);
    this.#im = new Float64Array(this.#half);
    this.#otherRe = new Float64Array(this.#half);
    this.#otherIm = new Float64Array(this.#half);
  }

  /** From `size` samples to `bins` complex numbers. */
  forward(samples: Float64Array, re: Float64Array, im: Float64Array): void {
    const half = this.#half;
    for (let n = 0; n < half; n += 1) {
      this.#re[n] = samples[2 * n] as number;
      this.#im[n] = samples[2 * n + 1] as number;
    }
    this.#transform();
    const [zr, zi] = [this.#re, this.#im];
    for (let k = 0; k <= half; k += 1) {
      const one = k % half;
      const other = (half - k) % half;
      const evenRe = ((zr[one] as number) + (zr[other] as number)) / 2;
      const evenIm = ((zi[one] as number) - (zi[other] as number)) / 2;
      const oddRe = ((zi[one] as number) + (zi[other] as number)) / 2;
      const oddIm = ((zr[other] as number) - (zr[one] as number)) / 2;
      const cos = k === half ? -1 : (this.#cos[k] as number);
      const sin = k === half ? 0 : (this.#sin[k] as number);
      re[k] = evenRe + oddRe * cos - oddIm * sin;
      im[k] = evenIm + oddRe * sin + oddIm * cos;
    }
  }

  /** From `bins` complex numbers back to `size` samples. */
  inverse(re: Float64Array, im: Float64Array, samples: Float64Array): void {
    const half = this.#half;
    for (let k = 0; k < half; k += 1) {
      // The first and the last bin of real samples have no imaginary part.
      const [ar, ai] = [re[k] as number, k === 0 ? 0 : (im[k] as number)];
      const [br, bi] = [re[half - k] as number, k === 0 ? 0 : -(im[half - k] as number)];
      const evenRe = (ar + br) / 2;
      const evenIm = (ai + bi) / 2;
      const diffRe = (ar - br) / 2;
      const diffIm = (ai - bi) / 2;
      const cos = this.#cos[k] as number;
      const sin = -(this.#sin[k] as number);
      const oddRe = diffRe * cos - diffIm * sin;
      const oddIm = diffRe * sin + diffIm * cos;
      // Conjugated, so that the forward transform does the inverse one.
      this.#re[k] = evenRe - oddIm;
      this.#im[k] = -(evenIm + oddRe);
    }
    this.#transform();
    for (let n = 0; n < half; n += 1) {
      samples[2 * n] = (this.#re[n] as number) / half;
      samples[2 * n + 1] = -(this.#im[n] as number) / half;
    }
  }

  #transform(): void {
    let stride = 1;
    for (const stage of this.#stages) {
      stage.run(stage, stride, this.#re, this.#im, this.#otherRe, this.#otherIm);
      [this.#re, this.#otherRe] = [this.#otherRe, this.#re];
      [this.#im, this.#otherIm] = [this.#otherIm, this.#im];
      stride *= stage.radix;
    }
  }
}

function stagesOf(size: number): Stage[] {
  const stages: Stage[] = [];
  let left = size;
  for (const [radix, run] of butterflies) {
    while (left % radix === 0 && left > 1) {
      const rest = left / radix;
      const angles = Float64Array.from(
        { length: rest * radix },
        (_, at) => (-2 * Math.PI * Math.floor(at / radix) * (at % radix)) / left,
      );
      stages.push({ radix, run, rest, cos: angles.map(Math.cos), sin: angles.map(Math.sin) });
      left = rest;
    }
  }
  if (left !== 1) throw new Error(`no Fourier transform for the size ${2 * size}`);
  return stages;
}

type Butterfly = (
  stage: Stage,
  stride: number,
  re: Float64Array,
  im: Float64Array,
  outRe: Float64Array,
  outIm: Float64Array,
) => void;

/** Writes one number, rotated by the twiddle factor at `at`. */
function turn(
  stage: Stage,
  at: number,
  re: number,
  im: number,
  position: number,
  outRe: Float64Array,
  outIm: Float64Array,
): void {
  const cos = stage.cos[at] as number;
  const sin = stage.sin[at] as number;
  outRe[position] = re * cos - im * sin;
  outIm[position] = re * sin + im * cos;
}

const radix2: Butterfly = (stage, stride, re, im, outRe, outIm) => {
  const { rest } = stage;
  for (let j = 0; j < rest; j += 1) {
    for (let k = 0; k < stride; k += 1) {
      const a = k + stride * j;
      const b = a + stride * rest;
      const position = k + stride * 2 * j;
      outRe[position] = (re[a] as number) + (re[b] as number);
      outIm[position] = (im[a] as number) + (im[b] as number);
      const dRe = (re[a] as number) - (re[b] as number);
      const dIm = (im[a] as number) - (im[b] as number);
      turn(stage, 2 * j + 1, dRe, dIm, position + stride, outRe, outIm);
    }
  }
};

const radix3: Butterfly = (stage, stride, re, im, outRe, outIm) => {
  const { rest } = stage;
  for (let j = 0; j < rest; j += 1) {
    for (let k = 0; k < stride; k += 1) {
      const a = k + stride * j;
      const b = a + stride * rest;
      const c = b + stride * rest;
      const position = k + stride * 3 * j;
      const sumRe = (re[b] as number) + (re[c] as number);
      const sumIm = (im[b] as number) + (im[c] as number);
      const midRe = (re[a] as number) - sumRe / 2;
      const midIm = (im[a] as number) - sumIm / 2;
      const sideRe = sin60 * ((im[b] as number) - (im[c] as number));
      const sideIm = sin60 * ((re[c] as number) - (re[b] as number));
      outRe[position] = (re[a] as number) + sumRe;
      outIm[position] = (im[a] as number) + sumIm;
      turn(stage, 3 * j + 1, midRe + sideRe, midIm + sideIm, position + stride, outRe, outIm);
      turn(stage, 3 * j + 2, midRe - sideRe, midIm - sideIm, position + 2 * stride, outRe, outIm);
    }
  }
};

const radix4: Butterfly = (stage, stride, re, im, outRe, outIm) => {
  const { rest } = stage;
  for (let j = 0; j < rest; j += 1) {
    for (let k = 0; k < stride; k += 1) {
      const a = k + stride * j;
      const b = a + stride * rest;
      const c = b + stride * rest;
      const d = c + stride * rest;
      const position = k + stride * 4 * j;
      const acRe = (re[a] as number) + (re[c] as number);
      const acIm = (im[a] as number) + (im[c] as number);
      const bdRe = (re[b] as number) + (re[d] as number);
      const bdIm = (im[b] as number) + (im[d] as number);
      const acLessRe = (re[a] as number) - (re[c] as number);
      const acLessIm = (im[a] as number) - (im[c] as number);
      const bdLessRe = (re[b] as number) - (re[d] as number);
      const bdLessIm = (im[b] as number) - (im[d] as number);
      outRe[position] = acRe + bdRe;
      outIm[position] = acIm + bdIm;
      turn(stage, 4 * j + 1, acLessRe + bdLessIm, acLessIm - bdLessRe, position + stride, outRe, outIm);
      turn(stage, 4 * j + 2, acRe - bdRe, acIm - bdIm, position + 2 * stride, outRe, outIm);
      turn(stage, 4 * j + 3, acLessRe - bdLessIm, acLessIm + bdLessRe, position + 3 * stride, outRe, outIm);
    }
  }
};

const radix5: Butterfly = (stage, stride, re, im, outRe, outIm) => {
  const { rest } = stage;
  for (let j = 0; j < rest; j += 1) {
    for (let k = 0; k < stride; k += 1) {
      const a = k + stride * j;
      const b = a + stride * rest;
      const c = b + stride * rest;
      const d = c + stride * rest;
      const e = d + stride * rest;
      const position = k + stride * 5 * j;
      const beRe = (re[b] as number) + (re[e] as number);
      const beIm = (im[b] as number) + (im[e] as number);
      const cdRe = (re[c] as number) + (re[d] as number);
      const cdIm = (im[c] as number) + (im[d] as number);
      const beLessRe = (re[b] as number) - (re[e] as number);
      const beLessIm = (im[b] as number) - (im[e] as number);
      const cdLessRe = (re[c] as number) - (re[d] as number);
      const cdLessIm = (im[c] as number) - (im[d] as number);
      const nearRe = (re[a] as number) + cos72 * beRe + cos144 * cdRe;
      const nearIm = (im[a] as number) + cos72 * beIm + cos144 * cdIm;
      const farRe = (re[a] as number) + cos144 * beRe + cos72 * cdRe;
      const farIm = (im[a] as number) + cos144 * beIm + cos72 * cdIm;
      const nearSideRe = sin72 * beLessIm + sin144 * cdLessIm;
      const nearSideIm = -(sin72 * beLessRe + sin144 * cdLessRe);
      const farSideRe = sin144 * beLessIm - sin72 * cdLessIm;
      const farSideIm = -(sin144 * beLessRe - sin72 * cdLessRe);
      outRe[position] = (re[a] as number) + beRe + cdRe;
      outIm[position] = (im[a] as number) + beIm + cdIm;
      turn(stage, 5 * j + 1, nearRe + nearSideRe, nearIm + nearSideIm, position + stride, outRe, outIm);
      turn(stage, 5 * j + 2, farRe + farSideRe, farIm + farSideIm, position + 2 * stride, outRe, outIm);
      turn(stage, 5 * j + 3, farRe - farSideRe, farIm - farSideIm, position + 3 * stride, outRe, outIm);
      turn(stage, 5 * j + 4, nearRe - nearSideRe, nearIm - nearSideIm, position + 4 * stride, outRe, outIm);
    }
  }
};

const butterflies: readonly (readonly [number, Butterfly])[] = [
  [4, radix4],
  [2, radix2],
  [3, radix3],
  [5, radix5],
];
