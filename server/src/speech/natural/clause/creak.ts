import { bins, type SpectralParts } from '../wave/frames.ts';

/** The resonances of a creak are the mean of its loudness over this many bins to either side. */
const reach = 6;
/** Pulses have their energy in the harmonics only, so each of them is louder: 8 dB, as a natural logarithm. */
const voiceGain = 0.92;
const leftOfCreak = -1.6;
/** Above this bin (2 kHz) a hiss has more energy than a creak. */
const hissBin = 100;
/** Below this power a frame is too soft to carry a pitch. */
const minPower = 10 ** 1.2;
/** Every fourth bin is enough to see which part of the sound is louder. */
const step = 4;

/** Whether a frame is voice, a creak, or neither. */
export function kindOfFrame(parts: SpectralParts, frame: number): 'voice' | 'creak' | 'other' {
  let [voice, low, high] = [0, 0, 0];
  for (let bin = 2; bin < bins; bin += step) {
    const at = bin * parts.frames + frame;
    const rest = Math.exp(2 * (parts.restLevel[at] as number));
    voice += Math.exp(2 * (parts.voiceLevel[at] as number));
    if (bin < hissBin) low += rest;
    else high += rest;
  }
  if (voice + low < minPower) return 'other';
  if (voice > 2 * (low + high)) return 'voice';
  return low > high ? 'creak' : 'other';
}

/** Turns a creak, which has no pitch, into a voice with the same resonances. */
export function voiceCreak(parts: SpectralParts, frame: number): void {
  const { frames, restLevel, voiceLevel, voicePhase } = parts;
  const creak = Float32Array.from({ length: bins }, (_, bin) => restLevel[bin * frames + frame] as number);
  for (let bin = 0; bin < bins; bin += 1) {
    const around = creak.subarray(Math.max(0, bin - reach), bin + reach + 1);
    const at = bin * frames + frame;
    voiceLevel[at] = around.reduce((sum, level) => sum + level, 0) / around.length + voiceGain;
    voicePhase[at] = 0;
    restLevel[at] = (creak[bin] as number) + leftOfCreak;
  }
}
