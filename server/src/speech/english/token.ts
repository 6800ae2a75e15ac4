import { foldToAscii } from './ascii.ts';

/** The pause or melody that the punctuation after a word makes. */
export type Pause = '' | ',' | '.' | '?' | '!';

/** A written word in plain letters, without its punctuation. */
export type Token = {
  readonly core: string;
  /** A dot follows it directly, which may belong to an abbreviation. */
  readonly dotted: boolean;
  readonly pause: Pause;
  /** The pause if that dot is part of the word. */
  readonly pauseWithoutDot: Pause;
  /** Which of the written words it came from. */
  readonly source: number;
};

const opening = new Set('"\'`([{*_<|');
const closing = new Set('"\'`)]}*_>|,;:!?.-');

export function tokenize(words: readonly string[]): Token[] {
  const tokens: Token[] = [];
  words.forEach((word, source) => {
    for (const part of foldToAscii(word).split(/\s+/)) {
      const token = parseToken(part, source);
      const last = tokens.at(-1);
      if (token.core !== '') tokens.push(token);
      else if (last !== undefined) tokens[tokens.length - 1] = withPause(last, token.pause);
    }
  });
  return tokens;
}

function parseToken(text: string, source: number): Token {
  let start = 0;
  let end = text.length;
  while (end > start && closing.has(text.charAt(end - 1))) end -= 1;
  while (start < end && opening.has(text.charAt(start))) start += 1;
  const tail = text.slice(end);
  const dotted = tail.startsWith('.') && !tail.startsWith('..');
  const pause = pauseOf(tail);
  return {
    core: text.slice(start, end),
    dotted,
    pause,
    pauseWithoutDot: dotted ? pauseOf(tail.slice(1)) : pause,
    source,
  };
}

/** A separate dash, or the end of a quotation, belongs to the word before it. */
function withPause(token: Token, pause: Pause): Token {
  return pause === '' || token.pause !== '' ? token : { ...token, pause, pauseWithoutDot: pause };
}

/** The pause that some punctuation makes. */
export function pauseOf(tail: string): Pause {
  if (tail.includes('?')) return '?';
  if (tail.includes('!')) return '!';
  if (tail.includes('.')) return '.';
  return /[,;:-]/.test(tail) ? ',' : '';
}
