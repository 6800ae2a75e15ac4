import { bins, type SpectralParts } from '../wave/frames.ts';
import { voicedHz } from '../wave/pulses.ts';

/** Sounds that the model makes very soft after silence. Without them "first" is heard as "burst". */
const softSounds = new Set('fθ');

/** A frame below this share of the loudest frames' power counts as silence. */
const silentBelow = { atSoftStart: 10 ** -5.2, atStart: 10 ** -4.2, inside: 10 ** -4.5, atEnd: 10 ** -3.3 };

/** No vowel is louder than the tenth loudest of a hundred frames by more than this. Several clicks are. */
const maxAboveLoud = 10 ** 0.8;

/** The model's frames that can be heard: the first, the first that is loud, and the last. */
export type AudibleFrames = {
  readonly frames: number;
  readonly first: number;
  readonly loud: number;
  readonly last: number;
  isSilent(frame: number): boolean;
  /** Not even a soft F is heard. */
  isMute(frame: number): boolean;
};

/** Null if nothing can be heard. */
export function audibleFrames(
  firstPhoneme: string | undefined,
  parts: SpectralParts,
  pitchHz: Float32Array,
): AudibleFrames | null {
  const powers = framePowers(parts, pitchHz);
  // One frame alone may be a click of the model, much louder than all others.
  const sorted = powers.toSorted();
  const loudest = sorted.at(-3) ?? 0;
  const loudVowel = Math.min(loudest, maxAboveLoud * (sorted[Math.floor(0.9 * sorted.length)] ?? 0));
  const start = softSounds.has(firstPhoneme ?? '') ? silentBelow.atSoftStart : silentBelow.atStart;
  const first = powers.findIndex((power) => power > loudest * start);
  const loud = powers.findIndex((power) => power > loudest * silentBelow.atEnd);
  const last = powers.findLastIndex((power) => power > loudVowel * silentBelow.atEnd);
  const isSilent = (frame: number) => (powers[frame] ?? 0) < loudest * silentBelow.inside;
  const isMute = (frame: number) => (powers[frame] ?? 0) < loudVowel * silentBelow.inside;
  return first === -1 ? null : { frames: parts.frames, first, loud, last, isSilent, isMute };
}

/** The power that the loudest frame of a soft sound should have: that of an F within a sentence. Powers of 10 are bels. */
const wantedPower = 10 ** 1.9;
const maxLift = 10 ** 1.4;

/** Makes a soft sound at the start of a clause as loud as it is within one. */
export function liftStart(
  phoneme: string | undefined,
  { first, loud }: AudibleFrames,
  parts: SpectralParts,
  pitchHz: Float32Array,
): void {
  if (!softSounds.has(phoneme ?? '') || first === loud) return;
  const powers = framePowers(parts, pitchHz);
  const lift = Math.min(maxLift, wantedPower / Math.max(...powers.subarray(first, loud)));
  if (lift <= 1) return;
  for (let bin = 0; bin < bins; bin += 1)
    for (let frame = first; frame < loud; frame += 1)
      for (const levels of [parts.noiseLevel, parts.restLevel]) {
        const at = bin * parts.frames + frame;
        levels[at] = (levels[at] as number) + Math.log(lift) / 2;
      }
}

/** Every fourth bin is enough to find silence. */
const step = 4;

function framePowers(parts: SpectralParts, pitchHz: Float32Array): Float64Array {
  return Float64Array.from({ length: parts.frames }, (_, frame) => {
    const hasVoice = (pitchHz[frame] ?? 0) >= voicedHz;
    let power = 0;
    for (let bin = 2; bin < bins; bin += step) {
      const at = bin * parts.frames + frame;
      if (hasVoice) power += Math.exp(2 * (parts.voiceLevel[at] as number));
      power += Math.exp(2 * (parts.noiseLevel[at] as number)) + Math.exp(2 * (parts.restLevel[at] as number));
    }
    return power;
  });
}
