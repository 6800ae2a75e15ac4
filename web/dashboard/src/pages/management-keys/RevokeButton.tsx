import { Button } from '@mantine/core';
import type { ManagementKey } from '@parley/protocol/management';
import { useAccountId, useIsOwner } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { confirmDialog } from '../../components/forms/confirm-dialog.tsx';
import { notifyError, notifySuccess } from '../../components/page/notifications.ts';
import { fill, strings } from '../../strings/index.ts';

const text = strings.managementKeys;

export function RevokeButton({ managementKey: { id, name, state } }: { managementKey: ManagementKey }) {
  const account = useAccountId();
  const isOwner = useIsOwner();
  const revoke = useApiMutation('managementKeys.revoke', {
    params: { account, key: id },
    invalidates: ['managementKeys.list'],
    onSuccess: () => notifySuccess(fill(text.revoked, { name })),
    onError: notifyError,
  });
  if (!isOwner || state === 'revoked') return null;
  return (
    <Button
      variant="subtle"
      color="red"
      size="compact-sm"
      aria-label={fill(text.revokeOf, { name })}
      loading={revoke.isPending}
      onClick={() =>
        confirmDialog({
          title: fill(text.revokeQuestion, { name }),
          text: text.revokeText,
          confirmLabel: text.revoke,
          onConfirm: () => revoke.mutate({}),
        })
      }
    >
      {text.revoke}
    </Button>
  );
}
