import { Button } from '@mantine/core';
import type { DiscardManyInput } from '@parley/protocol/dashboard';
import { useAccountId } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { Icon } from '../../icons/Icon.tsx';
import { ask } from '../../parts/ask.tsx';
import { tellDone, tellProblem } from '../../parts/tell.ts';
import { strings } from '../../strings/index.ts';
import { type DeliverySearch, deliveryQueryOf } from './delivery-search.ts';

const words = strings.deliveries;
const mayDiscardAll = ({ webhook, status }: DeliverySearch): boolean =>
  webhook !== undefined && (status === 'held' || status === 'pending');

/** Gives up what waits: the chosen ones, or all that match. */
export function DiscardButtons(props: {
  search: DeliverySearch;
  chosen: ReadonlySet<string>;
  onDone: () => void;
}) {
  const { search, chosen } = props;
  const account = useAccountId();
  const discard = useApiMutation('deliveries.discardMany', {
    params: { account },
    stale: ['deliveries.list', 'deliveries.get', 'webhooks.list', 'webhooks.get'],
    onDone: ({ discarded, more }) => {
      tellDone(words.discardResult(discarded, more));
      props.onDone();
    },
    onProblem: tellProblem,
  });
  const button = (label: string, title: string, input: DiscardManyInput) => (
    <Button
      size="xs"
      variant="subtle"
      color="red"
      leftSection={<Icon name="trash" size={15} />}
      loading={discard.isPending}
      onClick={() =>
        ask({
          title,
          words: words.discardManyWords,
          confirm: words.discardConfirm,
          run: () => discard.mutate(input),
        })
      }
    >
      {label}
    </Button>
  );
  if (chosen.size > 0)
    return button(words.discardSelected, words.discardSelectedAsk(chosen.size), {
      ids: [...chosen].slice(0, 100),
    });
  if (!mayDiscardAll(search)) return null;
  return button(words.discardAll, words.discardAllAsk, deliveryQueryOf(search) ?? {});
}
