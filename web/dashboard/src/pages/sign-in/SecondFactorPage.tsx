import { Button, TextInput } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useCallForm } from '../../components/forms/use-call-form.ts';
import { strings } from '../../strings/index.ts';
import { useFinishSignIn } from './after-sign-in.ts';
import { BackToSignIn, SignInForm, SignInLayout } from './SignInLayout.tsx';

const text = strings.signIn;

export function SecondFactorPage() {
  const { next } = useSearch({ strict: false });
  const finishSignIn = useFinishSignIn();
  const [usesBackup, setUsesBackup] = useState(false);
  const verify = useCallForm('auth.secondFactor', {
    initialValues: { code: '' },
    toBody: ({ code }) => ({ kind: usesBackup ? 'backup-code' : 'totp', code: code.trim() }),
    onSuccess: () => finishSignIn(next),
  });
  const other = (
    <Button
      variant="subtle"
      onClick={() => {
        setUsesBackup(!usesBackup);
        verify.form.reset();
      }}
    >
      {usesBackup ? text.useApp : text.useBackup}
    </Button>
  );
  return (
    <SignInLayout
      title={text.secondTitle}
      lead={usesBackup ? text.backupLead : text.secondLead}
      foot={<BackToSignIn />}
    >
      <SignInForm form={verify} label={text.verify} below={other}>
        <TextInput
          key={usesBackup ? 'backup' : 'totp'}
          label={usesBackup ? text.backupCode : text.code}
          inputMode={usesBackup ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          required
          autoFocus
          withAsterisk={false}
          {...verify.form.getInputProps('code')}
        />
      </SignInForm>
    </SignInLayout>
  );
}
