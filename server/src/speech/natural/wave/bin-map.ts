import { bins } from './frames.ts';

/** By how much the level falls per bin above the highest bin that the model knows. */
const fallPerBin = 0.02;

/** For a speaker of another size: the position in the model's spectrum from which each bin is read. */
export type BinMap = {
  readonly left: Uint16Array;
  /** The share of the next bin in the result. */
  readonly part: Float64Array;
  readonly nearest: Uint16Array;
  /** How much the level is lowered above the bins that the model knows. */
  readonly fall: Float64Array;
};

const cache = new Map<number, BinMap>();

/** A factor below 1 moves all resonances down, as a longer throat does. */
export function binMapFor(formants: number): BinMap {
  const found = cache.get(formants);
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
    map.fall[bin] = (wanted - position) * fallPerBin;
  }
  if (cache.size > 64) cache.clear();
  cache.set(formants, map);
  return map;
}
