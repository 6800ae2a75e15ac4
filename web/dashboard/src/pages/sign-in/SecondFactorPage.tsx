import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiMutation } from '../../api/queries.ts';
import { SubmitError } from '../../components/forms/SubmitError.tsx';
import { useSubmitError } from '../../components/forms/use-submit-error.ts';
import { TextLink } from '../../components/page/TextLink.tsx';
import { strings } from '../../strings/index.ts';
import { useFinishSignIn } from './after-sign-in.ts';
import { SignInLayout } from './SignInLayout.tsx';

const text = strings.signIn;

export function SecondFactorPage() {
  const { next } = useSearch({ strict: false });
  const finishSignIn = useFinishSignIn();
  const [usesBackup, setUsesBackup] = useState(false);
  const form = useForm({ mode: 'uncontrolled', initialValues: { code: '' } });
  const problem = useSubmitError(form);
  const verify = useApiMutation('auth.secondFactor', {
    onSuccess: () => finishSignIn(next),
    onError: (error) => void problem.show(error),
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
          problem.clear();
          verify.mutate({ kind: usesBackup ? 'backup-code' : 'totp', code: code.trim() });
        })}
      >
        <Stack>
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
          <SubmitError error={problem.error} />
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
