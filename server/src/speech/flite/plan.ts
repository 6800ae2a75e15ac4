import type { Pause } from '../english/token.ts';
import type { PlayStep } from '../pool/unit-player.ts';
import type { ScriptItem } from '../script/script.ts';
import type { FliteVoiceName, SpeechUnit, UnitWord } from './speech-unit.ts';
import { leadingPause, type SpokenWords, spokenWords } from './spoken-words.ts';
import { voiceInside, wordStyle } from './word-style.ts';

/** A position in the text, to which the next `count` words of a unit belong. */
export type Caption = { readonly from: number; readonly to: number; readonly count: number };

export type SpeechStep = {
  readonly kind: 'speech';
  readonly unit: SpeechUnit;
  readonly captions: readonly Caption[];
  readonly marks: readonly PlacedMark[];
};

export type PlanStep = PlayStep<SpeechStep>;

/** A mark that is reached when this word of the unit begins. */
export type PlacedMark = { readonly name: string; readonly word: number };

/** The first unit is short, so that it can be heard soon. Further units may be longer, because it plays meanwhile. */
const firstLetters = 25;
const furtherLetters = 60;
const mostLetters = 160;
const mostWords = 400;

const leadInMs = 20;
const joinMs = 90;
const beforePauseMs = 40;
const naturalMs = 250;

type Draft = {
  voice: FliteVoiceName;
  words: UnitWord[];
  captions: Caption[];
  marks: PlacedMark[];
  letters: number;
};

/** Cuts a script into units that flite speaks one by one. */
export function planSpeech(script: readonly ScriptItem[], voice: FliteVoiceName): PlanStep[] {
  const plan = new Plan(voice);
  for (const item of script) {
    if (item.kind === 'words') {
      const own = voiceInside(item.style, voice);
      const style = wordStyle(item.style, own);
      plan.punctuate(leadingPause(item.words));
      for (const spoken of spokenWords(item.words, item.style)) plan.say(spoken, own, style);
    } else if (item.kind === 'pause') {
      plan.pause(item.ms);
    } else {
      plan.mark(item.name);
    }
  }
  return plan.finish();
}

class Plan {
  readonly #steps: PlanStep[] = [];
  #draft: Draft;
  #words = 0;

  constructor(voice: FliteVoiceName) {
    this.#draft = newDraft(voice);
  }

  say(spoken: SpokenWords, voice: FliteVoiceName, style: ReturnType<typeof wordStyle>): void {
    if (spoken.words.length === 0 || this.#words + spoken.words.length > mostWords) return;
    if (voice !== this.#draft.voice) this.#cut(joinMs, voice);
    const draft = this.#draft;
    this.#words += spoken.words.length;
    draft.words.push(...spoken.words.map((word) => ({ ...word, ...style })));
    draft.captions.push({ from: spoken.from, to: spoken.to, count: spoken.words.length });
    draft.letters += spoken.words.reduce((sum, { name }) => sum + name.length + 1, 0);
    this.#cutBehind(spoken.words.at(-1)?.pause ?? '');
  }

  /** Adds punctuation that markup has separated from the word before it. */
  punctuate(pause: Pause): void {
    const { words } = this.#draft;
    const last = words.at(-1);
    if (pause === '' || last === undefined || last.pause !== '') return;
    words[words.length - 1] = { ...last, pause };
    this.#cutBehind(pause);
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
    if (this.#draft.words.length > 0) this.#draft.marks.push({ name, word: this.#draft.words.length });
    else this.#steps.push({ kind: 'mark', name });
  }

  finish(): PlanStep[] {
    this.#cut(naturalMs);
    return this.#steps;
  }

  #cutBehind(pause: Pause): void {
    const { letters } = this.#draft;
    const enough = this.#hasSpoken() ? furtherLetters : firstLetters;
    if (pause !== '' && pause !== ',') this.#cut(naturalMs);
    else if (letters >= mostLetters || (pause === ',' && letters >= enough)) this.#cut(joinMs);
  }

  #cut(tailMs: number, next: FliteVoiceName = this.#draft.voice): void {
    const { voice, words, captions, marks } = this.#draft;
    this.#draft = newDraft(next);
    if (words.length === 0) return;
    // Silence before the first word would only delay it. Between units the tail is the pause.
    const leadMs = this.#steps.every(({ kind }) => kind === 'mark') ? leadInMs : 0;
    this.#steps.push({ kind: 'speech', unit: { voice, words, leadMs, tailMs }, captions, marks });
  }

  #hasSpoken(): boolean {
    return this.#steps.some(({ kind }) => kind === 'speech');
  }
}

const newDraft = (voice: FliteVoiceName): Draft => ({
  voice,
  words: [],
  captions: [],
  marks: [],
  letters: 0,
});
