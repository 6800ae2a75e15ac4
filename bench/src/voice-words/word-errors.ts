import { readEnglish } from '../../../server/src/speech/index.ts';

/** The words of a text as they are spoken, so that "$20" and "twenty dollars", "FBI" and "Fbi" are the same. */
export function spokenWords(text: string): string[] {
  const words = readEnglish(text.replaceAll(/(?<=[a-z])-(?=[a-z])/gi, ' '))
    .flatMap((spoken) => spoken.words)
    .map((word) => word.toLowerCase().replace(/[^a-z]/g, ''))
    .filter((word) => word !== '');
  const joined = words.join(' ').replace(/\b(?:[a-z] )+[a-z]\b/g, (letters) => letters.replaceAll(' ', ''));
  return joined.replaceAll(/\b(hundred|thousand) and\b/g, '$1').split(' ');
}

/** How many words have to be replaced, added or left out to get from one text to the other. */
export function wordErrors(said: readonly string[], heard: readonly string[]): number {
  let before = Array.from({ length: heard.length + 1 }, (_, index) => index);
  said.forEach((word, index) => {
    const row = [index + 1];
    heard.forEach((other, at) => {
      const replaced = (before[at] ?? 0) + (word === other ? 0 : 1);
      row.push(Math.min(replaced, (before[at + 1] ?? 0) + 1, (row[at] ?? 0) + 1));
    });
    before = row;
  });
  return before.at(-1) ?? 0;
}
