import { languageOfSentence } from '../../../speech/index.ts';
import type { CurrentUtterance, SpeechItem } from './utterance.ts';

/** The language of a conversation in which nothing has told one. */
const usual = 'en';

/** The language from an item on: a tag sets it, and so do the words of a sentence if they tell another one. */
export function languageAt(item: SpeechItem, current: string | null): string | null {
  if (item.kind === 'sentence') return languageOfSentence(item, current ?? usual) ?? current;
  return isLanguageTag(item) ? (item.attributes.name ?? current) : current;
}

type Letters = CurrentUtterance['letters'];

export function addLetters(letters: Letters, { text }: { readonly text: string }, language: string): Letters {
  return { ...letters, [language]: (letters[language] ?? 0) + text.length };
}

/**
 * The language in which the visitor will probably answer: what a tag has set, else the language of most of the words. A
 * quotation at the end of a reply does not change it.
 */
export function languageOfUtterance(
  { items, letters }: Pick<CurrentUtterance, 'items' | 'letters'>,
  atEnd: string,
): string {
  if (items.some(isLanguageTag)) return atEnd;
  return Object.entries(letters).reduce((most, next) => (next[1] > most[1] ? next : most), [atEnd, 0])[0];
}

const isLanguageTag = (item: SpeechItem): item is SpeechItem & { kind: 'tag' } =>
  item.kind === 'tag' && item.name === 'svc-language';
