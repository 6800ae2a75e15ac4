import type { TimedViseme } from '../voice.ts';

/** How a part of a unit's text is spoken: `from` up to but not including `to`. */
export type StyleSpan = {
  readonly from: number;
  readonly to: number;
  /** Factors. 1 is the voice's normal style. */
  readonly rate: number;
  readonly pitch: number;
  readonly range: number;
  readonly gain: number;
  /** Its ARPAbet phones, if the markup states how it sounds. */
  readonly phones?: string;
  /** The same in the phonetic alphabet, for threads that take this. */
  readonly ipa?: string;
};

export type UnitPart = 'whole' | 'beginning' | 'rest';

/** A piece of speech that one thread makes without interruption, in one voice. */
export type SpeechUnit<Voice = unknown> = {
  readonly voice: Voice;
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

/** The times of a unit, or of one of its clauses, in milliseconds from its beginning. */
export type UnitTiming = {
  readonly durationMs: number;
  readonly visemes: readonly TimedViseme[];
  /** Parts of the unit's text, in order, and when they are heard. */
  readonly words: readonly UnitWord[];
};

export type UnitWord = {
  readonly from: number;
  readonly to: number;
  readonly startMs: number;
  readonly endMs: number;
};

/** Receives what a thread makes of a unit: times, each before the sound that they belong to. */
export type UnitSink = {
  timing(timing: UnitTiming): void;
  audio(samples: Int16Array<ArrayBuffer>): void;
  isCancelled(): boolean;
};

/** A written word: its position in the unit's text, and its position in the displayed sentence. */
export type Caption = {
  readonly from: number;
  readonly to: number;
  readonly shownFrom: number;
  readonly shownTo: number;
};

/** A mark that is reached with the word at this position of the unit's text, or with the first word after it. */
export type PositionedMark = { readonly name: string; readonly at: number };

export type SpeechStep<Voice = unknown> = {
  readonly kind: 'speech';
  readonly unit: SpeechUnit<Voice>;
  readonly captions: readonly Caption[];
  readonly marks: readonly PositionedMark[];
};

/** What is played one after the other: units, pauses between them, and marks at places without sound. */
export type PlanStep<Voice = unknown> =
  | SpeechStep<Voice>
  /** From the last sound before it to the first sound after it. */
  | { readonly kind: 'pause'; readonly ms: number }
  | { readonly kind: 'mark'; readonly name: string };
