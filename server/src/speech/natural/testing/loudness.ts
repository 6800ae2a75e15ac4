type Biquad = { readonly b: readonly [number, number, number]; readonly a: readonly [number, number] };

const blockMs = 400;
const stepMs = 100;
const absoluteGate = -70;
const relativeGate = -10;

/** Integrated loudness of one channel in LUFS, after ITU-R BS.1770-4. */
export function loudnessOf(samples: Float32Array, sampleRate: number): number {
  const weighted = filtered(filtered(samples, shelf(sampleRate)), highPass(sampleRate));
  const size = (sampleRate * blockMs) / 1_000;
  const powers: number[] = [];
  for (let at = 0; at + size <= weighted.length; at += (sampleRate * stepMs) / 1_000) {
    let power = 0;
    for (let n = 0; n < size; n += 1) power += (weighted[at + n] as number) ** 2;
    powers.push(power / size);
  }
  const loud = powers.filter((power) => level(power) > absoluteGate);
  const gate = level(mean(loud)) + relativeGate;
  return level(mean(loud.filter((power) => level(power) > gate)));
}

export function peakOf(samples: Float32Array): number {
  return 20 * Math.log10(samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0));
}

const level = (power: number): number => -0.691 + 10 * Math.log10(power);
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** The filters of the standard, from their analogue form, for any sample rate. */
function shelf(sampleRate: number): Biquad {
  const [gain, quality] = [3.999_843_853_97, 0.707_175_236_955_4];
  const k = Math.tan((Math.PI * 1_681.974_450_955_533) / sampleRate);
  const high = 10 ** (gain / 20);
  const middle = high ** 0.499_666_774_154_5;
  const a0 = 1 + k / quality + k * k;
  return {
    b: [
      (high + (middle * k) / quality + k * k) / a0,
      (2 * (k * k - high)) / a0,
      (high - (middle * k) / quality + k * k) / a0,
    ],
    a: [(2 * (k * k - 1)) / a0, (1 - k / quality + k * k) / a0],
  };
}

function highPass(sampleRate: number): Biquad {
  const quality = 0.500_327_037_323_877_3;
  const k = Math.tan((Math.PI * 38.135_470_876_024_44) / sampleRate);
  const a0 = 1 + k / quality + k * k;
  return { b: [1, -2, 1], a: [(2 * (k * k - 1)) / a0, (1 - k / quality + k * k) / a0] };
}

function filtered(samples: Float32Array, { b, a }: Biquad): Float32Array {
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  return samples.map((x) => {
    const y = b[0] * x + b[1] * x1 + b[2] * x2 - a[0] * y1 - a[1] * y2;
    [x2, x1, y2, y1] = [x1, x, y1, y];
    return y;
  });
}
