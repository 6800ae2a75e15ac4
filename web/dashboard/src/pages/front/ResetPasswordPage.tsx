import { Button, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import { toFields } from '../../parts/form-problem.ts';
import { Problem } from '../../parts/Problem.tsx';
import { TextLink } from '../../parts/TextLink.tsx';
import { tellDone } from '../../parts/tell.ts';
import { strings } from '../../strings/index.ts';
import { FrontPage } from './FrontPage.tsx';
import { LinkMissing } from './LinkMissing.tsx';
import { useTokenInAddress } from './token-in-address.ts';

const words = strings.signIn;

export function ResetPasswordPage() {
  const token = useTokenInAddress();
  const door = useApiQuery('auth.door');
  const navigate = useNavigate();
  const [problem, setProblem] = useState<unknown>(null);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '', again: '' },
    validate: { again: (again, { password }) => (again === password ? null : words.passwordsDiffer) },
  });
  const reset = useApiMutation('auth.resetPassword', {
    onDone: () => {
      tellDone(words.resetDone);
      void navigate({ to: '/sign-in' });
    },
    onProblem: (error) => setProblem(toFields(form, error)),
  });
  return (
    <FrontPage
      title={words.resetTitle}
      foot={
        <TextLink to="/sign-in" size="sm">
          {words.back}
        </TextLink>
      }
    >
      <form onSubmit={form.onSubmit(({ password }) => reset.mutate({ token, password }))}>
        <Stack>
          {token === '' ? <LinkMissing /> : null}
          {problem === null ? null : <Problem error={problem} />}
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
    </FrontPage>
  );
}
