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

const words = strings.signIn;

export function ForgotPasswordPage() {
  const door = useApiQuery('auth.door');
  const [problem, setProblem] = useState<unknown>(null);
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '' } });
  const ask = useApiMutation('auth.forgotPassword', {
    onError: (error) => setProblem(showFieldErrors(form, error)),
  });
  return (
    <SignInLayout
      title={words.forgotTitle}
      lead={words.forgotLead}
      foot={
        <TextLink to="/sign-in" size="sm">
          {words.back}
        </TextLink>
      }
    >
      {ask.isSuccess ? (
        <Alert icon={<Icon name="mail" />} role="status">
          {words.forgotDone} {door.data?.sendsMail === false ? words.forgotKept : null}
        </Alert>
      ) : (
        <form onSubmit={form.onSubmit((input) => ask.mutate(input))}>
          <Stack>
            {problem === null ? null : <ErrorAlert error={problem} />}
            <TextInput
              label={words.email}
              type="email"
              autoComplete="username"
              required
              autoFocus
              withAsterisk={false}
              {...form.getInputProps('email')}
            />
            <Button type="submit" loading={ask.isPending}>
              {words.forgotSubmit}
            </Button>
          </Stack>
        </form>
      )}
    </SignInLayout>
  );
}
