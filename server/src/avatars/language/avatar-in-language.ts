import { isAvatarLanguage, languageTexts, usualHearing } from '@parley/protocol/avatar-settings';
import { Refusal } from '../../kernel/index.ts';
import type { VoiceChoice } from '../../speech/index.ts';
import type { Avatar } from '../avatar.ts';
import { type Hearing, recogniserOf } from '../voice/hearing.ts';
import { voiceOfRow } from './further-languages.ts';

type Languages = Pick<Avatar, 'language' | 'furtherLanguages'>;

const baseOf = (tag: string): string => tag.toLowerCase().split(/[-_]/, 1)[0] ?? '';

/** The languages of an avatar, its own first. */
export const languagesOf = ({ language, furtherLanguages }: Languages): readonly string[] => [
  language,
  ...furtherLanguages.map((row) => row.language),
];

/** The first of the wanted languages that the avatar has, else the avatar's own. */
export function bestLanguage(wanted: readonly string[], avatar: Languages): string {
  const languages = languagesOf(avatar);
  return wanted.map(baseOf).find((base) => languages.includes(base)) ?? avatar.language;
}

type InLanguage = Pick<Avatar, 'greeting' | 'apology' | 'fallbackReply' | 'filler' | 'hearing'>;

/**
 * The avatar with what it says and hears in a language. What its owner has written is in its own language, so in another
 * one it says what is usual there. An avatar that does not greet greets in no language.
 */
export function avatarIn<A extends Languages & InLanguage>(avatar: A, language: string): A {
  const base = baseOf(language);
  const texts = languageTexts(base);
  // English avatars have always been silent without a filler of their own.
  const filler = avatar.filler || (avatar.language === 'en' ? '' : languageTexts(avatar.language).filler);
  if (base === avatar.language || !isAvatarLanguage(base))
    return { ...avatar, filler, apology: avatar.apology || languageTexts(avatar.language).apology };
  const row = avatar.furtherLanguages.find((other) => other.language === base);
  return {
    ...avatar,
    greeting: row?.greeting || (avatar.greeting && texts.greeting),
    apology: texts.apology,
    fallbackReply: '',
    filler: filler && texts.filler,
    hearing: hearingIn(avatar.hearing, base, row?.hearing ?? ''),
  };
}

/**
 * The recogniser of a row, else the avatar's own if it was chosen for this language, else a transcription server, which
 * hears every language, else the usual one.
 */
function hearingIn(own: Hearing, language: string, chosen: string): Hearing {
  if (chosen === '' && baseOf(own.language) === language) return own;
  const ownKind = own.recogniser === 'server' || own.recogniser === 'none' ? own.recogniser : undefined;
  const recogniser = recogniserOf(chosen) ?? ownKind ?? usualHearing(language).recogniser;
  return { ...own, recogniser, language };
}

/** The voices that the rows name. A voice that the avatar's present settings do not allow is left out. */
export function voicesByLanguage({ voice, furtherLanguages }: Pick<Avatar, 'voice' | 'furtherLanguages'>) {
  const voices = new Map<string, VoiceChoice>();
  for (const row of furtherLanguages) {
    try {
      const chosen = voiceOfRow(row, voice);
      if (chosen !== null) voices.set(row.language, chosen);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return voices;
}
