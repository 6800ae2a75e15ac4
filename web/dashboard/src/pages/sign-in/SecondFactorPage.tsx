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

const text = strings.signIn;

export function SecondFactorPage() {
  const { next } = useSearch({ strict: false });
  const finishSignIn = useFinishSignIn();
  const [usesBackup, setUsesBackup] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const form = useForm({ mode: 'uncontrolled', initialValues: { code: '' } });
  const verify = useApiMutation('auth.secondFactor', {
    onSuccess: () => finishSignIn(next),
    onError: (error) => setError(showFieldErrors(form, error)),
  });
  return (
    <SignInLayout
      title={text.secondTitle}
      lead={usesBackup ? text.backupLead : text.secondLead}
      foot={
        <TextLink to="/sign-in" size="sm">
          {text.back}
        </TextLink>
      }
    >
      <form
        onSubmit={form.onSubmit(({ code }) => {
          setError(null);
          verify.mutate({ kind: usesBackup ? 'backup-code' : 'totp', code: code.trim() });
        })}
      >
        <Stack>
          {error === null ? null : <ErrorAlert error={error} />}
          <TextInput
            key={usesBackup ? 'backup' : 'totp'}
            label={usesBackup ? text.backupCode : text.code}
            inputMode={usesBackup ? 'text' : 'numeric'}
            autoComplete="one-time-code"
            required
            autoFocus
            withAsterisk={false}
            {...form.getInputProps('code')}
          />
          <Button type="submit" loading={verify.isPending} fullWidth>
            {text.verify}
          </Button>
          <Button
            variant="subtle"
            onClick={() => {
              setUsesBackup(!usesBackup);
              form.reset();
            }}
          >
            {usesBackup ? text.useApp : text.useBackup}
          </Button>
        </Stack>
      </form>
    </SignInLayout>
  );
}
