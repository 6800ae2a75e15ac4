import { Button, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { showFieldErrors } from '../../components/form-errors.ts';
import { notifySuccess } from '../../components/notifications.ts';
import { TextLink } from '../../components/TextLink.tsx';
import { strings } from '../../strings/index.ts';
import { IncompleteLink } from './IncompleteLink.tsx';
import { SignInLayout } from './SignInLayout.tsx';
import { useTokenFromUrl } from './token-from-url.ts';

const words = strings.signIn;

export function ResetPasswordPage() {
  const token = useTokenFromUrl();
  const door = useApiQuery('auth.door');
  const navigate = useNavigate();
  const [problem, setProblem] = useState<unknown>(null);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '', again: '' },
    validate: { again: (again, { password }) => (again === password ? null : words.passwordsDiffer) },
  });
  const reset = useApiMutation('auth.resetPassword', {
    onSuccess: () => {
      notifySuccess(words.resetDone);
      void navigate({ to: '/sign-in' });
    },
    onError: (error) => setProblem(showFieldErrors(form, error)),
  });
  return (
    <SignInLayout
      title={words.resetTitle}
      foot={
        <TextLink to="/sign-in" size="sm">
          {words.back}
        </TextLink>
      }
    >
      <form onSubmit={form.onSubmit(({ password }) => reset.mutate({ token, password }))}>
        <Stack>
          {token === '' ? <IncompleteLink /> : null}
          {problem === null ? null : <ErrorAlert error={problem} />}
          <PasswordInput
            label={words.newPassword}
            description={words.passwordHint(door.data?.passwordMinLength ?? 10)}
            autoComplete="new-password"
            required
            autoFocus
            withAsterisk={false}
            {...form.getInputProps('password')}
          />
          <PasswordInput
            label={words.repeatPassword}
            autoComplete="new-password"
            required
            withAsterisk={false}
            {...form.getInputProps('again')}
          />
          <Button type="submit" loading={reset.isPending} disabled={token === ''}>
            {words.resetSubmit}
          </Button>
        </Stack>
      </form>
    </SignInLayout>
  );
}
