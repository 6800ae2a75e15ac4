import { languageTexts, usualHearing } from '@parley/protocol/avatar-settings';
import type { Avatar, CheckedInput } from '../avatar.ts';

type BeforeLanguage = Pick<Avatar, 'language' | 'greeting' | 'hearing'>;

/** Another language changes the greeting and the hearing, too, unless the owner has chosen them. */
export function followLanguage(before: BeforeLanguage, input: CheckedInput): CheckedInput {
  const { language } = input;
  if (language === undefined || language === before.language) return input;
  const { recogniser, language: heard, server } = before.hearing;
  const usual = usualHearing(before.language);
  const hearsUsual = server === null && recogniser === usual.recogniser && heard === usual.language;
  const greetsUsual = before.greeting === languageTexts(before.language).greeting;
  return {
    ...(greetsUsual ? { greeting: languageTexts(language).greeting } : {}),
    ...input,
    ...(hearsUsual ? { hearing: { ...usualHearing(language), ...input.hearing } } : {}),
  };
}
