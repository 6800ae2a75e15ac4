import type { StyleSpan, UnitTiming, UnitWord } from '../../units/unit.ts';
import { roundMs } from '../../visemes/timed-visemes.ts';
import type { ModelOutput } from '../model/voice-model.ts';
import type { VoiceShape } from '../people/people.ts';
import type { ReadWord } from '../reading/index.ts';
import { frameMs } from '../wave/frames.ts';
import { voicedHz } from '../wave/pulses.ts';
import type { WavePlan } from '../wave/wave-maker.ts';
import { type AudibleFrames, audibleFrames, liftStart } from './audible.ts';
import { clauseVisemes } from './clause-visemes.ts';
import { isPunctuation } from './lips.ts';
import { shapePitch } from './melody.ts';
import { raiseMelody } from './rises.ts';
import { type PhonemeFrames, stretchFrames } from './time-stretch.ts';

export type ClauseInput = {
  readonly phonemes: readonly string[];
  readonly words: readonly ReadWord[];
  /** The style of each phoneme. */
  readonly styles: readonly StyleSpan[];
  readonly text: string;
  readonly shape: VoiceShape;
  /** The speed at which the model was asked to speak. */
  readonly speed: number;
  readonly tailMs: number;
  readonly seed: number;
};

export type ClauseLayout = {
  readonly timing: UnitTiming;
  readonly wave: WavePlan;
  /** The frame of the sound at which each phoneme begins. */
  readonly boundaries: readonly number[];
};

/** The model's frames come a little before the sound of a phoneme. */
const leadFrames = 2;

/** Decides when each phoneme is heard and at which pitch. Silence around the clause is cut to the wanted length. */
export function layOutClause(input: ClauseInput, output: ModelOutput): ClauseLayout | null {
  const audible = audibleFrames(output.parts, output.pitchHz);
  if (audible === null) return null;
  liftStart(input.phonemes[0], audible, output.parts, output.pitchHz);
  const { boundaries, positions } = stretchFrames(phonemeFrames(input, output, audible));
  const pitchHz = positions.map((position) => valueAt(output.pitchHz, position));
  raiseMelody(input.phonemes, input.text, output.parts, { boundaries, positions, pitchHz });
  const melody = shapedPitch(input, pitchHz, boundaries);
  const durationMs = roundMs(positions.length * frameMs);
  const at = (index: number) => Math.min(durationMs, roundMs((boundaries[index] ?? 0) * frameMs));
  const words: UnitWord[] = input.words.map(({ from, to, start, end }) => {
    return { from, to, startMs: at(start), endMs: Math.max(at(start), at(end)) };
  });
  return {
    timing: { durationMs, visemes: clauseVisemes(input.phonemes, at, durationMs), words },
    wave: {
      parts: output.parts,
      positions,
      pitchHz: melody,
      pulseGains: pulseGains(output.pitchHz, positions, melody),
      formants: input.shape.formants,
      brightness: input.shape.brightness,
      breath: input.shape.breath,
      seed: input.seed,
    },
    boundaries,
  };
}

/**
 * Which of the model's frames belong to which phoneme. The first phoneme starts where the sound starts. The last one
 * ends where it cannot be heard any more, although the model's own length for it includes the silence. Punctuation at
 * the end gets the tail.
 */
function phonemeFrames(
  { phonemes, styles, shape, speed, tailMs }: ClauseInput,
  { lengths, parts }: ModelOutput,
  audible: AudibleFrames,
): PhonemeFrames[] {
  const start = Math.max(0, audible.first - leadFrames + 1);
  const speechEnd = Math.min(parts.frames, audible.last + 1);
  const end = Math.min(parts.frames, speechEnd + Math.round(tailMs / frameMs));
  const lastSound = phonemes.findLastIndex((phoneme) => phoneme !== ' ' && !isPunctuation(phoneme));
  let reached = Math.max(0, (lengths[0] ?? 0) - leadFrames);
  const frames: PhonemeFrames[] = [];
  phonemes.forEach((_, index) => {
    const from = index === 0 ? start : Math.max(start, frames[index - 1]?.to ?? 0);
    reached += lengths[index + 1] ?? 0;
    const wanted = index < lastSound ? reached : index === lastSound ? speechEnd : end;
    const to = Math.max(from, Math.min(wanted, index < lastSound ? speechEnd : end));
    const style = styles[index];
    const durationFactor = speed / (shape.pace * (style?.rate ?? 1));
    frames.push({ from, to, durationFactor: index > lastSound ? 1 : durationFactor });
  });
  // A clause without punctuation at its end gets the tail, too.
  const final = frames.at(-1);
  if (final !== undefined && final.to < end) frames.push({ from: final.to, to: end, durationFactor: 1 });
  return frames;
}

const valueAt = (values: Float32Array, position: number): number =>
  values[Math.min(values.length - 1, Math.round(position))] ?? 0;

function shapedPitch(
  { shape, styles }: ClauseInput,
  pitchHz: Float32Array,
  boundaries: readonly number[],
): Float32Array {
  let index = 0;
  return pitchHz.map((hz, frame) => {
    while (index < styles.length - 1 && frame >= (boundaries[index + 1] ?? 0)) index += 1;
    const style = styles[index];
    return shapePitch(hz, {
      pitch: shape.pitch * (style?.pitch ?? 1),
      range: shape.range * (style?.range ?? 1),
    });
  });
}

/** Keeps the loudness of the voice when its pitch is changed. */
function pulseGains(ownHz: Float32Array, positions: Float32Array, melody: Float32Array): Float32Array {
  return melody.map((hz, frame) => {
    const own = valueAt(ownHz, positions[frame] ?? 0);
    return hz < voicedHz || own < voicedHz ? 1 : Math.sqrt(hz / own);
  });
}
