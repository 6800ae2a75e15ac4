import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiMutation } from '../../api/queries.ts';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { showFieldErrors } from '../../components/form-errors.ts';
import { TextLink } from '../../components/TextLink.tsx';
import { strings } from '../../strings/index.ts';
import { useFinishSignIn } from './after-sign-in.ts';
import { SignInLayout } from './SignInLayout.tsx';

const words = strings.signIn;

export function SecondFactorPage() {
  const { next } = useSearch({ strict: false });
  const enter = useFinishSignIn();
  const [usesBackup, setUsesBackup] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const form = useForm({ mode: 'uncontrolled', initialValues: { code: '' } });
  const verify = useApiMutation('auth.secondFactor', {
    onSuccess: () => enter(next),
    onError: (error) => setProblem(showFieldErrors(form, error)),
  });
  return (
    <SignInLayout
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
          {problem === null ? null : <ErrorAlert error={problem} />}
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
    </SignInLayout>
  );
}
