const frameMs = 10;
const windowMs = 30;
type Range = readonly [lowestHz: number, highestHz: number];
const anyVoice: Range = [65, 480];
/** Below this correlation a frame has no pitch. */
const minCorrelation = 0.65;
/** A frame below this share of the loudest one is silence. */
const minPower = 0.004;

/**
 * The pitch of each 10 ms in hertz, by autocorrelation; 0 without voice. It is looked for twice, because what is left of
 * the sound after a word seems to be an octave or two lower: the second time only in the range of this speaker.
 */
export function pitchOf(samples: Float32Array, sampleRate: number): number[] {
  const sorted = pitchWithin(samples, sampleRate, anyVoice)
    .filter((hz) => hz > 0)
    .sort((left, right) => left - right);
  const [low, high] = [sorted[sorted.length >> 2], sorted[(3 * sorted.length) >> 2]];
  if (low === undefined || high === undefined) return pitchWithin(samples, sampleRate, anyVoice);
  return pitchWithin(samples, sampleRate, [0.75 * low, 1.5 * high]);
}

function pitchWithin(samples: Float32Array, sampleRate: number, [lowestHz, highestHz]: Range): number[] {
  const step = Math.round((sampleRate * frameMs) / 1_000);
  const size = Math.round((sampleRate * windowMs) / 1_000);
  const [shortest, longest] = [Math.floor(sampleRate / highestHz), Math.ceil(sampleRate / lowestHz)];
  const starts: number[] = [];
  for (let at = 0; at + size + longest <= samples.length; at += step) starts.push(at);
  const powers = starts.map((at) => correlation(samples, at, 0, size));
  const least = Math.max(...powers) * minPower;
  let before = 0;
  const pitches = starts.map((at, frame) => {
    const power = powers[frame] ?? 0;
    before =
      power < least ? 0 : sampleRate / bestLag(samples, at, { size, shortest, longest }, sampleRate / before);
    return before;
  });
  // A single frame among voiceless ones is an accident.
  return pitches.map((hz, frame) => (pitches[frame - 1] || pitches[frame + 1] ? hz : 0));
}

type Lags = { readonly size: number; readonly shortest: number; readonly longest: number };

/** The lag at which the sound repeats itself; infinite if it does not. */
function bestLag(
  samples: Float32Array,
  at: number,
  { size, shortest, longest }: Lags,
  before: number,
): number {
  const power = correlation(samples, at, 0, size);
  const values: number[] = [];
  for (let lag = shortest; lag <= longest; lag += 1) {
    const scale = Math.sqrt(power * correlation(samples, at + lag, 0, size));
    values.push(scale === 0 ? 0 : correlation(samples, at, lag, size) / scale);
  }
  const best = Math.max(...values);
  if (best < minCorrelation) return Number.POSITIVE_INFINITY;
  const peaks = values.flatMap((value, index) => {
    const isPeak = value >= (values[index - 1] ?? 0) && value >= (values[index + 1] ?? 0);
    return isPeak && value > 0.8 * best ? [{ lag: shortest + index, value }] : [];
  });
  // Twice and half the lag are peaks, too: the pitch does not jump, and the shorter of two equal ones is right.
  const score = ({ lag, value }: { lag: number; value: number }) =>
    value - (Number.isFinite(before) ? 0.3 * Math.abs(Math.log2(lag / before)) : 0.001 * lag);
  return peaks.reduce(
    (most, peak) => (score(peak) > score(most) ? peak : most),
    peaks[0] ?? { lag: longest, value: 0 },
  ).lag;
}

function correlation(samples: Float32Array, at: number, lag: number, size: number): number {
  let sum = 0;
  for (let n = 0; n < size; n += 2) sum += (samples[at + n] as number) * (samples[at + lag + n] as number);
  return sum;
}

export const semitones = (hz: number, from: number): number => 12 * Math.log2(hz / from);

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[sorted.length >> 1] ?? 0;
}
