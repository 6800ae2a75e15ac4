import { Button } from '@mantine/core';
import type { DeliveryDetail } from '@parley/protocol/dashboard';
import { useAccountId, useIsOwner } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { Icon } from '../../icons/Icon.tsx';
import { ask } from '../../parts/ask.tsx';
import { tellDone, tellProblem } from '../../parts/tell.ts';
import { strings } from '../../strings/index.ts';

const words = strings.delivery;

export function DeliveryActions({ delivery }: { delivery: DeliveryDetail }) {
  const account = useAccountId();
  const isOwner = useIsOwner();
  const params = { account, delivery: delivery.id };
  const stale = ['deliveries.get', 'deliveries.list', 'webhooks.list', 'webhooks.get'] as const;
  const replay = useApiMutation('deliveries.replay', {
    params,
    stale,
    onDone: ({ passed }) => tellDone(passed ? words.replayed : words.replayFailed),
    onProblem: tellProblem,
  });
  const discard = useApiMutation('deliveries.discard', {
    params,
    stale,
    onDone: () => tellDone(words.discarded),
    onProblem: tellProblem,
  });
  return (
    <>
      {delivery.canDiscard && isOwner ? (
        <Button
          variant="default"
          loading={discard.isPending}
          onClick={() =>
            ask({
              title: words.discardAsk,
              words: words.discardWords,
              confirm: words.discard,
              run: () => discard.mutate({}),
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
