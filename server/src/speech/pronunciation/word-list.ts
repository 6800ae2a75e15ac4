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

/** The entries that end here, and the pieces that may follow. */
type Node = { readonly next: Map<string, Node>; readonly entries: Entry[] };

/** Sessions of an avatar share its list while the avatar is cached. */
const made = new WeakMap<readonly Pronunciation[], { account: readonly Pronunciation[]; list: WordList }>();

/** The words of the avatar come first. Null if there are none. */
export function createWordList(
  own: readonly Pronunciation[],
  account: readonly Pronunciation[],
): WordList | null {
  if (own.length + account.length === 0) return null;
  const known = made.get(own);
  if (known?.account === account) return known.list;
  const list = makeWordList(own, account);
  made.set(own, { account, list });
  return list;
}

function makeWordList(own: readonly Pronunciation[], account: readonly Pronunciation[]): WordList {
  const root: Node = { next: new Map(), entries: [] };
  for (const [rank, list] of [own, account].entries()) {
    for (const entry of list) {
      const exact = capitalsMatter(entry.word) ? plain(entry.word) : null;
      nodeOf(root, entry.word).entries.push({ ...entry, exact, rank });
    }
  }
  const id = createHash('sha256')
    .update(JSON.stringify([own, account]))
    .digest('base64');

  function longest(text: string, pieces: readonly TextPiece[], at: number, language: string) {
    const from = pieces[at]?.from ?? 0;
    let node: Node | undefined = root;
    let best: { entry: Entry; last: number } | null = null;
    for (let last = at; last < pieces.length; last += 1) {
      const piece = pieces[last];
      for (const step of stepsOf(piece?.folded ?? '')) node = node?.next.get(step);
      if (piece === undefined || node === undefined) break;
      if (!piece.mayEnd || node.entries.length === 0) continue;
      const entry = bestOf(node.entries, text.slice(from, piece.to), language);
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

function nodeOf(root: Node, word: string): Node {
  let node = root;
  for (const step of textPieces(word).flatMap(({ folded }) => stepsOf(folded))) {
    const next = node.next.get(step) ?? { next: new Map(), entries: [] };
    node.next.set(step, next);
    node = next;
  }
  return node;
}

/** The words around it decide how a text without blanks is cut, so that its pieces are compared letter by letter. */
const stepsOf = (folded: string): readonly string[] => (unspaced.test(folded) ? [...folded] : [folded]);

/** "US" and "iOS" are other words than "us" and "ios". A capital at the beginning says little. */
const capitalsMatter = (word: string): boolean => /[\p{L}\p{N}]\p{M}*\p{Lu}/u.test(word);
const plain = (text: string): string => normalized(text, 'NFC').replace(/\s+/g, ' ').replaceAll('’', "'");

/** The avatar's before the account's, then the one in the same case, then the one for the language. */
function bestOf(entries: readonly Entry[], written: string, language: string): Entry | undefined {
  const text = plain(written);
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
