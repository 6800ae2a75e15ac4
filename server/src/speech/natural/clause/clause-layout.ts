import type { StyleSpan, UnitTiming, UnitWord } from '../../units/unit.ts';
import { roundMs } from '../../visemes/timed-visemes.ts';
import type { ModelOutput } from '../model/voice-model.ts';
import type { VoiceShape } from '../people/people.ts';
import type { ReadWord } from '../reading/index.ts';
import { frameMs } from '../wave/frames.ts';
import { voicedHz } from '../wave/pulses.ts';
import type { WavePlan } from '../wave/wave-maker.ts';
import { audibleFrames, liftStart } from './audible.ts';
import { clauseVisemes } from './clause-visemes.ts';
import { glideMelody } from './glides.ts';
import { shapePitch } from './melody.ts';
import { phonemeFrames } from './phoneme-frames.ts';
import { stretchFrames } from './time-stretch.ts';

export type ClauseInput = {
  readonly phonemes: readonly string[];
  readonly words: readonly ReadWord[];
  /** The style of each phoneme. */
  readonly styles: readonly StyleSpan[];
  readonly text: string;
  readonly shape: VoiceShape;
  readonly tailMs: number;
  readonly seed: number;
};

export type ClauseLayout = {
  readonly timing: UnitTiming;
  readonly wave: WavePlan;
  /** The frame of the sound at which each phoneme begins. */
  readonly boundaries: readonly number[];
};

/** Decides when each phoneme is heard and at which pitch. Silence around the clause is cut to the wanted length. */
export function layOutClause(input: ClauseInput, output: ModelOutput): ClauseLayout | null {
  const audible = audibleFrames(input.phonemes[0], output.parts, output.pitchHz);
  if (audible === null) return null;
  liftStart(input.phonemes[0], audible, output.parts, output.pitchHz);
  const { shape } = input;
  const factorOf = (index: number) => 1 / (shape.pace * (input.styles[index]?.rate ?? 1));
  const { boundaries, positions } = stretchFrames(
    phonemeFrames({ ...input, factorOf, pauses: shape.pauses }, output.lengths, audible),
  );
  const pitchHz = positions.map((position) => valueAt(output.pitchHz, position));
  glideMelody(input.phonemes, input.text, output.parts, { boundaries, positions, pitchHz });
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
