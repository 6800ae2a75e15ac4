import { cardinalWords, ordinalWords } from './number-words.ts';
import { type Rule, reading, textAt } from './rule.ts';

const numerals = 'II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX XXI'.split(' ');
const counted = new Set(
  'chapter part section volume book act scene phase war type class level stage grade article appendix figure table title version'.split(
    ' ',
  ),
);

/** "Chapter IV" is read as "four", "Henry VIII" as "the eighth". */
export const romanRule: Rule = (tokens, index) => {
  const place = numerals.indexOf(textAt(tokens, index));
  const before = textAt(tokens, index - 1);
  if (place === -1 || !/^[A-Z][a-z]+$/.test(before)) return undefined;
  const number = String(place + 2);
  if (counted.has(before.toLowerCase())) return reading(cardinalWords(number));
  // A single V or X after a word is more often a letter.
  return textAt(tokens, index).length === 1 ? undefined : reading(['the', ...ordinalWords(number)]);
};
