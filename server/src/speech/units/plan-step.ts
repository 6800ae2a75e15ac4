import type { PlayStep } from '../pool/unit-player.ts';
import type { NaturalUnit } from './unit.ts';

/** A written word: its position in the unit's text, and its position in the displayed sentence. */
export type Caption = {
  readonly from: number;
  readonly to: number;
  readonly shownFrom: number;
  readonly shownTo: number;
};

/** A mark that is reached with the word at this position of the unit's text, or with the first word after it. */
export type PlacedMark = { readonly name: string; readonly at: number };

export type SpeechStep = {
  readonly kind: 'speech';
  readonly unit: NaturalUnit;
  readonly captions: readonly Caption[];
  readonly marks: readonly PlacedMark[];
};

export type PlanStep = PlayStep<SpeechStep>;
