import { Button } from '@mantine/core';
import type { Grant } from '@parley/protocol/management';
import { useAccountId, useIsOwner } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { confirmDialog } from '../../components/forms/confirm-dialog.tsx';
import { notifyError, notifySuccess } from '../../components/page/notifications.ts';
import { fill, strings } from '../../strings/index.ts';

const text = strings.connectedApps;

export function WithdrawButton({ grant: { id, partner, withdrawnAt } }: { grant: Grant }) {
  const account = useAccountId();
  const isOwner = useIsOwner();
  const withdraw = useApiMutation('grants.withdraw', {
    params: { account, grant: id },
    invalidates: ['grants.list'],
    onSuccess: () => notifySuccess(fill(text.withdrawn, { name: partner.name })),
    onError: notifyError,
  });
  if (!isOwner || withdrawnAt !== null) return null;
  return (
    <Button
      variant="subtle"
      color="red"
      size="compact-sm"
      aria-label={fill(text.withdrawFrom, { name: partner.name })}
      loading={withdraw.isPending}
      onClick={() =>
        confirmDialog({
          title: fill(text.withdrawQuestion, { name: partner.name }),
          text: fill(text.withdrawText, { name: partner.name }),
          confirmLabel: text.withdraw,
          onConfirm: () => withdraw.mutate({}),
        })
      }
    >
      {text.withdraw}
    </Button>
  );
}
