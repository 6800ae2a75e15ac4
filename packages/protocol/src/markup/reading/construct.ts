import type { Token } from './tokens.ts';

/**
 * What a character does to a construct. `more`: it belongs to the construct. `end`: it is the last character. `cut-off`:
 * the construct stops before it. `text`: the construct was plain text all along.
 */
export type StepResult = 'more' | 'end' | 'cut-off' | 'text';

/** Constructs that only their own terminator ends. If the text has no terminator, they are read in another way. */
export type DelimitedKind = 'comment' | 'cdata' | 'double-quote' | 'single-quote';

/** Anything in the text that begins with `<` or `&`, fed one character at a time. */
export interface Construct {
  readonly delimitedKind?: DelimitedKind | undefined;
  step(code: number): StepResult | Construct;
  token(raw: string): Token;
  /** How many characters of a construct that was cut off still make a token. The rest, or without this all, is text. */
  usableLength?(raw: string): number;
}
