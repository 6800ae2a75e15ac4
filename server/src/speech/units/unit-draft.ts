import { type SpeechStyle, withoutTrailing } from '@parley/protocol';
import { spellSign } from '../english/letters.ts';
import { readAs } from '../english/say-as.ts';
import { isSpelled, spelledOut } from '../script/spoken-parts.ts';
import type { WrittenWord } from '../script/written-words.ts';
import { isUnchanged, styleFactors } from './span-style.ts';
import { statedPhones } from './stated-phones.ts';
import type { Caption, PositionedMark, SpeechStep, StyleSpan, UnitPart } from './unit.ts';

/** No listener follows a longer number. */
const maxWords = 80;

type DraftRules = { readonly pitchHz: number; readonly stated: 'english' | 'ipa' };

/** A unit that is being put together, word by word. */
export class UnitDraft<Voice> {
  readonly voice: Voice;
  readonly #rules: DraftRules;
  readonly #captions: Caption[] = [];
  readonly #marks: PositionedMark[] = [];
  readonly #spans: StyleSpan[] = [];
  #text = '';

  constructor(voice: Voice, rules: DraftRules) {
    this.voice = voice;
    this.#rules = rules;
  }

  get isEmpty(): boolean {
    return this.#text === '';
  }

  get letters(): number {
    return this.#text.length;
  }

  add({ written, from, to }: WrittenWord, style: SpeechStyle): void {
    this.#say(written, { from, to }, style);
  }

  /** Adds words as one if the markup states how to read them. False if it does not, or if that cannot be spoken. */
  addStated(words: readonly WrittenWord[], style: SpeechStyle): boolean {
    const [first, last] = [words[0], words.at(-1)];
    if (first === undefined || last === undefined) return false;
    const shown = { from: first.from, to: last.to };
    const text = words.map(({ written }) => written).join(' ');
    if (this.#rules.stated === 'ipa') {
      const { alphabet, ph: ipa } = style.phoneme ?? {};
      // One word for the thread, because the sounds are said once.
      if (alphabet === 'ipa' && ipa !== undefined)
        this.#say(text.replaceAll(' ', '-'), shown, style, { ipa });
      else if (isSpelled(style)) this.#say(spelledOut(text), shown, style);
      return alphabet === 'ipa' || isSpelled(style);
    }
    const phones = style.phoneme === undefined ? undefined : statedPhones(style.phoneme);
    if (phones !== undefined) {
      this.#say(text, shown, style, { phones });
      return true;
    }
    const spoken = style.sayAs === undefined ? undefined : readAs(text, style.sayAs);
    if (spoken === undefined || spoken.length === 0) return false;
    const punctuation = text.slice(withoutTrailing(text, ',.;:!?…').length);
    this.#say(joined(spoken.slice(0, maxWords)) + punctuation, shown, style);
    return true;
  }

  mark(name: string): void {
    this.#marks.push({ name, at: this.#text.length });
  }

  /** One step, or two of the same text if its first clause can be made on its own. */
  finish(isFirst: boolean, tailMs: number, hasFirstClause: (text: string) => boolean): SpeechStep<Voice>[] {
    const parts: UnitPart[] = isFirst && hasFirstClause(this.#text) ? ['beginning', 'rest'] : ['whole'];
    return parts.map((part) => ({
      kind: 'speech',
      unit: { voice: this.voice, text: this.#text, spans: this.#spans, isFirst, part, tailMs },
      captions: this.#captions,
      marks: this.#marks,
    }));
  }

  #say(
    text: string,
    shown: { readonly from: number; readonly to: number },
    style: SpeechStyle,
    stated?: Pick<StyleSpan, 'phones' | 'ipa'>,
  ): void {
    // Punctuation that markup has separated from its word belongs to the word before it.
    const isPunctuation = /^[,.;:!?…)\]}]/.test(text);
    if (this.#text !== '' && !isPunctuation) this.#text += ' ';
    const from = this.#text.length;
    this.#text += text;
    const to = this.#text.length;
    this.#captions.push({ from, to, shownFrom: shown.from, shownTo: shown.to });
    const factors = styleFactors(style, this.#rules.pitchHz);
    if (stated !== undefined || !isUnchanged(factors)) this.#spans.push({ from, to, ...factors, ...stated });
  }
}

/** Words in plain letters. Single letters are spelled. */
const joined = (words: readonly string[]): string =>
  words
    .map((word) => word.replace(/^_?([a-z])$/, `${spellSign}$1`))
    .join(' ')
    .replaceAll(' ,', ',');
