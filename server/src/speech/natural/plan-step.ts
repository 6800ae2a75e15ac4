import type { PlayStep } from '../pool/unit-player.ts';
import type { NaturalUnit } from './unit.ts';

/** A written word: its place in the unit's text, and its place in the sentence that is shown. */
export type Caption = {
  readonly from: number;
  readonly to: number;
  readonly shownFrom: number;
  readonly shownTo: number;
};

/** Reached with the word at this place of the unit's text, or the first one behind it. */
export type PlacedMark = { readonly name: string; readonly at: number };

export type SpeechStep = {
  readonly kind: 'speech';
  readonly unit: NaturalUnit;
  readonly captions: readonly Caption[];
  readonly marks: readonly PlacedMark[];
};

export type PlanStep = PlayStep<SpeechStep>;
