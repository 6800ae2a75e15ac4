import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { showFieldErrors } from '../../components/form-errors.ts';
import { TextLink } from '../../components/TextLink.tsx';
import { Icon } from '../../icons/Icon.tsx';
import { strings } from '../../strings/index.ts';
import { SignInLayout } from './SignInLayout.tsx';

const text = strings.signIn;

export function ForgotPasswordPage() {
  const signInOptions = useApiQuery('auth.options');
  const [error, setError] = useState<unknown>(null);
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '' } });
  const requestReset = useApiMutation('auth.forgotPassword', {
    onError: (error) => setError(showFieldErrors(form, error)),
  });
  return (
    <SignInLayout
      title={text.forgotTitle}
      lead={text.forgotLead}
      foot={
        <TextLink to="/sign-in" size="sm">
          {text.back}
        </TextLink>
      }
    >
      {requestReset.isSuccess ? (
        <Alert icon={<Icon name="mail" />} role="status">
          {text.forgotDone} {signInOptions.data?.sendsMail === false ? text.forgotKept : null}
        </Alert>
      ) : (
        <form onSubmit={form.onSubmit((values) => requestReset.mutate(values))}>
          <Stack>
            {error === null ? null : <ErrorAlert error={error} />}
            <TextInput
              label={text.email}
              type="email"
              autoComplete="username"
              required
              autoFocus
              withAsterisk={false}
              {...form.getInputProps('email')}
            />
            <Button type="submit" loading={requestReset.isPending}>
              {text.forgotSubmit}
            </Button>
          </Stack>
        </form>
      )}
    </SignInLayout>
  );
}
