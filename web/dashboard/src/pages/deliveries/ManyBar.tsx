import { Button, Group, Text } from '@mantine/core';
import { useAccountId, useIsOwner } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { Icon } from '../../icons/Icon.tsx';
import { ask } from '../../parts/ask.tsx';
import { tellDone, tellProblem } from '../../parts/tell.ts';
import { strings } from '../../strings/index.ts';
import { DiscardButtons } from './DiscardButtons.tsx';
import { type DeliverySearch, deliveryQueryOf } from './delivery-search.ts';

const words = strings.deliveries;
const mayReplayAll = ({ webhook, status }: DeliverySearch): boolean =>
  webhook !== undefined && status !== undefined && status !== 'delivered';

/** What can be done with the chosen ones, or with all that match a filter for one webhook. */
export function ManyBar(props: { search: DeliverySearch; chosen: ReadonlySet<string>; onDone: () => void }) {
  const { search, chosen } = props;
  const account = useAccountId();
  const isOwner = useIsOwner();
  const replay = useApiMutation('deliveries.replayMany', {
    params: { account },
    stale: ['deliveries.list', 'deliveries.get', 'webhooks.list'],
    onDone: ({ tried, delivered, failed, left }) => {
      tellDone(words.replayResult(tried, delivered, failed, left));
      props.onDone();
    },
    onProblem: tellProblem,
  });
  const replayAll = () =>
    ask({
      title: words.replayAllAsk,
      words: words.replayAllWords,
      confirm: words.replayAll,
      danger: false,
      run: () => replay.mutate(deliveryQueryOf(search) ?? {}),
    });
  if (chosen.size === 0 && !mayReplayAll(search)) return null;
  return (
    <Group mb="sm" gap="sm">
      {chosen.size === 0 ? null : (
        <>
          <Text size="sm" role="status">
            {words.selected(chosen.size)}
          </Text>
          <Button
            size="xs"
            leftSection={<Icon name="replay" size={15} />}
            loading={replay.isPending}
            onClick={() => replay.mutate({ ids: [...chosen].slice(0, 100) })}
          >
            {words.replaySelected}
          </Button>
        </>
      )}
      {mayReplayAll(search) ? (
        <Button size="xs" variant="default" loading={replay.isPending} onClick={replayAll}>
          {words.replayAll}
        </Button>
      ) : null}
      {isOwner ? <DiscardButtons search={search} chosen={chosen} onDone={props.onDone} /> : null}
    </Group>
  );
}
