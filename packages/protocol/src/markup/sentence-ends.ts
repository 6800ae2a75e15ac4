import { longestAbbreviation, type StopVerdict, stopAfter } from './abbreviations.ts';
import {
  continuesSentence,
  isCloser,
  isGlue,
  isSpace,
  isStop,
  isWideComma,
  isWideStop,
  isWordCharacter,
  mayBeginPiece,
  mayEndBefore,
} from './sentence-characters.ts';

/** From this length on a space is enough to cut. */
export const longSentence = 300;
/** From this length on even a single word is cut. */
export const longestSentence = 1000;

/** Whether nothing in a plain text can end a sentence before its last character. */
export function isOneSentence(text: string): boolean {
  return text.length < longSentence && !mayEndBefore.test(text);
}

/** Behind a stop, perhaps with closing quotes. A wide stop needs no space behind it. */
interface StopPhase {
  readonly at: 'stop';
  readonly verdict: StopVerdict;
  readonly isWide: boolean;
}

type Phase =
  | { readonly at: 'within' }
  | StopPhase
  /** Behind a stop and a space; the next word decides whether to cut at `place`. */
  | { readonly at: 'waiting'; readonly place: number };

const within: Phase = { at: 'within' };

/**
 * Finds sentence ends in characters and tags given one by one, with their places in the text. What it finds depends
 * on the text alone, not on the pieces in which it came.
 */
export class SentenceEnds {
  /** Inside an element that is spoken as one. */
  isInsideWhole = false;
  readonly #onEnd: (place: number) => void;
  #phase: Phase = within;
  #length = 0;
  #hasWords = false;
  #lineEnds = 0;
  #word = '';
  #wordIsFirst = false;
  #wordIsGlued = false;
  #previous = '';
  #lastVisible = '';

  constructor(onEnd: (place: number) => void) {
    this.#onEnd = onEnd;
  }

  character(character: string, start: number, end: number): void {
    if (isSpace(character)) {
      this.#space(character, end);
    } else {
      this.#visible(character, start, end);
      this.#lastVisible = character;
      this.#lineEnds = 0;
    }
    this.#previous = character;
    this.#length += 1;
  }

  /** Text that is never cut. */
  block(length: number): void {
    this.#phase = within;
    this.#hasWords = true;
    this.#length += length;
    this.#word = '';
    this.#previous = '';
    this.#lastVisible = '';
  }

  /** A tag that begins something: behind a stop it does what a space does. */
  opening(start: number): void {
    const phase = this.#phase;
    if (phase.at !== 'stop') return;
    this.#phase = within;
    if (phase.verdict === 'cut') this.#cut(start);
    else if (phase.verdict === 'wait') this.#phase = { at: 'waiting', place: start };
  }

  /** A place where the markup says that something ends. */
  boundary(place: number): void {
    this.#cut(place);
  }

  #space(character: string, end: number): void {
    const phase = this.#phase;
    this.#word = '';
    if (character === '\n') this.#lineEnds += 1;
    if (phase.at === 'stop') {
      this.#phase = within;
      if (phase.verdict === 'cut') this.#cut(end);
      if (phase.verdict !== 'wait') return;
      this.#phase = { at: 'waiting', place: end };
    }
    const goesOn = this.#lastVisible === ',' || this.#lastVisible === ';';
    if (character === '\n' && (this.#lineEnds > 1 || !goesOn)) this.#cut(end);
    else if (phase.at === 'within' && this.#length >= longSentence) this.#cut(end);
  }

  #visible(character: string, start: number, end: number): void {
    if (this.#length >= longestSentence && mayBeginPiece(character, this.#previous)) this.#cutAnyway(start);
    const phase = this.#phase;
    if (phase.at === 'stop') {
      if (isStop(character)) {
        this.#phase = this.#furtherStop(phase, character);
        return;
      }
      if (isCloser(character)) return;
      this.#phase = within;
      if (phase.isWide) this.#cut(start);
    } else if (phase.at === 'waiting') {
      this.#phase = within;
      if (!continuesSentence(character)) this.#cut(phase.place);
    }
    if (isStop(character)) {
      this.#phase = { at: 'stop', verdict: this.#firstStop(character), isWide: isWideStop(character) };
    } else if (isWideComma(character) && this.#length >= longSentence) {
      this.#cut(end);
    }
    this.#noteWord(character);
  }

  #firstStop(character: string): StopVerdict {
    if (character === '…') return 'wait';
    if (character !== '.') return 'cut';
    if (this.#previous === '' || isSpace(this.#previous)) return 'keep';
    if (this.#wordIsFirst && /^\d{1,3}$/.test(this.#word)) return 'keep';
    return this.#word === '' || this.#wordIsGlued ? 'cut' : stopAfter(this.#word);
  }

  #furtherStop(phase: StopPhase, character: string): Phase {
    if (isWideStop(character)) return { at: 'stop', verdict: 'cut', isWide: true };
    if (character !== '.' && character !== '…') return { ...phase, verdict: 'cut' };
    return this.#lastVisible === '.' || this.#lastVisible === '…' ? { ...phase, verdict: 'wait' } : phase;
  }

  #noteWord(character: string): void {
    if (isWordCharacter(character)) {
      if (this.#word === '') {
        this.#wordIsFirst = !this.#hasWords;
        this.#wordIsGlued = isGlue(this.#previous);
      }
      this.#hasWords = true;
    } else if (character !== '.' || this.#word === '') {
      this.#word = '';
      return;
    }
    if (this.#word.length <= longestAbbreviation) this.#word += character;
  }

  #cut(place: number): void {
    if (this.#hasWords && !this.isInsideWhole) this.#cutAnyway(place);
  }

  #cutAnyway(place: number): void {
    this.#phase = within;
    this.#length = 0;
    this.#hasWords = false;
    this.#lineEnds = 0;
    this.#word = '';
    this.#lastVisible = '';
    this.#onEnd(place);
  }
}
