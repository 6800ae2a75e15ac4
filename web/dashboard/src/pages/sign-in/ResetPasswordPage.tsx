import { Button, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import { SubmitError } from '../../components/forms/SubmitError.tsx';
import { useSubmitError } from '../../components/forms/use-submit-error.ts';
import { notifySuccess } from '../../components/page/notifications.ts';
import { TextLink } from '../../components/page/TextLink.tsx';
import { fill, strings } from '../../strings/index.ts';
import { IncompleteLink } from './IncompleteLink.tsx';
import { SignInLayout } from './SignInLayout.tsx';
import { useTokenFromUrl } from './token-from-url.ts';

const text = strings.signIn;

export function ResetPasswordPage() {
  const token = useTokenFromUrl();
  const signInOptions = useApiQuery('auth.options');
  const navigate = useNavigate();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '', again: '' },
    validate: { again: (again, { password }) => (again === password ? null : text.passwordsDiffer) },
  });
  const problem = useSubmitError(form);
  const reset = useApiMutation('auth.resetPassword', {
    onSuccess: () => {
      notifySuccess(text.resetDone);
      void navigate({ to: '/sign-in' });
    },
    onError: (error) => void problem.show(error),
  });
  return (
    <SignInLayout
      title={text.resetTitle}
      foot={
        <TextLink to="/sign-in" size="sm">
          {text.back}
        </TextLink>
      }
    >
      <form onSubmit={form.onSubmit(({ password }) => reset.mutate({ token, password }), problem.onInvalid)}>
        <Stack>
          {token === '' ? <IncompleteLink /> : null}
          <PasswordInput
            label={text.newPassword}
            description={fill(text.passwordHint, { least: signInOptions.data?.passwordMinLength ?? 10 })}
            autoComplete="new-password"
            required
            autoFocus
            withAsterisk={false}
            {...form.getInputProps('password')}
          />
          <PasswordInput
            label={text.repeatPassword}
            autoComplete="new-password"
            required
            withAsterisk={false}
            {...form.getInputProps('again')}
          />
          <SubmitError error={problem.error} />
          <Button type="submit" loading={reset.isPending} disabled={token === ''}>
            {text.resetSubmit}
          </Button>
        </Stack>
      </form>
    </SignInLayout>
  );
}
