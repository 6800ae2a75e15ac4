import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { ErrorAlert } from '../../components/page/ErrorAlert.tsx';
import { TextLink } from '../../components/page/TextLink.tsx';
import { fill, strings } from '../../strings/index.ts';
import { IncompleteLink } from './IncompleteLink.tsx';
import { InvitationForm } from './InvitationForm.tsx';
import { SignInLayout } from './SignInLayout.tsx';
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
      foot={
        <TextLink to="/sign-in" size="sm">
          {text.back}
        </TextLink>
      }
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
