import { primaryStress, vowels } from '../reading/index.ts';
import type { SpectralParts } from '../wave/frames.ts';
import { voicedHz } from '../wave/pulses.ts';
import { kindOfFrame, voiceCreak } from './creak.ts';
import { isPunctuation, isStress } from './lips.ts';
import {
  fallBottom,
  isList,
  isYesNoQuestion,
  memberRise,
  modelHz,
  questionRise,
  type Rise,
} from './melody.ts';

/** A glide from one phoneme up to but not including another: a rise, or a fall. */
type Glide = { readonly start: number; readonly end: number; readonly rise: Rise | null };

/** The frames of a sound: where each phoneme begins, which of the model's frames is heard, and at which pitch. */
export type SoundFrames = {
  readonly boundaries: readonly number[];
  readonly positions: Float32Array;
  readonly pitchHz: Float32Array;
};

/**
 * Raises the pitch where the model does not: at the end of a yes-no question, and of the members of a list. At the end of
 * other sentences the model's voice falls, breaks off, and returns higher for a moment, which sounds like a question.
 */
export function glideMelody(
  phonemes: readonly string[],
  text: string,
  parts: SpectralParts,
  frames: SoundFrames,
): void {
  for (const { start, end, rise } of glides(phonemes, text)) {
    const { boundaries, positions, pitchHz } = frames;
    const voiced = voicedFrames(phonemes, { start, end }, parts, frames);
    const isLast = phonemes.slice(end).every((phoneme) => phoneme === ' ' || isPunctuation(phoneme));
    // What is left of the voice in the tail must not go back.
    const endFrame = isLast ? positions.length : Math.round(boundaries[end] ?? 0);
    if (rise === null) fall(pitchHz, voiced, endFrame);
    else raise(pitchHz, voiced, endFrame, rise);
  }
}

function glides(phonemes: readonly string[], text: string): Glide[] {
  const last = phonemes.findLastIndex(isPunctuation);
  const upTo = (end: number, rise: Rise | null): Glide => {
    const before = phonemes.slice(0, end);
    const strongest = before.lastIndexOf(primaryStress);
    const stressed = strongest === -1 ? before.findLastIndex(isStress) : strongest;
    return { start: stressed === -1 ? Math.max(0, before.lastIndexOf(' ')) : stressed, end, rise };
  };
  const members = isList(text)
    ? phonemes.flatMap((phoneme, index) => (phoneme === ',' ? upTo(index, memberRise) : []))
    : [];
  const mark = phonemes[last] ?? '';
  if (!'.!?'.includes(mark)) return members;
  return [...members, upTo(last, mark === '?' && isYesNoQuestion(text) ? questionRise : null)];
}

/** Sounds that carry a pitch, and the stress before them. */
const carriesPitch = (phoneme: string): boolean =>
  isStress(phoneme) || vowels.has(phoneme) || 'ᵊlmnŋɹjwː'.includes(phoneme);

/** The frames that have a pitch. Vowels in which the model's voice breaks off get one. */
function voicedFrames(
  phonemes: readonly string[],
  { start, end }: Pick<Glide, 'start' | 'end'>,
  parts: SpectralParts,
  { boundaries, positions, pitchHz }: SoundFrames,
): number[] {
  const voiced: number[] = [];
  for (let index = start; index < end; index += 1) {
    const until = Math.min(positions.length, Math.round(boundaries[index + 1] ?? 0));
    for (let frame = Math.round(boundaries[index] ?? 0); frame < until; frame += 1) {
      const own = Math.min(parts.frames - 1, Math.round(positions[frame] ?? 0));
      const kind = kindOfFrame(parts, own);
      if (kind === 'other' || (kind === 'creak' && !carriesPitch(phonemes[index] ?? ''))) continue;
      if (kind === 'creak') voiceCreak(parts, own);
      pitchHz[frame] = Math.max(voicedHz, pitchHz[frame] ?? 0);
      voiced.push(frame);
    }
  }
  return voiced;
}

/** Frames in which the model's own pitch changes into the rise, so that there is no step. */
const blendFrames = 3;
const semitones = (hz: number) => 12 * Math.log2(hz / modelHz);
const hertz = (above: number) => modelHz * 2 ** (above / 12);

function raise(pitchHz: Float32Array, voiced: readonly number[], end: number, { dip, top }: Rise): void {
  const [first, last] = [voiced[0], voiced.at(-1)];
  if (first === undefined || last === undefined) return;
  const start = Math.min(semitones(pitchHz[first] ?? modelHz), dip);
  for (let frame = first; frame < end; frame += 1) {
    if ((pitchHz[frame] ?? 0) < voicedHz) continue;
    const progress = Math.min(1, (frame - first) / Math.max(1, last - first));
    const own = semitones(pitchHz[frame] ?? modelHz);
    const blend = Math.min(1, (frame - first + 1) / blendFrames);
    const wanted = start + (top - start) * progress;
    pitchHz[frame] = hertz(own + (wanted - own) * blend);
  }
}

/** From its highest point on, the pitch falls to the bottom, and does not rise again. */
function fall(pitchHz: Float32Array, voiced: readonly number[], end: number): void {
  const highest = Math.max(...voiced.map((frame) => pitchHz[frame] ?? 0));
  const peak = voiced.findLast((frame) => pitchHz[frame] === highest);
  const last = voiced.at(-1);
  if (peak === undefined || last === undefined) return;
  const heard = new Set(voiced);
  let lowest = highest;
  for (let frame = peak; frame < end; frame += 1) {
    const hz = pitchHz[frame] ?? 0;
    if (hz < voicedHz) continue;
    const progress = Math.min(1, (frame - peak) / Math.max(1, last - peak));
    const most = hertz(semitones(highest) + (fallBottom - semitones(highest)) * progress);
    // Between voiced sounds the model's pitch is arbitrary.
    lowest = Math.min(lowest, most, heard.has(frame) ? hz : lowest);
    pitchHz[frame] = Math.max(lowest, hertz(fallBottom));
  }
}
