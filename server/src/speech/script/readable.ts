import { isPlain } from '@parley/protocol';
import type { Sentence } from '../voice.ts';
import { baseOf } from './language-tag.ts';
import commonWords from './languages.json' with { type: 'json' };
import { maxCharacters, readScript, type ScriptItem } from './script.ts';

/** Scripts by the name that people know, with the language that most texts in them are in. */
const scripts: readonly (readonly [name: string, language: string, letter: RegExp])[] = [
  ['Chinese', 'zh', /(?!\p{sc=Latin})\p{sc=Han}/u],
  ['Japanese', 'ja', /\p{sc=Hiragana}|\p{sc=Katakana}/u],
  ['Korean', 'ko', /\p{sc=Hangul}/u],
  ['Cyrillic', 'ru', /\p{sc=Cyrillic}/u],
  ['Greek', 'el', /\p{sc=Greek}/u],
  ['Arabic', 'ar', /\p{sc=Arabic}/u],
  ['Hebrew', 'he', /\p{sc=Hebrew}/u],
  ['Thai', 'th', /\p{sc=Thai}/u],
  ['Hindi', 'hi', /\p{sc=Devanagari}/u],
];
const languages = Object.keys(commonWords);
/** For each common word, the languages in which it is common. */
const languagesOfWord = new Map<string, string[]>();
for (const [language, words] of Object.entries(commonWords))
  for (const word of words.split(' '))
    languagesOfWord.set(word, [...(languagesOfWord.get(word) ?? []), language]);
/** Fewer words say nothing about the language, unless all of them are common in it. */
const minWords = 4;
const leastCommonWords = 2;
/** The share of common words from which on a text is in a language. */
const minShare = 0.3;
/** How many more common words a text must have than in the current language. A foreign name has fewer. */
const minLead = 2;

/** The language of a text, as far as its words tell. */
export type FoundLanguage = {
  /** A tag without a region; empty if the letters tell no language. */
  readonly language: string;
  /** For a sentence: "this text is in …". */
  readonly name: string;
};

/** Null if the words do not tell another language than the current one: they are few, mixed, or read by their markup. */
export function languageOfScript(script: readonly ScriptItem[], current: string): FoundLanguage | null {
  const spoken = script
    .filter((item) => item.kind === 'words')
    .filter(({ style }) => !style.phoneme?.isListed);
  // The markup says how a part of it sounds.
  if (spoken.some(({ style }) => style.phoneme !== undefined || style.sayAs !== undefined)) return null;
  return languageOfText(
    spoken.flatMap(({ words }) => words.map(({ written }) => written)).join(' '),
    current,
  );
}

/** The language that the words of a sentence tell, without a region; null if they tell no other than the current one. */
export function languageOfSentence(sentence: Sentence, current: string): string | null {
  // Every sentence of every session is read here, and most have no markup.
  const found = isPlain(sentence.markup)
    ? languageOfText(sentence.markup.slice(0, maxCharacters), current)
    : languageOfScript(readScript(sentence), current);
  return found?.language || null;
}

const languageOfText = (text: string, current: string): FoundLanguage | null =>
  foreignScript(text) ?? latinLanguage(text, baseOf(current));

/** Why a voice cannot read a script; null if it can. A script with some words that it can read is read as far as possible. */
export function whyUnreadable(script: readonly ScriptItem[], voiceLanguage: string): string | null {
  const found = languageOfScript(script, voiceLanguage);
  if (found === null) return null;
  return `The voice reads ${languageName(voiceLanguage)}, and this text is in ${found.name}. It was not spoken.`;
}

const names = new Intl.DisplayNames('en', { type: 'language' });
export function languageName(tag: string): string {
  const base = baseOf(tag);
  return /^[a-z]{2,3}$/.test(base) ? (names.of(base) ?? tag) : tag;
}

function foreignScript(text: string): FoundLanguage | null {
  if (!/\p{L}/u.test(text) || /\p{sc=Latin}/u.test(text)) return null;
  const found = scripts.filter(([, , letter]) => letter.test(text));
  // Japanese has Chinese letters, too.
  const [name, language] = found.find(([other]) => other === 'Japanese') ?? found[0] ?? ['other', ''];
  return { language, name: `${name} letters` };
}

function latinLanguage(text: string, current: string): FoundLanguage | null {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (words.length < leastCommonWords) return null;
  const counts = new Map(languages.map((language) => [language, 0]));
  for (const word of words)
    for (const language of languagesOfWord.get(word) ?? [])
      counts.set(language, (counts.get(language) ?? 0) + 1);
  const [language, count] = [...counts].reduce((most, next) => (next[1] > most[1] ? next : most), ['', 0]);
  const share = words.length < minWords ? 1 : minShare;
  if (count < share * words.length || count < (counts.get(current) ?? 0) + minLead) return null;
  return { language, name: languageName(language) };
}
