import { spokenMarks } from './phonemes.ts';

/** A token with its tag. `phonemes` is set if the text states how to read it. */
export type TaggedToken = {
  readonly text: string;
  readonly tag: string;
  readonly space: string;
  readonly at: number;
  readonly length: number;
  readonly phonemes: string | null;
};

/** A part of a token that is looked up on its own: "iPhone" has the parts "i" and "Phone". */
export type Part = {
  readonly text: string;
  readonly tag: string;
  space: string;
  readonly at: number;
  readonly length: number;
  phonemes: string | null;
  /** Whether a space comes before the part, although none is written. */
  spaceBefore: boolean;
};

/** Letters, and signs that count as letters here, such as "²". */
const letter = '[\\p{L}\\p{Nl}\\p{No}]';
// slow-regex: `readScript` cuts the words of a sentence to 1,200 characters.
const partPattern = new RegExp(
  [
    "^['‘’]+",
    '\\p{Lu}(?=\\p{Lu}\\p{Ll})',
    '(?:^-)?(?:\\p{Nd}?[,.]?\\p{Nd})+',
    '[-_]+',
    "['‘’]{2,}",
    `${letter}*?(?:['‘’]${letter})*?\\p{Ll}(?=\\p{Lu})`,
    `${letter}+(?:['‘’]${letter})*`,
    "[^-_\\p{L}\\p{N}'‘’]",
    "['‘’]+$",
  ].join('|'),
  'gu',
);

const punctuationTags: ReadonlySet<string> = new Set('. , -LRB- -RRB- `` "" \'\' : $ # NFP'.split(' '));
const tagMarks: ReadonlyMap<string, string> = new Map([
  ['-LRB-', '('],
  ['-RRB-', ')'],
  ['``', '“'],
  ['""', '”'],
  ["''", '”'],
]);

/** Cuts tokens into parts. Parts without a space between them belong to one word. */
export function wordsOf(tokens: readonly TaggedToken[]): Part[][] {
  const words: Part[][] = [];
  let isOpen = false;
  for (const token of tokens) {
    const pieces = token.phonemes === null ? cut(token) : [{ text: token.text, at: token.at }];
    pieces.forEach((piece, position) => {
      const isLast = position === pieces.length - 1;
      let phonemes = token.phonemes;
      if (phonemes === null) {
        if (token.tag === ':' && (piece.text === '-' || piece.text === '–')) {
          phonemes = '—';
        } else if (punctuationTags.has(token.tag) && !/^[a-z]+$/i.test(piece.text)) {
          phonemes =
            tagMarks.get(token.tag) ?? [...piece.text].filter((mark) => spokenMarks.has(mark)).join('');
        }
      }
      const part: Part = {
        text: piece.text,
        tag: token.tag,
        space: isLast ? token.space : '',
        at: piece.at,
        length: token.phonemes === null ? piece.text.length : token.length,
        phonemes,
        spaceBefore: false,
      };
      const word = words.at(-1);
      if (phonemes !== null) {
        words.push([part]);
        isOpen = false;
      } else if (isOpen && word !== undefined && word.at(-1)?.space === '') {
        word.push(part);
      } else {
        words.push([part]);
        isOpen = part.space === '';
      }
    });
  }
  return words;
}

function cut(token: TaggedToken): { text: string; at: number }[] {
  return [...token.text.matchAll(partPattern)].map(({ 0: text, index }) => ({ text, at: token.at + index }));
}
