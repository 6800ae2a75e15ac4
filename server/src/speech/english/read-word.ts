import { letterName, signName } from './letters.ts';
import { cardinalWords, digitWords } from './number-words.ts';
import { cardinal, readNumber } from './read-number.ts';
import { acronymsReadAsWords, emphasisedInCapitals, pronouncedLike } from './tables.ts';
import { initials } from './tokens.ts';

/** What is around a word. */
export type WordContext = {
  /** The whole text is in capitals, so they say nothing about a single word. */
  readonly isShouted: boolean;
  /** The next word, if there is no pause before it. */
  readonly next: string;
};

const longestWord = 30;
/** Longer numbers are read digit by digit. */
const mostDigits = 15;
const parts =
  /(?<![\dA-Za-z])-?[$£€]?\d+(?:,\d{3})*(?:\.\d+)?(?:(?:st|nd|rd|th|'?s)(?![A-Za-z]))?|\d+|[A-Za-z]+(?:'[A-Za-z]+)*|[^A-Za-z\d]/g;

/** Words, numbers, capitals that are read as letters, and mixtures of letters, digits and signs. */
export function readWord(core: string, context: WordContext): string[] {
  if (initials.test(core)) return core.split('.').map(letterName);
  if (/^[CF]#$/.test(core)) return [letterName(core.charAt(0)), 'sharp'];
  const [, versionName, version] = /^(v)?(\d+(?:\.\d+){2,})$/i.exec(core) ?? [];
  if (version !== undefined) return versionWords(version, versionName !== undefined);
  return (core.match(parts) ?? []).flatMap((part) => {
    if (/\d/.test(part)) return numberWords(part, context);
    if (/^[A-Za-z]/.test(part)) return letters(part, context.isShouted);
    return core.length === 1 || /[&+@=%]/.test(part) ? namedSign(part) : [];
  });
}

const namedSign = (sign: string): string[] => (/[-*_~'"`()]/.test(sign) ? [] : signName(sign));

function versionWords(version: string, isNamed: boolean): string[] {
  const [first = '', ...rest] = version.split('.');
  const words = [...cardinalWords(first), ...rest.flatMap((part) => ['point', ...cardinalWords(part)])];
  return isNamed ? ['version', ...words] : words;
}

function numberWords(part: string, { next }: WordContext): string[] {
  const [, minus = '', sign = null, text = ''] = /^(-?)([$£€]?)(.*)$/s.exec(part) ?? [];
  const [digits = ''] = /^\d+/.exec(text.replaceAll(',', '')) ?? [];
  if (digits.length > mostDigits || /^0\d/.test(digits)) return digitWords(digits);
  // A number before a plural is an amount: 1950 people, 2020 cars.
  const isAmount = /^\d{4}$/.test(text) && (/^[a-z]{2,}[^s]s$/.test(next) || next === 'people');
  if (isAmount) return cardinal(text);
  const { words = [], ending } = readNumber({ text: minus + text, currency: sign, isHead: true }) ?? {};
  const last = words.at(-1) ?? '';
  return ending === 's' || ending === "'s" ? [...words.slice(0, -1), plural(last)] : [...words];
}

const plural = (word: string): string => (word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`);

function letters(part: string, isShouted: boolean): string[] {
  const said = pronouncedLike.get(part.toLowerCase());
  if (said !== undefined) return said.split(' ');
  const [, capitals, ending] = /^([A-Z]{2,})(s|'s)?$/.exec(part) ?? [];
  if (capitals !== undefined && !isShouted && isSpelled(capitals)) {
    const names = [...capitals].map(letterName);
    const last = names.pop() ?? '';
    return [...names, ending === undefined ? last : `${last.replace('_', '')}'s`];
  }
  return innerCapitals(part).flatMap((word) => (word.length > longestWord ? beginning(word) : [word]));
}

function isSpelled(capitals: string): boolean {
  const small = capitals.toLowerCase();
  if (emphasisedInCapitals.has(small) || acronymsReadAsWords.has(small)) return false;
  if (capitals.length <= 3) return true;
  return capitals.length <= 6 && (!/[aeiouy]/.test(small) || /[^aeiou]{4}/.test(small));
}

/** "YouTube" is read as two words, "McDonald" is not. */
function innerCapitals(part: string): string[] {
  if (/^(?:Mc|Mac|O')/.test(part) || !/[a-z][A-Z]/.test(part)) return [part.toLowerCase()];
  return part.split(/(?<=[a-z])(?=[A-Z])/).flatMap((word) => {
    if (/^[A-Z]{2,3}$/.test(word)) return [...word].map(letterName);
    return [word.toLowerCase()];
  });
}

/** Nothing that long is a word, so reading its beginning is enough. */
function beginning(word: string): string[] {
  return [word.slice(0, longestWord), word.slice(longestWord, 2 * longestWord)];
}
