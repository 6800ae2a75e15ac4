import type { VoiceShape } from '../natural/people/people.ts';
import type { Accent } from '../natural/reading/index.ts';
import type { TimedViseme } from '../voice.ts';

/** How a stretch of a unit's text is spoken: `from` up to but not including `to`. */
export type StyleSpan = {
  readonly from: number;
  readonly to: number;
  /** Factors. 1 is the voice's normal style. */
  readonly rate: number;
  readonly pitch: number;
  readonly range: number;
  readonly gain: number;
  /** How it sounds, if the markup states it. */
  readonly phonemes?: string;
};

/** Which model speaks, by the name of its file, which English it learned, and how its voice is changed. */
export type NaturalVoiceSpec = {
  readonly model: string;
  readonly accent: Accent;
  readonly shape: VoiceShape;
};

export type UnitPart = 'whole' | 'beginning' | 'rest';

/** A stretch of speech that one thread makes without interruption. */
export type NaturalUnit = {
  readonly voice: NaturalVoiceSpec;
  readonly text: string;
  /** In order, without overlap. Text outside of them is spoken in the voice's normal style. */
  readonly spans: readonly StyleSpan[];
  /** Whether it is the first unit of its sentence. The sound that is heard first is made first. */
  readonly isFirst: boolean;
  /** Which part of the text is made: all of it, its first clause, or the rest. In a crowd, first clauses come first. */
  readonly part: UnitPart;
  /** How much of the silence after the speech is kept, in milliseconds. */
  readonly tailMs: number;
};

/** The times of one clause of a unit, in milliseconds from the beginning of the clause. */
export type ClauseTiming = {
  readonly durationMs: number;
  readonly visemes: readonly TimedViseme[];
  /** Stretches of the unit's text, in order, and when they are heard. */
  readonly words: readonly ClauseWord[];
};

export type ClauseWord = {
  readonly from: number;
  readonly to: number;
  readonly startMs: number;
  readonly endMs: number;
};

/** What a thread gets at the start: the folder with the voice's files. */
export type NaturalSetup = { readonly folder: string };

/** What the natural voice's threads get at the start, what they speak, and the times that they report. */
export type NaturalKind = {
  readonly setup: NaturalSetup;
  readonly unit: NaturalUnit;
  readonly timing: ClauseTiming;
};
