import { Button, Group } from '@mantine/core';
import type { Invitation } from '@parley/protocol/dashboard';
import { useAccountId } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { tellDone, tellProblem } from '../../parts/tell.ts';
import { strings } from '../../strings/index.ts';

const words = strings.members;

export function InvitationActions({ invitation }: { invitation: Invitation }) {
  const account = useAccountId();
  const shared = {
    params: { account, invitation: invitation.id },
    stale: ['invitations.list'] as const,
    onProblem: tellProblem,
  };
  const resend = useApiMutation('invitations.resend', { ...shared, onDone: () => tellDone(words.resent) });
  const revoke = useApiMutation('invitations.revoke', { ...shared, onDone: () => tellDone(words.revoked) });
  return (
    <Group gap={4} justify="flex-end">
      <Button variant="subtle" size="compact-sm" loading={resend.isPending} onClick={() => resend.mutate({})}>
        {words.resend}
      </Button>
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        loading={revoke.isPending}
        onClick={() => revoke.mutate(undefined)}
      >
        {words.revoke}
      </Button>
    </Group>
  );
}
