import { Button } from '@mantine/core';
import type { DeliveryDetail } from '@parley/protocol/management';
import { useAccountId, useIsOwner } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { confirmDialog } from '../../components/forms/confirm-dialog.tsx';
import { notifyError, notifySuccess } from '../../components/page/notifications.ts';
import { Icon } from '../../icons/Icon.tsx';
import { strings } from '../../strings/index.ts';

const text = strings.delivery;

export function DeliveryActions({ delivery }: { delivery: DeliveryDetail }) {
  const account = useAccountId();
  const isOwner = useIsOwner();
  const params = { account, delivery: delivery.id };
  const changedCalls = ['deliveries.get', 'deliveries.list', 'webhooks.list', 'webhooks.get'] as const;
  const replay = useApiMutation('deliveries.replay', {
    params,
    invalidates: changedCalls,
    onSuccess: ({ passed }) => notifySuccess(passed ? text.replayed : text.replayFailed),
    onError: notifyError,
  });
  const discard = useApiMutation('deliveries.discard', {
    params,
    invalidates: changedCalls,
    onSuccess: () => notifySuccess(text.discarded),
    onError: notifyError,
  });
  return (
    <>
      {delivery.canDiscard && isOwner ? (
        <Button
          variant="default"
          loading={discard.isPending}
          onClick={() =>
            confirmDialog({
              title: text.discardQuestion,
              text: text.discardText,
              confirmLabel: text.discard,
              onConfirm: () => discard.mutate({}),
            })
          }
        >
          {text.discard}
        </Button>
      ) : null}
      {delivery.canReplay ? (
        <Button
          leftSection={<Icon name="replay" size={16} />}
          loading={replay.isPending}
          onClick={() => replay.mutate({})}
        >
          {text.replay}
        </Button>
      ) : null}
    </>
  );
}
