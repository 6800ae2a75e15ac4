/** The pause or melody that the punctuation after a word makes. */
export type Pause = '' | ',' | '.' | '?' | '!';

/** A written word in plain letters, without its punctuation. */
export type Token = {
  readonly core: string;
  readonly pause: Pause;
  /** The position in the text. */
  readonly start: number;
  readonly end: number;
};

const opening = new Set('"\'`([{*_<|');
const closing = new Set('"\'`)]}*_>|,;:!?.-');

export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (const { 0: written, index } of text.matchAll(/\S+/g)) {
    let [from, to] = [0, written.length];
    while (to > from && closing.has(written.charAt(to - 1))) to -= 1;
    while (from < to && opening.has(written.charAt(from))) from += 1;
    const core = written.slice(from, to);
    const last = tokens.at(-1);
    const tail = written.slice(to);

    const pause = pauseOf(tail);
    if (core !== '') tokens.push({ core, pause, start: index + from, end: index + to });
    // A separate dash, or the end of a quotation, belongs to the word before it.
    else if (last?.pause === '') tokens[tokens.length - 1] = { ...last, pause };
  }
  return tokens;
}

/** The pause that some punctuation makes. */
export function pauseOf(tail: string): Pause {
  if (tail.includes('?')) return '?';
  if (tail.includes('!')) return '!';
  if (tail.includes('.')) return '.';
  return /[,;:-]/.test(tail) ? ',' : '';
}
