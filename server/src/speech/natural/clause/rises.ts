import { primaryStress, vowels } from '../reading/index.ts';
import { bins, type SpectralParts } from '../wave/frames.ts';
import { voicedHz } from '../wave/pulses.ts';
import { isPunctuation, isStress } from './lips.ts';
import { isList, isYesNoQuestion, memberRise, modelHz, questionRise, type Rise } from './melody.ts';

/** A rise from one phoneme up to but not including another. */
type RisingPart = { readonly start: number; readonly end: number; readonly rise: Rise };

/** The frames of a sound: where each phoneme begins, which of the model's frames is heard, and at which pitch. */
export type SoundFrames = {
  readonly boundaries: readonly number[];
  readonly positions: Float32Array;
  readonly pitchHz: Float32Array;
};

/** Raises the pitch where the model does not: at the end of a yes-no question, and of the members of a list. */
export function raiseMelody(
  phonemes: readonly string[],
  text: string,
  parts: SpectralParts,
  frames: SoundFrames,
): void {
  for (const part of risingParts(phonemes, text)) {
    const voiced = holdVoice(phonemes, part, parts, frames);
    // What is left of the voice in a question's tail must not fall again.
    const isTail = phonemes[part.end] === '?';
    const end = isTail ? frames.positions.length : Math.round(frames.boundaries[part.end] ?? 0);
    raise(frames.pitchHz, voiced, end, part.rise);
  }
}

function risingParts(phonemes: readonly string[], text: string): RisingPart[] {
  const last = phonemes.findLastIndex(isPunctuation);
  const upTo = (end: number, rise: Rise): RisingPart => {
    const before = phonemes.slice(0, end);
    const strongest = before.lastIndexOf(primaryStress);
    const stressed = strongest === -1 ? before.findLastIndex(isStress) : strongest;
    return { start: stressed === -1 ? Math.max(0, before.lastIndexOf(' ')) : stressed, end, rise };
  };
  const members = isList(text)
    ? phonemes.flatMap((phoneme, index) => (phoneme === ',' ? upTo(index, memberRise) : []))
    : [];
  const isQuestion = phonemes[last] === '?' && isYesNoQuestion(text);
  return isQuestion ? [...members, upTo(last, questionRise)] : members;
}

/** Sounds that carry a pitch, and the stress before them. */
const carriesPitch = (phoneme: string): boolean =>
  isStress(phoneme) || vowels.has(phoneme) || 'ᵊlmnŋɹjwː'.includes(phoneme);

/**
 * Keeps the voice up to the end of its vowel: the model lets it break off into a creak, which has no pitch that can be
 * raised. Returns the frames that have a pitch.
 */
function holdVoice(
  phonemes: readonly string[],
  { start, end }: RisingPart,
  parts: SpectralParts,
  { boundaries, positions, pitchHz }: SoundFrames,
): number[] {
  const voiced: number[] = [];
  let held = -1;
  for (let index = start; index < end; index += 1) {
    if (!carriesPitch(phonemes[index] ?? '')) held = -1;
    const until = Math.min(positions.length, Math.round(boundaries[index + 1] ?? 0));
    for (let frame = Math.round(boundaries[index] ?? 0); frame < until; frame += 1) {
      const own = Math.round(positions[frame] ?? 0);
      if ((pitchHz[frame] ?? 0) >= voicedHz && isVoiced(parts, own)) {
        held = frame;
      } else if (held !== -1) {
        positions[frame] = positions[held] ?? 0;
        pitchHz[frame] = pitchHz[held] ?? 0;
      } else continue;
      voiced.push(frame);
    }
  }
  return voiced;
}

/** Every fourth bin is enough to see which part of the sound is louder. */
const step = 4;

function isVoiced(parts: SpectralParts, frame: number): boolean {
  let [voice, rest] = [0, 0];
  for (let bin = 2; bin < bins; bin += step) {
    const at = bin * parts.frames + Math.min(parts.frames - 1, frame);
    voice += Math.exp(2 * (parts.voiceLevel[at] as number));
    rest += Math.exp(2 * (parts.restLevel[at] as number));
  }
  return voice > 2 * rest;
}

/** How much of the rise's time it takes to arrive at the top. */
const arrival = 0.8;
/** Frames in which the model's own pitch changes into the rise, so that there is no step. */
const blendFrames = 3;
const semitones = (hz: number) => 12 * Math.log2(hz / modelHz);

function raise(pitchHz: Float32Array, voiced: readonly number[], end: number, { dip, top }: Rise): void {
  const [first, last] = [voiced[0], voiced.at(-1)];
  if (first === undefined || last === undefined) return;
  const start = Math.min(semitones(pitchHz[first] ?? modelHz), dip);
  for (let frame = first; frame < end; frame += 1) {
    if ((pitchHz[frame] ?? 0) < voicedHz) continue;
    const progress = Math.min(1, (frame - first) / Math.max(1, arrival * (last - first)));
    const own = semitones(pitchHz[frame] ?? modelHz);
    const blend = Math.min(1, (frame - first + 1) / blendFrames);
    const wanted = start + (top - start) * progress;
    pitchHz[frame] = modelHz * 2 ** ((own + (wanted - own) * blend) / 12);
  }
}
