import commonWords from './languages.json' with { type: 'json' };
import type { ScriptItem } from './script.ts';

/** Scripts by the name that people know. */
const scripts: readonly (readonly [name: string, letter: RegExp])[] = [
  ['Chinese', /(?!\p{sc=Latin})\p{sc=Han}/u],
  ['Japanese', /\p{sc=Hiragana}|\p{sc=Katakana}/u],
  ['Korean', /\p{sc=Hangul}/u],
  ['Cyrillic', /\p{sc=Cyrillic}/u],
  ['Greek', /\p{sc=Greek}/u],
  ['Arabic', /\p{sc=Arabic}/u],
  ['Hebrew', /\p{sc=Hebrew}/u],
  ['Thai', /\p{sc=Thai}/u],
  ['Hindi', /\p{sc=Devanagari}/u],
];
const languages = Object.entries(commonWords).map(([name, words]) => ({
  name,
  words: new Set(words.split(' ')),
}));
/** Fewer words say nothing about the language. */
const leastWords = 4;
/** The share of common words from which on a text is in a language. */
const leastShare = 0.3;

/**
 * Why an English voice cannot read a script; null if it can. A script with some words that it can read is read as far
 * as possible.
 */
export function whyUnreadable(script: readonly ScriptItem[]): string | null {
  const spoken = script.filter((item) => item.kind === 'words');
  // The markup says how a part of it sounds.
  if (spoken.some(({ style }) => style.phoneme !== undefined || style.sayAs !== undefined)) return null;
  const text = spoken.flatMap(({ words }) => words.map(({ written }) => written)).join(' ');
  const found = foreignScript(text) ?? foreignLanguage(text);
  return found === null ? null : `The voice reads English, and this text is in ${found}. It was not spoken.`;
}

function foreignScript(text: string): string | null {
  if (!/\p{L}/u.test(text) || /\p{sc=Latin}/u.test(text)) return null;
  // Japanese has Chinese letters, too.
  const [first, ...others] = scripts.filter(([, letter]) => letter.test(text)).map(([name]) => name);
  return `${others.includes('Japanese') ? 'Japanese' : (first ?? 'other')} letters`;
}

function foreignLanguage(text: string): string | null {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (words.length < leastWords) return null;
  const counts = languages.map(({ name, words: common }) => ({
    name,
    count: words.filter((word) => common.has(word)).length,
  }));
  const best = counts.reduce((most, one) => (one.count > most.count ? one : most));
  return best.name === 'English' || best.count < leastShare * words.length ? null : best.name;
}
