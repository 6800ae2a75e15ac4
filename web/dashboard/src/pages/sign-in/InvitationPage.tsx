import { Alert, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import type { InvitationPreview } from '@parley/protocol/management';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { NewPasswordField } from '../../components/forms/PasswordField.tsx';
import { useCallForm } from '../../components/forms/use-call-form.ts';
import { ErrorAlert } from '../../components/page/ErrorAlert.tsx';
import { notifySuccess } from '../../components/page/notifications.ts';
import { TextLink } from '../../components/page/TextLink.tsx';
import { fill, strings } from '../../strings/index.ts';
import { useFinishSignIn } from './after-sign-in.ts';
import { BackToSignIn, IncompleteLink, SignInForm, SignInLayout } from './SignInLayout.tsx';
import { useTokenFromUrl } from './token-from-url.ts';

const text = strings.signIn;

export function InvitationPage() {
  const token = useTokenFromUrl();
  const invitation = useQuery({
    queryKey: ['auth.invitation', token],
    queryFn: () => call('auth.invitation', { body: { token } }),
    enabled: token !== '',
  });
  const { data } = invitation;
  return (
    <SignInLayout
      title={fill(text.invitationTitle, { account: data?.accountName ?? strings.app.name })}
      {...(data === undefined
        ? {}
        : { lead: fill(text.invitationLead, { by: data.invitedBy, role: text.roles[data.role] }) })}
      foot={<BackToSignIn />}
    >
      {token === '' ? <IncompleteLink /> : null}
      {invitation.isError ? <ErrorAlert error={invitation.error} /> : null}
      {invitation.isLoading ? (
        <Stack>
          <Skeleton height={36} />
          <Skeleton height={36} />
        </Stack>
      ) : null}
      {data === undefined ? null : <InvitationForm token={token} invitation={data} />}
    </SignInLayout>
  );
}

/** A new person chooses a name and a password. A signed-in person only confirms. */
function InvitationForm({ token, invitation }: { token: string; invitation: InvitationPreview }) {
  const finishSignIn = useFinishSignIn();
  const isSignedIn = invitation.signedInAs === invitation.email;
  const isNew = !invitation.known && !isSignedIn;
  const join = useCallForm('auth.acceptInvitation', {
    initialValues: { name: '', password: '' },
    toBody: (values) => (isNew ? { token, ...values } : { token }),
    onSuccess: ({ account }) => {
      notifySuccess(fill(text.joined, { account: invitation.accountName }));
      finishSignIn(`/${account}`);
    },
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
    <SignInForm form={join} label={text.join}>
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
            {...join.form.getInputProps('name')}
          />
          <NewPasswordField label={text.password} {...join.form.getInputProps('password')} />
        </>
      ) : null}
    </SignInForm>
  );
}
