import type { Token } from './token.ts';

/**
 * How some tokens are read: as words in small letters, with nothing but letters and apostrophes. The name of the letter
 * A is `_a`, because `a` is the article. A comma is a short pause.
 */
export type Reading = {
  readonly taken: number;
  readonly words: readonly string[];
  /** The dot after the word belongs to it and does not end a sentence. */
  readonly ownsDot?: boolean;
};

export type Rule = (tokens: readonly Token[], index: number) => Reading | undefined;

export const reading = (words: readonly string[], taken = 1): Reading => ({ taken, words });

export const textAt = (tokens: readonly Token[], index: number): string => tokens[index]?.core ?? '';

/** Whether the next token can belong to this one: there is no pause between them. */
export const isJoined = (tokens: readonly Token[], index: number): boolean =>
  index + 1 < tokens.length && tokens[index]?.pause === '';
