import { GainCurve } from '../pcm/gain-curve.ts';
import { styleAt } from '../units/span-style.ts';
import type { SpeechUnit, StyleSpan, UnitPart, UnitSink } from '../units/unit.ts';
import { type ClauseInput, type ClauseLayout, layOutClause } from './clause/clause-layout.ts';
import { type Clause, cutClauses } from './clause/clauses.ts';
import { withFixedPhonemes } from './clause/fixed-phonemes.ts';
import type { ModelOutput } from './model/voice-model.ts';
import type { NaturalVoiceSpec } from './people/spec.ts';
import type { Accent, Reading } from './reading/index.ts';
import { hop } from './wave/frames.ts';
import { WaveMaker } from './wave/wave-maker.ts';

export type EngineDeps = {
  /** Reads a text into phonemes. */
  read(text: string, accent: Accent): Promise<Reading>;
  /** Speaks phonemes. */
  speak(model: string, phonemes: readonly string[]): Promise<ModelOutput>;
};

type NaturalUnit = SpeechUnit<NaturalVoiceSpec>;

/** The first piece is short, so that it is heard early. */
const firstFrames = 8;
const furtherFrames = 16;
/** The model is softer than other voices. */
const baseGain = 2.6;

/** An exclamation has a wider and higher melody, and more energy. */
const exclamation = { pitch: 1.05, range: 1.3, gain: 1.2 };

/** The pause after a clause that is not the last one of its unit, by the punctuation at its end. */
const joinMs = (phonemes: string): number => {
  if (/[.!?…]\s*$/.test(phonemes)) return 350;
  if (/[;:—]\s*$/.test(phonemes)) return 260;
  return /[,)]\s*$/.test(phonemes) ? 200 : 25;
};

/** Speaks one unit after the other: text, phonemes, clauses, sound. */
export class NaturalEngine {
  readonly #deps: EngineDeps;

  constructor(deps: EngineDeps) {
    this.#deps = deps;
  }

  async speak(unit: NaturalUnit, sink: UnitSink): Promise<void> {
    const reading = withFixedPhonemes(await this.#deps.read(unit.text, unit.voice.accent), unit.spans);
    const clauses = cutClauses(reading, unit.isFirst);
    for (const [index, clause] of clauses.entries()) {
      if (sink.isCancelled()) return;
      if (!isInPart(unit.part, index)) continue;
      const isLast = index === clauses.length - 1;
      await this.#speakClause(unit, reading, clause, isLast ? unit.tailMs : undefined, sink);
    }
  }

  async #speakClause(
    unit: NaturalUnit,
    reading: Reading,
    clause: Clause,
    tailMs: number | undefined,
    sink: UnitSink,
  ): Promise<void> {
    const text = reading.phonemes.slice(clause.start, clause.end);
    const input = clauseInput(unit, reading, clause, tailMs ?? joinMs(text) * unit.voice.shape.pauses);
    const layout = layOutClause(input, await this.#deps.speak(unit.voice.model, input.phonemes));
    if (layout === null || sink.isCancelled()) return;
    sink.timing(layout.timing);
    makeSound(input, layout, sink);
  }
}

const isInPart = (part: UnitPart, clause: number): boolean =>
  part === 'whole' || (part === 'beginning') === (clause === 0);

function clauseInput(
  unit: NaturalUnit,
  reading: Reading,
  { start, end }: Clause,
  tailMs: number,
): ClauseInput {
  const phonemes = reading.phonemes.slice(start, end).split('');
  const words = reading.words
    .filter((word) => word.start < end && word.end > start)
    .map((word) => ({
      ...word,
      start: Math.max(0, word.start - start),
      end: Math.min(phonemes.length, word.end - start),
    }));
  const { shape } = unit.voice;
  const isExclamation = /!\s*$/.test(phonemes.join(''));
  const styles = stylesOf(unit, words, phonemes.length).map((style) =>
    isExclamation ? lively(style) : style,
  );
  const first = words[0]?.from ?? 0;
  return {
    phonemes,
    words,
    styles,
    text: sentenceAround(withoutInnerCommas(unit.text, reading), first),
    shape,
    tailMs,
    seed: seedOf(unit.text, first),
  };
}

const lively = (style: StyleSpan): StyleSpan => ({
  ...style,
  pitch: style.pitch * exclamation.pitch,
  range: style.range * exclamation.range,
  gain: style.gain * exclamation.gain,
});

/** The style of each phoneme: the style of its word, or of the word before it. */
function stylesOf({ spans }: NaturalUnit, words: ClauseInput['words'], count: number): StyleSpan[] {
  const styles: StyleSpan[] = [];
  let style = styleAt(spans, words[0]?.from ?? 0);
  let next = 0;
  for (let index = 0; index < count; index += 1) {
    const word = words[next];
    if (word !== undefined && index >= word.start) {
      style = styleAt(spans, word.from);
      next += 1;
    }
    styles.push(style);
  }
  return styles;
}

/** "$1,299" and "May 5, 2024" are no lists. */
function withoutInnerCommas(text: string, { words }: Reading): string {
  return words.reduce((before, { from, to }) => {
    const inner = before.slice(from, to - 1).replaceAll(',', ' ');
    return before.slice(0, from) + inner + before.slice(from + inner.length);
  }, text);
}

/** The sentence that a question mark belongs to. */
function sentenceAround(text: string, position: number): string {
  const before = text.slice(0, position);
  const start = Math.max(before.lastIndexOf('. '), before.lastIndexOf('! '), before.lastIndexOf('? ')) + 1;
  return text.slice(start).trimStart();
}

/** The same text gets the same noise. */
function seedOf(text: string, from: number): number {
  let hash = 0x811c9dc5 ^ from;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

function makeSound({ shape, styles }: ClauseInput, { wave, boundaries }: ClauseLayout, sink: UnitSink): void {
  const maker = new WaveMaker(wave);
  const steps = styles.map(({ gain }, index) => ({
    from: Math.round((boundaries[index] ?? 0) * hop),
    gain: gain * baseGain * shape.gain,
  }));
  const curve = new GainCurve(
    steps.filter(({ gain }, index) => index === 0 || gain !== steps[index - 1]?.gain),
  );
  for (let madeFrames = 0; madeFrames < maker.frames && !sink.isCancelled(); ) {
    const samples = maker.next(madeFrames === 0 ? firstFrames : furtherFrames);
    for (let at = 0; at < samples.length; at += 1) samples[at] = 32_768 * (samples[at] as number);
    curve.apply(samples, madeFrames * hop);
    madeFrames += Math.round(samples.length / hop);
    sink.audio(Int16Array.from(samples));
  }
}
