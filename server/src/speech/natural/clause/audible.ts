import { bins, type SpectralParts } from '../wave/frames.ts';
import { voicedHz } from '../wave/pulses.ts';

/** A frame below this share of the loudest frame's power counts as silence. */
const silentBelow = 10 ** -3.3;

/** The first and the last of the model's frames that can be heard; null if there is none. */
export function audibleFrames(
  parts: SpectralParts,
  pitchHz: Float32Array,
): { readonly first: number; readonly last: number } | null {
  const powers = Float64Array.from({ length: parts.frames }, (_, frame) => powerOf(parts, pitchHz, frame));
  const least = Math.max(...powers) * silentBelow;
  if (least === 0) return null;
  const first = powers.findIndex((power) => power > least);
  const last = powers.findLastIndex((power) => power > least);
  return first === -1 ? null : { first, last };
}

/** Every fourth bin is enough to find silence. */
const step = 4;

function powerOf(parts: SpectralParts, pitchHz: Float32Array, frame: number): number {
  const hasVoice = (pitchHz[frame] ?? 0) >= voicedHz;
  let power = 0;
  for (let bin = 2; bin < bins; bin += step) {
    const at = bin * parts.frames + frame;
    if (hasVoice) power += Math.exp(2 * (parts.voiceLevel[at] as number));
    power += Math.exp(2 * (parts.noiseLevel[at] as number)) + Math.exp(2 * (parts.restLevel[at] as number));
  }
  return power;
}
