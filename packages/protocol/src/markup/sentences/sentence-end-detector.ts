import { maxAbbreviationLength, type StopAction, stopActionAfter } from './abbreviations.ts';
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

/** From this length on, a space is enough to cut. */
export const longSentence = 300;
/** From this length on, even a word is cut. */
export const longestSentence = 1000;

/** True if nothing in a plain text can end a sentence before the last character. */
export function isOneSentence(text: string): boolean {
  return text.length < longSentence && !mayEndBefore.test(text);
}

/** After a stop and perhaps closing quotes. A wide stop needs no space after it. */
interface StopPhase {
  readonly at: 'stop';
  readonly action: StopAction;
  readonly isWide: boolean;
}

type Phase =
  | { readonly at: 'within' }
  | StopPhase
  /** After a stop and a space. The next word decides whether to cut at `position`. */
  | { readonly at: 'waiting'; readonly position: number };

const within: Phase = { at: 'within' };

/**
 * Finds sentence ends. It gets characters and tags one by one, with their positions. The result depends only on the
 * text, not on the pieces in which it arrived.
 */
export class SentenceEndDetector {
  /** True inside an element that must be spoken as one unit. */
  isInsideIndivisible = false;
  readonly #onEnd: (position: number) => void;
  #phase: Phase = within;
  #length = 0;
  #hasWords = false;
  #lineEnds = 0;
  #word = '';
  #wordIsFirst = false;
  #wordIsGlued = false;
  #previous = '';
  #lastVisible = '';

  constructor(onEnd: (position: number) => void) {
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

  /** An opening tag. After a stop it has the effect of a space. */
  opening(start: number): void {
    const phase = this.#phase;
    if (phase.at !== 'stop') return;
    this.#phase = within;
    if (phase.action === 'cut') this.#cut(start);
    else if (phase.action === 'wait') this.#phase = { at: 'waiting', position: start };
  }

  /** The markup ends a sentence here. */
  boundary(position: number): void {
    this.#cut(position);
  }

  #space(character: string, end: number): void {
    const phase = this.#phase;
    this.#word = '';
    if (character === '\n') this.#lineEnds += 1;
    if (phase.at === 'stop') {
      this.#phase = within;
      if (phase.action === 'cut') this.#cut(end);
      if (phase.action !== 'wait') return;
      this.#phase = { at: 'waiting', position: end };
    }
    const goesOn = this.#lastVisible === ',' || this.#lastVisible === ';';
    if (character === '\n' && (this.#lineEnds > 1 || !goesOn)) this.#cut(end);
    else if (phase.at === 'within' && this.#length >= longSentence) this.#cut(end);
  }

  #visible(character: string, start: number, end: number): void {
    if (this.#length >= longestSentence && mayBeginPiece(character, this.#previous)) this.#forceCut(start);
    const phase = this.#phase;
    if (phase.at === 'stop') {
      if (isStop(character)) {
        this.#phase = this.#nextStop(phase, character);
        return;
      }
      if (isCloser(character)) return;
      this.#phase = within;
      if (phase.isWide) this.#cut(start);
    } else if (phase.at === 'waiting') {
      this.#phase = within;
      if (!continuesSentence(character)) this.#cut(phase.position);
    }
    if (isStop(character)) {
      this.#phase = { at: 'stop', action: this.#firstStop(character), isWide: isWideStop(character) };
    } else if (isWideComma(character) && this.#length >= longSentence) {
      this.#cut(end);
    }
    this.#trackWord(character);
  }

  #firstStop(character: string): StopAction {
    if (character === '…') return 'wait';
    if (character !== '.') return 'cut';
    if (this.#previous === '' || isSpace(this.#previous)) return 'keep';
    if (this.#wordIsFirst && /^\d{1,3}$/.test(this.#word)) return 'keep';
    return this.#word === '' || this.#wordIsGlued ? 'cut' : stopActionAfter(this.#word);
  }

  #nextStop(phase: StopPhase, character: string): Phase {
    if (isWideStop(character)) return { at: 'stop', action: 'cut', isWide: true };
    if (character !== '.' && character !== '…') return { ...phase, action: 'cut' };
    return this.#lastVisible === '.' || this.#lastVisible === '…' ? { ...phase, action: 'wait' } : phase;
  }

  #trackWord(character: string): void {
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
    if (this.#word.length <= maxAbbreviationLength) this.#word += character;
  }

  #cut(position: number): void {
    if (this.#hasWords && !this.isInsideIndivisible) this.#forceCut(position);
  }

  #forceCut(position: number): void {
    this.#phase = within;
    this.#length = 0;
    this.#hasWords = false;
    this.#lineEnds = 0;
    this.#word = '';
    this.#lastVisible = '';
    this.#onEnd(position);
  }
}
