import { Alert, Button, Divider, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import { SubmitError } from '../../components/forms/SubmitError.tsx';
import { useSubmitError } from '../../components/forms/use-submit-error.ts';
import { TextLink } from '../../components/page/TextLink.tsx';
import { Icon } from '../../icons/Icon.tsx';
import { strings } from '../../strings/index.ts';
import { useFinishSignIn } from './after-sign-in.ts';
import { PasskeyButton } from './PasskeyButton.tsx';
import { SignInLayout } from './SignInLayout.tsx';

const text = strings.signIn;

export function SignInPage() {
  const { next } = useSearch({ strict: false });
  const navigate = useNavigate();
  const finishSignIn = useFinishSignIn();
  const signInOptions = useApiQuery('auth.options');
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '', password: '' } });
  const problem = useSubmitError(form);
  const signIn = useApiMutation('auth.signIn', {
    onSuccess: (step) => {
      if (step.next === 'done') finishSignIn(next);
      else void navigate({ to: '/sign-in/second-step', search: next === undefined ? {} : { next } });
    },
    onError: (error) => void problem.show(error),
  });
  return (
    <SignInLayout
      title={text.title}
      lead={next?.startsWith('/connect/') ? text.leadForConsent : text.lead}
      foot={
        <TextLink to="/forgot-password" size="sm">
          {text.forgot}
        </TextLink>
      }
    >
      <Stack>
        {signInOptions.data?.fresh ? (
          <Alert icon={<Icon name="key" />} title={text.freshTitle}>
            {text.freshText}
          </Alert>
        ) : null}
        <form
          onSubmit={form.onSubmit((values) => {
            problem.clear();
            signIn.mutate(values);
          })}
        >
          <Stack>
            <TextInput
              label={text.email}
              type="email"
              autoComplete="username webauthn"
              required
              autoFocus
              withAsterisk={false}
              {...form.getInputProps('email')}
            />
            <PasswordInput
              label={text.password}
              autoComplete="current-password"
              required
              withAsterisk={false}
              {...form.getInputProps('password')}
            />
            <SubmitError error={problem.error} />
            <Button type="submit" loading={signIn.isPending} fullWidth>
              {text.submit}
            </Button>
          </Stack>
        </form>
        <Divider label={text.or} />
        <PasskeyButton onDone={() => finishSignIn(next)} onError={problem.show} />
      </Stack>
    </SignInLayout>
  );
}
