import languages from './languages.json' with { type: 'json' };

export type AvatarLanguage = keyof typeof languages;

/** What an avatar says in a language unless its owner has written something else. */
export type LanguageTexts = (typeof languages)[AvatarLanguage];

/** The languages that can be chosen for an avatar. */
export const avatarLanguages: Readonly<Record<AvatarLanguage, LanguageTexts>> = languages;

export const isAvatarLanguage = (tag: string): tag is AvatarLanguage => Object.hasOwn(avatarLanguages, tag);

/** The texts of a language, also with a region; English for a language that is not in the list. */
export function languageTexts(tag: string): LanguageTexts {
  const base = tag.toLowerCase().split(/[-_]/, 1)[0] ?? '';
  return avatarLanguages[isAvatarLanguage(base) ? base : 'en'];
}

/** The hearing of an avatar whose owner has chosen none: the built-in recogniser hears English only. */
export const usualHearing = (language: string) =>
  ({ recogniser: language === 'en' ? 'built-in' : 'browser', language }) as const;

/** At most this many further languages of an avatar. */
export const maxFurtherLanguages = 20;
