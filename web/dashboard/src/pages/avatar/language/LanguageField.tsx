import { Select } from '@mantine/core';
import {
  type AvatarLanguage,
  avatarLanguages,
  avatarSettings,
  languageTexts,
  usualHearing,
} from '@parley/protocol/avatar-settings';
import type { AvatarForm } from '../use-avatar-form.ts';

const { label, meaning } = avatarSettings.language;

export const languageOptions = Object.entries(avatarLanguages).map(([value, language]) => ({
  value,
  label: language.label,
}));

/** The avatar's language. Greeting and hearing follow at once if they are still the usual ones. */
export function LanguageField({ form }: { form: AvatarForm }) {
  const { language, greeting, hearing, furtherLanguages } = form.values;
  const choose = (next: AvatarLanguage) => {
    const usual = usualHearing(language);
    const hearsUsual =
      hearing.url === '' && hearing.recogniser === usual.recogniser && hearing.language === usual.language;
    form.setFieldValue('language', next);
    if (greeting === languageTexts(language).greeting)
      form.setFieldValue('greeting', languageTexts(next).greeting);
    if (hearsUsual) form.setFieldValue('hearing', () => ({ ...hearing, ...usualHearing(next) }));
  };
  const taken = furtherLanguages.map((row) => row.language);
  return (
    <Select
      label={label}
      description={meaning}
      data={languageOptions.filter(({ value }) => !taken.includes(value))}
      searchable
      allowDeselect={false}
      {...form.getInputProps('language')}
      onChange={(next) => choose((next ?? language) as AvatarLanguage)}
    />
  );
}
