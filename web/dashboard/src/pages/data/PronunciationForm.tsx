import { Text } from '@mantine/core';
import { useApiQuery } from '../../api/queries.ts';
import { FieldGroup } from '../../components/forms/FieldGroup.tsx';
import { ErrorAlert } from '../../components/page/ErrorAlert.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { PronunciationFields } from '../../components/pronunciations/PronunciationFields.tsx';
import { fill, strings } from '../../strings/index.ts';
import { hearEntry } from '../avatar/voice/hear-entry.ts';
import { useTryVoice } from '../avatar/voice/use-try-voice.ts';
import { type AccountFormProps, OneFieldForm, useAccountForm } from './AccountForms.tsx';

const text = strings.pronunciations;

/** The account's list of words. They are heard in the voice of its first avatar. */
export function PronunciationForm({ account, canChange }: AccountFormProps) {
  const edit = useAccountForm(account, ({ pronunciations }) => ({ pronunciations }));
  const { form } = edit;
  const avatar = useApiQuery('avatars.list', { query: { limit: 1 } }).data?.items[0];
  const trial = useTryVoice(avatar?.id ?? '', null, 'en');
  return (
    <Panel title={text.title} lead={text.accountLead}>
      <OneFieldForm edit={edit} canChange={canChange} isValid isWide>
        <FieldGroup path="pronunciations" label={text.title} error={form.errors.pronunciations}>
          <PronunciationFields
            value={form.values.pronunciations}
            isReadOnly={!canChange}
            hear={avatar === undefined ? null : hearEntry(trial, null)}
            onChange={(next) => form.setFieldValue('pronunciations', () => next)}
          />
        </FieldGroup>
        {avatar === undefined ? null : (
          <Text size="xs" c="dimmed">
            {fill(text.heardWith, { avatar: avatar.name })}
          </Text>
        )}
        {trial.error === null ? null : <ErrorAlert error={trial.error} />}
      </OneFieldForm>
    </Panel>
  );
}
