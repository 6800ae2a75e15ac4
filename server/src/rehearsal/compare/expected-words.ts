import { runInNewContext } from 'node:vm';

const maxPatternLength = 1_000;
const maxTextLength = 64 * 1024;
/** A pattern that needs longer is one whose time grows much faster than the text. */
const patternTimeoutMs = 1_000;

export const listed = (texts: string | readonly string[] | undefined): readonly string[] =>
  texts === undefined ? [] : typeof texts === 'string' ? [texts] : texts;

/** Whether a text has these words, in small or capital letters and with any blanks between them. */
export const hasWords = (text: string, words: string): boolean => plain(text).includes(plain(words));

const plain = (text: string): string => text.toLowerCase().split(/\s+/).join(' ').trim();

/** Why a pattern cannot be used; null if it can. */
export function patternProblem(pattern: string): string | null {
  if (pattern.length > maxPatternLength) return `must have at most ${maxPatternLength} characters.`;
  try {
    // slow-regex: it is only read here, and matched within a time limit.
    new RegExp(pattern, 'u');
    return null;
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^.*\/u?: /, '') : '';
    return `is not a regular expression: ${reason}.`;
  }
}

/** Whether a pattern is found in a text; null if that takes too long. */
export function isMatch(text: string, pattern: string): boolean | null {
  try {
    const sandbox = { pattern, text: text.slice(0, maxTextLength) };
    return Boolean(
      runInNewContext('new RegExp(pattern, "u").test(text)', sandbox, { timeout: patternTimeoutMs }),
    );
  } catch {
    return null;
  }
}
