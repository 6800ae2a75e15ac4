import { Alert, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { InvitationPreview } from '@parley/protocol/management';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import { SubmitError } from '../../components/forms/SubmitError.tsx';
import { useSubmitError } from '../../components/forms/use-submit-error.ts';
import { notifySuccess } from '../../components/page/notifications.ts';
import { TextLink } from '../../components/page/TextLink.tsx';
import { fill, strings } from '../../strings/index.ts';
import { useFinishSignIn } from './after-sign-in.ts';

const text = strings.signIn;

/** A new person chooses a name and a password. A signed-in person only confirms. */
export function InvitationForm({ token, invitation }: { token: string; invitation: InvitationPreview }) {
  const signInOptions = useApiQuery('auth.options');
  const finishSignIn = useFinishSignIn();
  const isSignedIn = invitation.signedInAs === invitation.email;
  const isNew = !invitation.known && !isSignedIn;
  const form = useForm({ mode: 'uncontrolled', initialValues: { name: '', password: '' } });
  const problem = useSubmitError(form);
  const join = useApiMutation('auth.acceptInvitation', {
    onSuccess: ({ account }) => {
      notifySuccess(fill(text.joined, { account: invitation.accountName }));
      finishSignIn(`/${account}`);
    },
    onError: (error) => void problem.show(error),
  });
  if (invitation.signedInAs !== null && !isSignedIn) {
    return <Alert color="yellow">{fill(text.invitationOther, { email: invitation.signedInAs })}</Alert>;
  }
  if (invitation.known && !isSignedIn) {
    return (
      <Alert>
        {text.invitationKnown}{' '}
        <TextLink to="/sign-in" inherit>
          {text.title}
        </TextLink>
      </Alert>
    );
  }
  return (
    <form onSubmit={form.onSubmit((values) => join.mutate(isNew ? { token, ...values } : { token }))}>
      <Stack>
        <Text size="sm">
          {text.invitationFor} <strong>{invitation.email}</strong>.
        </Text>
        {isNew ? (
          <>
            <TextInput
              label={text.yourName}
              autoComplete="name"
              required
              autoFocus
              withAsterisk={false}
              {...form.getInputProps('name')}
            />
            <PasswordInput
              label={text.password}
              description={fill(text.passwordHint, { least: signInOptions.data?.passwordMinLength ?? 10 })}
              autoComplete="new-password"
              required
              withAsterisk={false}
              {...form.getInputProps('password')}
            />
          </>
        ) : null}
        <SubmitError error={problem.error} />
        <Button type="submit" loading={join.isPending}>
          {text.join}
        </Button>
      </Stack>
    </form>
  );
}
