import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiMutation } from '../../api/queries.ts';
import { toFields } from '../../parts/form-problem.ts';
import { Problem } from '../../parts/Problem.tsx';
import { TextLink } from '../../parts/TextLink.tsx';
import { strings } from '../../strings/index.ts';
import { useEnter } from './after-sign-in.ts';
import { FrontPage } from './FrontPage.tsx';

const words = strings.signIn;

export function SecondStepPage() {
  const { next } = useSearch({ strict: false });
  const enter = useEnter();
  const [usesBackup, setUsesBackup] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const form = useForm({ mode: 'uncontrolled', initialValues: { code: '' } });
  const verify = useApiMutation('auth.secondFactor', {
    onDone: () => enter(next),
    onProblem: (error) => setProblem(toFields(form, error)),
  });
  return (
    <FrontPage
      title={words.secondTitle}
      lead={usesBackup ? words.backupLead : words.secondLead}
      foot={
        <TextLink to="/sign-in" size="sm">
          {words.back}
        </TextLink>
      }
    >
      <form
        onSubmit={form.onSubmit(({ code }) => {
          setProblem(null);
          verify.mutate({ kind: usesBackup ? 'backup-code' : 'totp', code: code.trim() });
        })}
      >
        <Stack>
          {problem === null ? null : <Problem error={problem} />}
          <TextInput
            key={usesBackup ? 'backup' : 'totp'}
            label={usesBackup ? words.backupCode : words.code}
            inputMode={usesBackup ? 'text' : 'numeric'}
            autoComplete="one-time-code"
            required
            autoFocus
            withAsterisk={false}
            {...form.getInputProps('code')}
          />
          <Button type="submit" loading={verify.isPending} fullWidth>
            {words.verify}
          </Button>
          <Button
            variant="subtle"
            onClick={() => {
              setUsesBackup(!usesBackup);
              form.reset();
            }}
          >
            {usesBackup ? words.useApp : words.useBackup}
          </Button>
        </Stack>
      </form>
    </FrontPage>
  );
}
