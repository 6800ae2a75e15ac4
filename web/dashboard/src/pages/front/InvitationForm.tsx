import { Alert, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { InvitationPreview } from '@parley/protocol/dashboard';
import { useState } from 'react';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import { toFields } from '../../parts/form-problem.ts';
import { Problem } from '../../parts/Problem.tsx';
import { TextLink } from '../../parts/TextLink.tsx';
import { tellDone } from '../../parts/tell.ts';
import { strings } from '../../strings/index.ts';
import { useEnter } from './after-sign-in.ts';

const words = strings.signIn;

/** Somebody new chooses a name and a password; somebody who is signed in only agrees. */
export function InvitationForm({ token, sight }: { token: string; sight: InvitationPreview }) {
  const door = useApiQuery('auth.door');
  const enter = useEnter();
  const [problem, setProblem] = useState<unknown>(null);
  const isHere = sight.signedInAs === sight.email;
  const isNew = !sight.known && !isHere;
  const form = useForm({ mode: 'uncontrolled', initialValues: { name: '', password: '' } });
  const join = useApiMutation('auth.acceptInvitation', {
    onDone: ({ account }) => {
      tellDone(words.joined(sight.accountName));
      enter(`/${account}`);
    },
    onProblem: (error) => setProblem(toFields(form, error)),
  });
  if (sight.signedInAs !== null && !isHere) {
    return <Alert color="yellow">{words.invitationOther(sight.signedInAs)}</Alert>;
  }
  if (sight.known && !isHere) {
    return (
      <Alert>
        {words.invitationKnown}{' '}
        <TextLink to="/sign-in" inherit>
          {words.title}
        </TextLink>
      </Alert>
    );
  }
  return (
    <form onSubmit={form.onSubmit((input) => join.mutate(isNew ? { token, ...input } : { token }))}>
      <Stack>
        {problem === null ? null : <Problem error={problem} />}
        <Text size="sm">
          {words.invitationFor} <strong>{sight.email}</strong>.
        </Text>
        {isNew ? (
          <>
            <TextInput
              label={words.yourName}
              autoComplete="name"
              required
              autoFocus
              withAsterisk={false}
              {...form.getInputProps('name')}
            />
            <PasswordInput
              label={words.password}
              description={words.passwordHint(door.data?.passwordMinLength ?? 10)}
              autoComplete="new-password"
              required
              withAsterisk={false}
              {...form.getInputProps('password')}
            />
          </>
        ) : null}
        <Button type="submit" loading={join.isPending}>
          {words.join}
        </Button>
      </Stack>
    </form>
  );
}
