import { Stack, Textarea } from '@mantine/core';
import { LimitInput } from '../../components/forms/LimitInput.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { strings } from '../../strings/index.ts';
import { type AccountFormProps, OneFieldForm, useAccountForm } from './AccountForms.tsx';

const text = strings.data.answering;
const seconds = { perSecond: 1, units: ['seconds', 'minutes'] } as const;

/** Settings for people who answer visitors in place of the brain. */
export function AnsweringForm({ account, canChange }: AccountFormProps) {
  const edit = useAccountForm(
    account,
    ({ quickReplies, takeoverSilence, personMailAfter }) => ({
      quickReplies: quickReplies.join('\n'),
      takeoverSilence,
      personMailAfter,
    }),
    ({ quickReplies, ...others }) => ({ quickReplies: linesOf(quickReplies), ...others }),
  );
  const { form } = edit;
  return (
    <Panel title={text.title} lead={text.lead}>
      <OneFieldForm edit={edit} canChange={canChange} isValid isWide>
        <Stack>
          <Textarea
            label={text.quickReplies}
            description={text.quickRepliesHint}
            autosize
            minRows={3}
            maxRows={12}
            readOnly={!canChange}
            {...form.getInputProps('quickReplies')}
          />
          <LimitInput
            label={text.silence}
            description={text.silenceHint}
            min={15}
            max={3600}
            time={seconds}
            readOnly={!canChange}
            {...form.getInputProps('takeoverSilence')}
            value={form.values.takeoverSilence}
          />
          <LimitInput
            label={text.mail}
            description={text.mailHint}
            min={30}
            max={3600}
            time={seconds}
            off={{ value: 0, label: text.noMail }}
            suggested={60}
            readOnly={!canChange}
            {...form.getInputProps('personMailAfter')}
            value={form.values.personMailAfter}
          />
        </Stack>
      </OneFieldForm>
    </Panel>
  );
}

const linesOf = (list: string): string[] =>
  list
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
