import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { Problem } from '../../parts/Problem.tsx';
import { TextLink } from '../../parts/TextLink.tsx';
import { strings } from '../../strings/index.ts';
import { FrontPage } from './FrontPage.tsx';
import { InvitationForm } from './InvitationForm.tsx';
import { LinkMissing } from './LinkMissing.tsx';
import { useTokenInAddress } from './token-in-address.ts';

const words = strings.signIn;

export function InvitationPage() {
  const token = useTokenInAddress();
  const sight = useQuery({
    queryKey: ['auth.invitation', token],
    queryFn: () => call('auth.invitation', { body: { token } }),
    enabled: token !== '',
  });
  const { data } = sight;
  return (
    <FrontPage
      title={words.invitationTitle(data?.accountName ?? strings.app.name)}
      {...(data === undefined ? {} : { lead: words.invitationLead(data.invitedBy, words.roles[data.role]) })}
      foot={
        <TextLink to="/sign-in" size="sm">
          {words.back}
        </TextLink>
      }
    >
      {token === '' ? <LinkMissing /> : null}
      {sight.isError ? <Problem error={sight.error} /> : null}
      {sight.isLoading ? (
        <Stack>
          <Skeleton height={36} />
          <Skeleton height={36} />
        </Stack>
      ) : null}
      {data === undefined ? null : <InvitationForm token={token} sight={data} />}
    </FrontPage>
  );
}
