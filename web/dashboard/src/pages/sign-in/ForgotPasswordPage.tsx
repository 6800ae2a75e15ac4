import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import { SubmitError } from '../../components/forms/SubmitError.tsx';
import { useSubmitError } from '../../components/forms/use-submit-error.ts';
import { TextLink } from '../../components/page/TextLink.tsx';
import { Icon } from '../../icons/Icon.tsx';
import { strings } from '../../strings/index.ts';
import { SignInLayout } from './SignInLayout.tsx';

const text = strings.signIn;

export function ForgotPasswordPage() {
  const signInOptions = useApiQuery('auth.options');
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '' } });
  const problem = useSubmitError(form);
  const requestReset = useApiMutation('auth.forgotPassword', {
    onError: (error) => void problem.show(error),
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
            <TextInput
              label={text.email}
              type="email"
              autoComplete="username"
              required
              autoFocus
              withAsterisk={false}
              {...form.getInputProps('email')}
            />
            <SubmitError error={problem.error} />
            <Button type="submit" loading={requestReset.isPending}>
              {text.forgotSubmit}
            </Button>
          </Stack>
        </form>
      )}
    </SignInLayout>
  );
}
