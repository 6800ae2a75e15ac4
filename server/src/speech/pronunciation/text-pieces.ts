import { normalized } from '@parley/protocol';
import { unspaced } from '../script/written-words.ts';

/** A word, blanks or a single sign of a text, at `from` up to but not including `to`. */
export type TextPiece = {
  readonly from: number;
  readonly to: number;
  /** The piece without differences of case, of apostrophes and of composed letters. */
  readonly folded: string;
  /** Whether a listed word may begin or end with it. In addresses, only the whole address may be a listed word. */
  readonly mayBegin: boolean;
  readonly mayEnd: boolean;
};

type Span = Pick<TextPiece, 'from' | 'to'>;

/** Longer pieces are in no list, and need not be folded. */
const longestPiece = 200;
const isBlank = (text: string): boolean => /^\s/.test(text);
const isWord = (text: string): boolean => /^[\p{L}\p{N}]/u.test(text);

export function textPieces(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let part: Span[] = [];
  const endPart = () => {
    pieces.push(...partPieces(text, part));
    part = [];
  };
  for (const span of spansOf(text)) {
    const isSpace = isBlank(text.slice(span.from, span.to));
    if (isSpace) endPart();
    part.push(span);
    if (isSpace) endPart();
  }
  endPart();
  return pieces;
}

function* spansOf(text: string): Generator<Span> {
  for (const { 0: piece, index } of text.matchAll(/[\p{L}\p{M}\p{N}]+|\s+|[\s\S]/gu)) {
    if (unspaced.test(piece)) {
      for (const { segment, index: at } of words.segment(piece))
        yield { from: index + at, to: index + at + segment.length };
    } else {
      yield { from: index, to: index + piece.length };
    }
  }
}

const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/** The pieces between two blanks. */
function partPieces(text: string, part: readonly Span[]): TextPiece[] {
  const whole = text.slice(part[0]?.from ?? 0, part.at(-1)?.to ?? 0);
  const isOpen = !isAddress(whole);
  const first = isOpen ? 0 : part.findIndex(({ from }) => isWord(text.slice(from, from + 2)));
  const last = isOpen ? 0 : part.findLastIndex(({ from }) => isWord(text.slice(from, from + 2)));
  return part.map((span, index) => {
    const piece = text.slice(span.from, span.to);
    return {
      ...span,
      folded: folded(piece),
      mayBegin: !isBlank(piece) && (isOpen || index <= first),
      mayEnd: !isBlank(piece) && (isOpen || index >= last),
    };
  });
}

/** Web and mail addresses, paths and the names of programs, such as `example.org` and `snake_case`. */
const isAddress = (part: string): boolean => /[@_\\]|:\/\/|^~?\/|[\p{L}\p{N}]\.[\p{L}\p{N}]/u.test(part);

export function folded(piece: string): string {
  if (piece.length > longestPiece) return '';
  if (isBlank(piece)) return ' ';
  if (piece === '’') return "'";
  return normalized(piece, 'NFD').toLowerCase();
}
