import { Alert, Button, Divider, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { showFieldErrors } from '../../components/form-errors.ts';
import { TextLink } from '../../components/TextLink.tsx';
import { Icon } from '../../icons/Icon.tsx';
import { strings } from '../../strings/index.ts';
import { useFinishSignIn } from './after-sign-in.ts';
import { PasskeyButton } from './PasskeyButton.tsx';
import { SignInLayout } from './SignInLayout.tsx';

const words = strings.signIn;

export function SignInPage() {
  const { next } = useSearch({ strict: false });
  const navigate = useNavigate();
  const enter = useFinishSignIn();
  const door = useApiQuery('auth.door');
  const [problem, setProblem] = useState<unknown>(null);
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '', password: '' } });
  const signIn = useApiMutation('auth.signIn', {
    onSuccess: (step) => {
      if (step.next === 'done') enter(next);
      else void navigate({ to: '/sign-in/second-step', search: next === undefined ? {} : { next } });
    },
    onError: (error) => setProblem(showFieldErrors(form, error)),
  });
  return (
    <SignInLayout
      title={words.title}
      lead={words.lead}
      foot={
        <TextLink to="/forgot-password" size="sm">
          {words.forgot}
        </TextLink>
      }
    >
      <Stack>
        {door.data?.fresh ? (
          <Alert icon={<Icon name="key" />} title={words.freshTitle}>
            {words.freshWords}
          </Alert>
        ) : null}
        {problem === null ? null : <ErrorAlert error={problem} />}
        <form
          onSubmit={form.onSubmit((input) => {
            setProblem(null);
            signIn.mutate(input);
          })}
        >
          <Stack>
            <TextInput
              label={words.email}
              type="email"
              autoComplete="username webauthn"
              required
              autoFocus
              withAsterisk={false}
              {...form.getInputProps('email')}
            />
            <PasswordInput
              label={words.password}
              autoComplete="current-password"
              required
              withAsterisk={false}
              {...form.getInputProps('password')}
            />
            <Button type="submit" loading={signIn.isPending} fullWidth>
              {words.submit}
            </Button>
          </Stack>
        </form>
        <Divider label={words.or} />
        <PasskeyButton onDone={() => enter(next)} onError={setProblem} />
      </Stack>
    </SignInLayout>
  );
}
