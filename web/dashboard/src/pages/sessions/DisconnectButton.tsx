import { Button } from '@mantine/core';
import type { Session } from '@parley/protocol/management';
import { useAccountId } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { confirmDialog } from '../../components/forms/confirm-dialog.tsx';
import { notifyError, notifySuccess } from '../../components/page/notifications.ts';
import { Icon } from '../../icons/Icon.tsx';
import { fill, strings } from '../../strings/index.ts';

const text = strings.sessions;

export function DisconnectButton({ session, small = false }: { session: Session; small?: boolean }) {
  const account = useAccountId();
  const disconnect = useApiMutation('sessions.disconnect', {
    params: { account, session: session.id },
    invalidates: ['sessions.get', 'sessions.list'],
    onSuccess: () => notifySuccess(text.disconnected),
    onError: notifyError,
  });
  return (
    <Button
      size={small ? 'compact-sm' : 'sm'}
      variant={small ? 'subtle' : 'outline'}
      color="red"
      leftSection={<Icon name="phone" size={15} />}
      loading={disconnect.isPending}
      onClick={() =>
        confirmDialog({
          title: fill(text.disconnectQuestion, { user: session.user.name }),
          text: text.disconnectText,
          confirmLabel: text.disconnect,
          onConfirm: () => disconnect.mutate({}),
        })
      }
    >
      {text.disconnect}
    </Button>
  );
}
