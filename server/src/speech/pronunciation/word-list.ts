import { createHash } from 'node:crypto';
import { normalized } from '@parley/protocol';
import type { Pronunciation } from '@parley/protocol/pronunciations';
import { baseOf } from '../script/language-tag.ts';
import { unspaced } from '../script/written-words.ts';
import { type Said, withEnding } from './endings.ts';
import { type TextPiece, textPieces } from './text-pieces.ts';

export type FoundWord = { readonly from: number; readonly to: number; readonly said: Said };

/** The words of an avatar and its account that are said in a way of their own. */
export type WordList = {
  /** The same for the same words. */
  readonly id: string;
  /** The listed words of a text, in order. Where several begin, it is the longest. */
  find(text: string, language: string): FoundWord[];
};

type Entry = Pronunciation & {
  /** As it is written, if its capitals matter; otherwise null. */
  readonly exact: string | null;
  readonly rank: number;
};

/** The words of the avatar come first. Null if there are none. */
export function createWordList(
  own: readonly Pronunciation[],
  account: readonly Pronunciation[],
): WordList | null {
  if (own.length + account.length === 0) return null;
  const entries = new Map<string, Entry[]>();
  const beginnings = new Set<string>();
  for (const [rank, list] of [own, account].entries()) {
    for (const entry of list) {
      const key = addBeginnings(entry.word, beginnings);
      const exact = capitalsMatter(entry.word) ? plain(entry.word) : null;
      entries.set(key, [...(entries.get(key) ?? []), { ...entry, exact, rank }]);
    }
  }
  const id = createHash('sha256')
    .update(JSON.stringify([own, account]))
    .digest('base64');

  function longest(text: string, pieces: readonly TextPiece[], at: number, language: string) {
    const from = pieces[at]?.from ?? 0;
    let key = '';
    let best: { entry: Entry; last: number } | null = null;
    for (let last = at; last < pieces.length; last += 1) {
      const piece = pieces[last];
      key += piece?.folded ?? '';
      if (piece === undefined || piece.folded === '' || !beginnings.has(key)) break;
      const entry = piece.mayEnd
        ? bestOf(entries.get(key) ?? [], text.slice(from, piece.to), language)
        : undefined;
      if (entry !== undefined) best = { entry, last };
    }
    return best;
  }

  return {
    id,
    find(text, language) {
      const pieces = textPieces(text);
      const found: FoundWord[] = [];
      for (let at = 0; at < pieces.length; at += 1) {
        const first = pieces[at];
        const match = first?.mayBegin ? longest(text, pieces, at, language) : null;
        if (first === undefined || match === null) continue;
        const ended = withEnding(match.entry, pieces.slice(match.last + 1, match.last + 3), language);
        if (ended === null) continue;
        at = match.last + ended.pieces;
        found.push({ from: first.from, to: pieces[at]?.to ?? first.to, said: ended.said });
      }
      return found;
    },
  };
}

/** Adds the word, and what a text must have so that the search for it goes on. */
function addBeginnings(word: string, beginnings: Set<string>): string {
  let key = '';
  for (const { folded: piece } of textPieces(word)) {
    key += piece;
    beginnings.add(key);
  }
  // The words around it decide how a text without blanks is cut.
  if (unspaced.test(word)) for (let end = 1; end < key.length; end += 1) beginnings.add(key.slice(0, end));
  return key;
}

/** "US" and "iOS" are other words than "us" and "ios". A capital at the beginning says little. */
const capitalsMatter = (word: string): boolean => /[\p{L}\p{N}]\p{M}*\p{Lu}/u.test(word);
const plain = (text: string): string => normalized(text, 'NFC').replace(/\s+/g, ' ').replaceAll('’', "'");

/** The avatar's before the account's, then the one in the same case, then the one for the language. */
function bestOf(entries: readonly Entry[], written: string, language: string): Entry | undefined {
  const text = entries.length === 0 ? '' : plain(written);
  const worth = ({ rank, word, language: own }: Entry): number =>
    (rank === 0 ? 4 : 0) + (plain(word) === text ? 2 : 0) + (own === undefined ? 0 : 1);
  return entries
    .filter(({ exact, language: own }) => (exact === null || exact === text) && isFor(own, language))
    .reduce<Entry | undefined>(
      (best, entry) => (best === undefined || worth(entry) > worth(best) ? entry : best),
      undefined,
    );
}

/** `de` is for every kind of German, `de-AT` for German of Austria or of no stated country. */
function isFor(own: string | undefined, language: string): boolean {
  if (own === undefined || baseOf(language) === own.toLowerCase()) return true;
  if (baseOf(own) !== baseOf(language)) return false;
  return !language.includes('-') || language.toLowerCase() === own.toLowerCase();
}
