import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import { strings } from '../../strings/index.ts';
import { IncompleteLink } from './IncompleteLink.tsx';
import { InvitationForm } from './InvitationForm.tsx';
import { SignInLayout } from './SignInLayout.tsx';
import { useTokenFromUrl } from './token-from-url.ts';

const words = strings.signIn;

export function InvitationPage() {
  const token = useTokenFromUrl();
  const sight = useQuery({
    queryKey: ['auth.invitation', token],
    queryFn: () => call('auth.invitation', { body: { token } }),
    enabled: token !== '',
  });
  const { data } = sight;
  return (
    <SignInLayout
      title={words.invitationTitle(data?.accountName ?? strings.app.name)}
      {...(data === undefined ? {} : { lead: words.invitationLead(data.invitedBy, words.roles[data.role]) })}
      foot={
        <TextLink to="/sign-in" size="sm">
          {words.back}
        </TextLink>
      }
    >
      {token === '' ? <IncompleteLink /> : null}
      {sight.isError ? <ErrorAlert error={sight.error} /> : null}
      {sight.isLoading ? (
        <Stack>
          <Skeleton height={36} />
          <Skeleton height={36} />
        </Stack>
      ) : null}
      {data === undefined ? null : <InvitationForm token={token} sight={data} />}
    </SignInLayout>
  );
}
