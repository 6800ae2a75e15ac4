import { isPlain, readMarkup } from './read-markup.ts';
import type { Segment } from './segments.ts';

/** The spoken words without markup, on one line. */
export function speechText(text: string): string {
  return isPlain(text) ? onOneLine(text) : wordsOf(readMarkup(text));
}

export function wordsOf(segments: readonly Segment[]): string {
  let words = '';
  let isApart = false;
  for (const segment of segments) {
    if (segment.kind === 'speech') {
      if (isApart && !/^[\s,.;:!?)\]}…”’»]/.test(segment.text)) words += ' ';
      words += segment.text;
      isApart = false;
    } else if (segment.kind !== 'mark') {
      isApart = true;
    }
  }
  return onOneLine(words);
}

/** Most texts are on one line already. */
function onOneLine(words: string): string {
  return (/[^\S ]|\s\s/.test(words) ? words.replace(/\s+/g, ' ') : words).trim();
}
