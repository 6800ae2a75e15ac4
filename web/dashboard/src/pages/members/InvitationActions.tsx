import { Button, Group } from '@mantine/core';
import type { Invitation } from '@parley/protocol/management';
import { useAccountId } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { notifyError, notifySuccess } from '../../components/page/notifications.ts';
import { strings } from '../../strings/index.ts';

const text = strings.members;

export function InvitationActions({ invitation }: { invitation: Invitation }) {
  const account = useAccountId();
  const shared = {
    params: { account, invitation: invitation.id },
    invalidates: ['invitations.list'] as const,
    onError: notifyError,
  };
  const resend = useApiMutation('invitations.resend', {
    ...shared,
    onSuccess: () => notifySuccess(text.resent),
  });
  const revoke = useApiMutation('invitations.revoke', {
    ...shared,
    onSuccess: () => notifySuccess(text.revoked),
  });
  return (
    <Group gap={4} justify="flex-end">
      <Button variant="subtle" size="compact-sm" loading={resend.isPending} onClick={() => resend.mutate({})}>
        {text.resend}
      </Button>
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        loading={revoke.isPending}
        onClick={() => revoke.mutate(undefined)}
      >
        {text.revoke}
      </Button>
    </Group>
  );
}
