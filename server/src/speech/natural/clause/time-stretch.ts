/** The boundaries of phonemes in the sound, when each phoneme is stretched by its own factor. */
export type Stretched = {
  /** In frames of the sound, one more than there are phonemes. */
  readonly boundaries: readonly number[];
  /** For each frame of the sound: its position among the model's frames. */
  readonly positions: Float32Array;
};

/** One phoneme's frames, `from` up to but not including `to`, and its length relative to the model's. */
export type PhonemeFrames = {
  readonly from: number;
  readonly to: number;
  readonly durationFactor: number;
  /** Silence after them, in frames of the sound. */
  readonly silentFrames?: number;
};

/** Before the first sound the model is silent. */
const silentPosition = 0;

/** Reads the model's frames slower or faster, phoneme by phoneme. */
export function stretchFrames(phonemes: readonly PhonemeFrames[]): Stretched {
  const boundaries = [0];
  for (const { from, to, durationFactor, silentFrames = 0 } of phonemes) {
    boundaries.push((boundaries.at(-1) ?? 0) + (to - from) * durationFactor + silentFrames);
  }
  const positions = new Float32Array(Math.max(0, Math.round(boundaries.at(-1) ?? 0)));
  let index = 0;
  for (let frame = 0; frame < positions.length; frame += 1) {
    while (index < phonemes.length - 1 && frame >= (boundaries[index + 1] ?? 0)) index += 1;
    const { from, to, durationFactor, silentFrames } = phonemes[index] ?? {
      from: 0,
      to: 0,
      durationFactor: 1,
    };
    const inside = (frame - (boundaries[index] ?? 0)) / durationFactor;
    const isAfter = silentFrames !== undefined && from + inside >= to;
    positions[frame] = isAfter ? silentPosition : Math.max(from, Math.min(from + inside, to));
  }
  return { boundaries, positions };
}
