import { meanOf } from './prepare-pixels.ts';

/** The least difference of a colour that counts as a movement, and how far around it pictures count, in pixels. */
const leastChange = 5;
const around = 10;

/** Where pictures differ from the first one, with a soft edge: 0 where none does, 255 where one does. */
export function changesOf([first, ...others]: readonly ImageData[]): ImageData {
  if (!first) throw new RangeError('there are no pictures');
  const { width, height } = first;
  const grey = new Float32Array(width * height);
  for (const { data } of others)
    for (let i = 0; i < grey.length; i++)
      for (let c = 4 * i; c < 4 * i + 3; c++)
        if (Math.abs((data[c] ?? 0) - (first.data[c] ?? 0)) >= leastChange) grey[i] = 1;
  // What is near a movement counts as well. Twice the mean of lines and columns has a soft edge.
  for (const step of [1, width, 1, width]) spreadAlong(grey, step, step === 1 ? width : height);
  const matte = new ImageData(width, height);
  for (let i = 0; i < grey.length; i++) {
    const value = 255 * Math.min(1, 3 * (grey[i] ?? 0));
    matte.data.set([value, value, value, 255], 4 * i);
  }
  return matte;
}

/** Replaces each value by the mean of those around it, along lines of this step and length. */
function spreadAlong(values: Float32Array, step: number, length: number): void {
  const line = new Float32Array(length);
  for (let first = 0; first < values.length; first += step === 1 ? length : 1) {
    if (step !== 1 && first >= step) return;
    for (let i = 0; i < length; i++) line[i] = values[first + i * step] ?? 0;
    let sum = 0;
    for (let i = -around; i < length; i++) {
      sum += (line[i + around] ?? 0) - (line[i - around - 1] ?? 0);
      if (i >= 0) values[first + i * step] = sum / (2 * around + 1);
    }
  }
}

/** A picture without detail where the matte is black. */
export function onlyWhere(matte: ImageData, picture: ImageData): ImageData {
  const { data, width, height } = picture;
  const kept = matte.data.filter((_, i) => i % 4 === 0);
  const plain = meanOf(
    data,
    Uint8Array.from(kept, (value) => (value > 200 ? 1 : 0)),
  );
  const result = new ImageData(width, height);
  for (let i = 0; i < kept.length; i++) {
    const share = Math.min(1, (kept[i] ?? 0) / 80);
    for (let c = 0; c < 3; c++) {
      const back = plain[c] ?? 0;
      result.data[4 * i + c] = back + ((data[4 * i + c] ?? 0) - back) * share;
    }
    result.data[4 * i + 3] = 255;
  }
  return result;
}
