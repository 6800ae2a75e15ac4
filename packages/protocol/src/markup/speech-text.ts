import { readMarkup } from './read-markup.ts';
import type { Segment } from './segments.ts';

/** The plain words that would be spoken, on one line. */
export function speechText(text: string): string {
  return wordsOf(readMarkup(text));
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
  return words.replace(/\s+/g, ' ').trim();
}
