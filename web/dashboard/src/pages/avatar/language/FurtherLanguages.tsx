import { ActionIcon, Select, Text } from '@mantine/core';
import { avatarSettings, languageTexts, maxFurtherLanguages } from '@parley/protocol/avatar-settings';
import type { FurtherLanguage } from '@parley/protocol/management';
import { useRef } from 'react';
import { FieldGroup } from '../../../components/forms/FieldGroup.tsx';
import { Icon } from '../../../icons/Icon.tsx';
import { fill, strings } from '../../../strings/index.ts';
import type { AvatarForm } from '../use-avatar-form.ts';
import classes from './FurtherLanguages.module.css';
import { languageOptions } from './LanguageField.tsx';
import { LanguageRow } from './LanguageRow.tsx';

const text = strings.avatar.languages;
const { label, meaning } = avatarSettings.furtherLanguages;

/** Rows of languages besides the avatar's own. A language is added by choosing it, so none is there twice. */
export function FurtherLanguages({ form }: { form: AvatarForm }) {
  const { language, furtherLanguages: rows, voice } = form.values;
  const adding = useRef<HTMLInputElement>(null);
  const change = (next: FurtherLanguage[]) => form.setFieldValue('furtherLanguages', () => next);
  const taken = [language, ...rows.map((row) => row.language)];
  const free = languageOptions.filter(({ value }) => !taken.includes(value as typeof language));
  const remove = (gone: string) => {
    change(rows.filter((row) => row.language !== gone));
    adding.current?.focus();
  };
  return (
    <FieldGroup path="furtherLanguages" label={label} showsLabel error={form.errors.furtherLanguages}>
      <Text size="xs" c="dimmed">
        {meaning}
      </Text>
      {rows.map((row) => {
        const { label: name } = languageTexts(row.language);
        return (
          <fieldset key={row.language} className={classes.row}>
            <legend className="sr">{name}</legend>
            <div className={classes.head}>
              <Text fw={600} size="sm" aria-hidden>
                {name}
              </Text>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={fill(text.remove, { language: name })}
                onClick={() => remove(row.language)}
              >
                <Icon name="cross" size={16} />
              </ActionIcon>
            </div>
            <LanguageRow
              row={row}
              ownProvider={voice.provider}
              onChange={(next) => change(rows.map((other) => (other === row ? next : other)))}
            />
          </fieldset>
        );
      })}
      {rows.length >= maxFurtherLanguages || free.length === 0 ? null : (
        <Select
          ref={adding}
          mt="sm"
          label={text.add}
          placeholder={text.choose}
          data={free}
          searchable
          value={null}
          onChange={(next) =>
            next === null
              ? undefined
              : change([...rows, { language: next, voice: '', hearing: '', greeting: '' }])
          }
        />
      )}
    </FieldGroup>
  );
}
