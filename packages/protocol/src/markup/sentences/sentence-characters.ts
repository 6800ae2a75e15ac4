import { isDigitCode, isSpaceCode } from '../reading/characters.ts';

const [fullStop, exclamationMark, questionMark] = [46, 33, 63];
const stops = '…।॥؟۔';
const wideStops = '。！？｡';
const closers = '"\'”’»›)]}」』】）》〉*_~`';
const glue = '=/@_&#%~:?+\\';
const wideCommas = '，、；：';

/** A stop or a line end that is not the last character of the text. */
export const mayEndBefore = /[.!?\n…।॥؟۔。！？｡](?=[\s\S])/;

export function isStop(character: string): boolean {
  const code = character.charCodeAt(0);
  if (code < 128) return code === fullStop || code === exclamationMark || code === questionMark;
  return stops.includes(character) || wideStops.includes(character);
}

/** A full stop of a script that has no spaces between sentences. */
export function isWideStop(character: string): boolean {
  return wideStops.includes(character);
}

/** A character that may follow a stop and still belongs to the sentence. */
export function isCloser(character: string): boolean {
  return closers.includes(character);
}

/** A character inside addresses and formulas. The word after it is not an abbreviation. */
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

/** A letter or a digit. Half of a surrogate pair counts too: it is an emoji or a rare letter. */
export function isWordCharacter(character: string): boolean {
  const code = character.charCodeAt(0);
  if (code < 128) return isDigitCode(code) || (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
  return isSurrogate(code) || /^[\p{L}\p{N}]/u.test(character);
}

/** True if the sentence goes on when the next word begins with this character. */
export function continuesSentence(character: string): boolean {
  const code = character.charCodeAt(0);
  return isDigitCode(code) || isStop(character) || (!isSurrogate(code) && /^\p{Ll}/u.test(character));
}

/** True if text may be cut before this character without splitting what readers see as one character. */
export function mayBeginPiece(character: string, previous: string): boolean {
  const code = character.charCodeAt(0);
  const isLowHalf = code >= 0xdc00 && code <= 0xdfff;
  return !isLowHalf && previous !== '\u200d' && !/^[\p{M}\u200d]/u.test(character);
}

function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff;
}
