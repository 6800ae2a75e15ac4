import { Button } from '@mantine/core';
import type { DeliveryDetail } from '@parley/protocol/dashboard';
import { useAccountId, useIsOwner } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { confirmDialog } from '../../components/confirm-dialog.tsx';
import { notifyError, notifySuccess } from '../../components/notifications.ts';
import { Icon } from '../../icons/Icon.tsx';
import { strings } from '../../strings/index.ts';

const words = strings.delivery;

export function DeliveryActions({ delivery }: { delivery: DeliveryDetail }) {
  const account = useAccountId();
  const isOwner = useIsOwner();
  const params = { account, delivery: delivery.id };
  const stale = ['deliveries.get', 'deliveries.list', 'webhooks.list', 'webhooks.get'] as const;
  const replay = useApiMutation('deliveries.replay', {
    params,
    invalidates: stale,
    onSuccess: ({ passed }) => notifySuccess(passed ? words.replayed : words.replayFailed),
    onError: notifyError,
  });
  const discard = useApiMutation('deliveries.discard', {
    params,
    invalidates: stale,
    onSuccess: () => notifySuccess(words.discarded),
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
              title: words.discardAsk,
              words: words.discardWords,
              confirmLabel: words.discard,
              onConfirm: () => discard.mutate({}),
            })
          }
        >
          {words.discard}
        </Button>
      ) : null}
      {delivery.canReplay ? (
        <Button
          leftSection={<Icon name="replay" size={16} />}
          loading={replay.isPending}
          onClick={() => replay.mutate({})}
        >
          {words.replay}
        </Button>
      ) : null}
    </>
  );
}
