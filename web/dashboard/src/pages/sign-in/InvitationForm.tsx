import { Alert, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { InvitationPreview } from '@parley/protocol/dashboard';
import { useState } from 'react';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { showFieldErrors } from '../../components/form-errors.ts';
import { notifySuccess } from '../../components/notifications.ts';
import { TextLink } from '../../components/TextLink.tsx';
import { strings } from '../../strings/index.ts';
import { useFinishSignIn } from './after-sign-in.ts';

const words = strings.signIn;

/** Somebody new chooses a name and a password; somebody who is signed in only agrees. */
export function InvitationForm({ token, sight }: { token: string; sight: InvitationPreview }) {
  const door = useApiQuery('auth.door');
  const enter = useFinishSignIn();
  const [problem, setProblem] = useState<unknown>(null);
  const isSignedIn = sight.signedInAs === sight.email;
  const isNew = !sight.known && !isSignedIn;
  const form = useForm({ mode: 'uncontrolled', initialValues: { name: '', password: '' } });
  const join = useApiMutation('auth.acceptInvitation', {
    onSuccess: ({ account }) => {
      notifySuccess(words.joined(sight.accountName));
      enter(`/${account}`);
    },
    onError: (error) => setProblem(showFieldErrors(form, error)),
  });
  if (sight.signedInAs !== null && !isSignedIn) {
    return <Alert color="yellow">{words.invitationOther(sight.signedInAs)}</Alert>;
  }
  if (sight.known && !isSignedIn) {
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
        {problem === null ? null : <ErrorAlert error={problem} />}
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
