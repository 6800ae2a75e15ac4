import { Alert, Button, Divider, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import { Icon } from '../../icons/Icon.tsx';
import { toFields } from '../../parts/form-problem.ts';
import { Problem } from '../../parts/Problem.tsx';
import { TextLink } from '../../parts/TextLink.tsx';
import { strings } from '../../strings/index.ts';
import { useEnter } from './after-sign-in.ts';
import { FrontPage } from './FrontPage.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';

const words = strings.signIn;

export function SignInPage() {
  const { next } = useSearch({ strict: false });
  const navigate = useNavigate();
  const enter = useEnter();
  const door = useApiQuery('auth.door');
  const [problem, setProblem] = useState<unknown>(null);
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '', password: '' } });
  const signIn = useApiMutation('auth.signIn', {
    onDone: (step) => {
      if (step.next === 'done') enter(next);
      else void navigate({ to: '/sign-in/second-step', search: next === undefined ? {} : { next } });
    },
    onProblem: (error) => setProblem(toFields(form, error)),
  });
  return (
    <FrontPage
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
        {problem === null ? null : <Problem error={problem} />}
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
        <PasskeyButton onDone={() => enter(next)} onProblem={setProblem} />
      </Stack>
    </FrontPage>
  );
}
