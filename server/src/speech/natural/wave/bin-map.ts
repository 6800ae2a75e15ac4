import { bins } from './frames.ts';

/** By how much the level falls per bin above the highest bin that the model knows. */
const fallPerBin = 0.02;

/** For a speaker of another size: the position in the model's spectrum from which each bin is read. */
export type BinMap = {
  readonly left: Uint16Array;
  /** The share of the next bin in the result. */
  readonly part: Float64Array;
  readonly nearest: Uint16Array;
  /** How much the level is lowered: above the bins that the model knows, and by the brightness of the voice. */
  readonly fall: Float64Array;
};

const cache = new Map<string, BinMap>();

/** A factor below 1 moves all resonances down, as a longer throat does. */
export function binMapFor(formants: number, brightness = 0): BinMap {
  const name = `${formants} ${brightness}`;
  const found = cache.get(name);
  if (found !== undefined) return found;
  const map: BinMap = {
    left: new Uint16Array(bins),
    part: new Float64Array(bins),
    nearest: new Uint16Array(bins),
    fall: new Float64Array(bins),
  };
  for (let bin = 0; bin < bins; bin += 1) {
    const wanted = bin / formants;
    const position = Math.min(bins - 1, wanted);
    map.left[bin] = Math.min(bins - 2, Math.floor(position));
    map.part[bin] = position - (map.left[bin] as number);
    map.nearest[bin] = Math.round(position);
    map.fall[bin] = (wanted - position) * fallPerBin - tiltAt(bin, brightness);
  }
  if (cache.size > 64) cache.clear();
  cache.set(name, map);
  return map;
}

/** The bin of 1 kHz, and the lowest and highest that brightness changes: 200 Hz and 8 kHz. */
const [middle, lowest, highest] = [50, 10, 400];

/** In natural logarithms: brightness is in decibels per octave. */
function tiltAt(bin: number, brightness: number): number {
  return (brightness * Math.log2(Math.min(highest, Math.max(lowest, bin)) / middle) * Math.LN10) / 20;
}
