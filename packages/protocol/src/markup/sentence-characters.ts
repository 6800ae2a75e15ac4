import { isDigitCode, isSpaceCode } from './characters.ts';

const [fullStop, exclamationMark, questionMark] = [46, 33, 63];
const stops = '…।॥؟۔';
const wideStops = '。！？｡';
const closers = '"\'”’»›)]}」』】）》〉*_~`';
const glue = '=/@_&#%~:?+\\';
const wideCommas = '，、；：';

/** A stop or a line end that is not the last character of the text. */
export const mayEndBefore = new RegExp(`[.!?\\n${stops}${wideStops}](?=[^])`);

export function isStop(character: string): boolean {
  const code = character.charCodeAt(0);
  if (code < 128) return code === fullStop || code === exclamationMark || code === questionMark;
  return stops.includes(character) || wideStops.includes(character);
}

/** A stop of a script that puts no space between sentences. */
export function isWideStop(character: string): boolean {
  return wideStops.includes(character);
}

/** What may follow a stop and still belongs to the sentence. */
export function isCloser(character: string): boolean {
  return closers.includes(character);
}

/** Holds an address or a formula together: the word behind it is no abbreviation. */
export function isGlue(character: string): boolean {
  return character !== '' && glue.includes(character);
}

export function isWideComma(character: string): boolean {
  return character.charCodeAt(0) >= 128 && wideCommas.includes(character);
}

export function isSpace(character: string): boolean {
  const code = character.charCodeAt(0);
  return code < 128 ? isSpaceCode(code) : /^\s/.test(character);
}

/** A letter or a digit; half of a surrogate pair counts, as it is an emoji or a rare letter. */
export function isWordCharacter(character: string): boolean {
  const code = character.charCodeAt(0);
  if (code < 128) return isDigitCode(code) || (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
  return isSurrogate(code) || /^[\p{L}\p{N}]/u.test(character);
}

/** Whether a sentence goes on when this is the first character of the next word. */
export function continuesSentence(character: string): boolean {
  const code = character.charCodeAt(0);
  return isDigitCode(code) || isStop(character) || (!isSurrogate(code) && /^\p{Ll}/u.test(character));
}

/** Whether text may be cut before this character without breaking what readers see as one. */
export function mayBeginPiece(character: string, previous: string): boolean {
  const code = character.charCodeAt(0);
  const isLowHalf = code >= 0xdc00 && code <= 0xdfff;
  return !isLowHalf && previous !== '\u200d' && !/^[\p{M}\u200d]/u.test(character);
}

function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff;
}
