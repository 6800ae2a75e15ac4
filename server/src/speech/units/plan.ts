import type { SpeechStyle } from '@parley/protocol';
import { isAbbreviation } from '../english/tables.ts';
import type { ScriptItem } from '../script/script.ts';
import type { Precision } from '../voice.ts';
import type { PlanStep } from './unit.ts';
import { UnitDraft } from './unit-draft.ts';

/** How the threads of a kind of voice want their units. */
export type UnitRules<Voice> = {
  /**
   * From how many letters on a unit is cut: at the end of a sentence, at other punctuation in the first unit and in
   * later ones, and anywhere.
   */
  readonly letters: {
    readonly sentence: number;
    readonly firstClause: number;
    readonly clause: number;
    readonly most: number;
  };
  /** Whether the threads report the times of phones, or estimate them. */
  readonly precision: Precision;
  /**
   * What the threads understand: English phones and words for numbers, or sounds in the phonetic alphabet. Those spell
   * letters, and read numbers themselves.
   */
  readonly stated: 'english' | 'ipa';
  /** The language that the voice reads, as a tag. */
  languageOf(voice: Voice): string;
  /** The silence after the units of a sentence, in milliseconds: at its end, and at punctuation within it. */
  tailsMs(voice: Voice): { readonly sentence: number; readonly clause: number };
  /** Whether the first clause of a text can be made on its own. */
  hasFirstClause(text: string): boolean;
  /** The voice that a `voice` element asks for, or else the sentence's own. */
  requestedVoice(style: SpeechStyle, own: Voice): Voice;
  /** The mean of the voice's pitch. */
  pitchHz(voice: Voice): number;
};

const withinMs = 25;
const beforePauseMs = 40;

/** Cuts a script into units that threads speak one by one. */
export function planSpeech<Voice>(
  script: readonly ScriptItem[],
  voice: Voice,
  rules: UnitRules<Voice>,
): PlanStep<Voice>[] {
  const plan = new Plan(voice, rules);
  for (const item of script) {
    if (item.kind === 'words') plan.say(item);
    else if (item.kind === 'pause') plan.pause(item.ms);
    else plan.mark(item.name);
  }
  return plan.finish();
}

class Plan<Voice> {
  readonly #steps: PlanStep<Voice>[] = [];
  readonly #voice: Voice;
  readonly #rules: UnitRules<Voice>;
  #draft: UnitDraft<Voice>;

  constructor(voice: Voice, rules: UnitRules<Voice>) {
    this.#voice = voice;
    this.#rules = rules;
    this.#draft = this.#newDraft(voice);
  }

  say({ words, style }: Extract<ScriptItem, { kind: 'words' }>): void {
    const voice = this.#rules.requestedVoice(style, this.#voice);
    // Punctuation alone belongs to the words before it, whatever their voice.
    const hasWords = words.some(({ written }) => /[\p{L}\p{N}]/u.test(written));
    if (voice !== this.#draft.voice && (hasWords || this.#draft.isEmpty))
      this.#cut(this.#tailsMs.clause, voice);
    if (this.#draft.addStated(words, style)) {
      this.#cutAfter(words.at(-1)?.written ?? '');
      return;
    }
    for (const word of words) {
      this.#draft.add(word, style);
      this.#cutAfter(word.written);
    }
  }

  /** The voice's own silence before the pause is part of the pause, so little of it is kept. */
  pause(ms: number): void {
    this.#cut(beforePauseMs);
    const index = this.#steps.findLastIndex(({ kind }) => kind !== 'mark');
    const last = this.#steps[index];
    const tailMs = Math.min(ms, beforePauseMs);
    if (last?.kind === 'speech') this.#steps[index] = { ...last, unit: { ...last.unit, tailMs } };
    this.#steps.push({ kind: 'pause', ms });
  }

  mark(name: string): void {
    if (this.#draft.isEmpty) this.#steps.push({ kind: 'mark', name });
    else this.#draft.mark(name);
  }

  finish(): PlanStep<Voice>[] {
    this.#cut(this.#tailsMs.sentence);
    return this.#steps;
  }

  #cutAfter(written: string): void {
    const { sentence, firstClause, clause, most } = this.#rules.letters;
    const { letters } = this.#draft;
    const endsSentence = /[.!?…]["”')\]]*$/.test(written) && !isAbbreviation(written);
    if (endsSentence && letters >= sentence) this.#cut(this.#tailsMs.sentence);
    else if (/[,;:]$/.test(written) && letters >= (this.#isFirst ? firstClause : clause))
      this.#cut(this.#tailsMs.clause);
    else if (letters >= most) this.#cut(withinMs);
  }

  #cut(tailMs: number, next: Voice = this.#draft.voice): void {
    const draft = this.#draft;
    this.#draft = this.#newDraft(next);
    if (!draft.isEmpty) this.#steps.push(...draft.finish(this.#isFirst, tailMs, this.#rules.hasFirstClause));
  }

  get #tailsMs() {
    return this.#rules.tailsMs(this.#draft.voice);
  }

  get #isFirst(): boolean {
    return this.#steps.every(({ kind }) => kind !== 'speech');
  }

  #newDraft(voice: Voice): UnitDraft<Voice> {
    const { stated } = this.#rules;
    return new UnitDraft(voice, { stated, pitchHz: this.#rules.pitchHz(voice) });
  }
}
