import { Button, Group, Text } from '@mantine/core';
import { useAccountId, useIsOwner } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { type DeliverySearch, deliveryQueryOf } from '../../components/deliveries/delivery-search.ts';
import { confirmDialog } from '../../components/forms/confirm-dialog.tsx';
import { notifyError, notifySuccess } from '../../components/page/notifications.ts';
import { Icon } from '../../icons/Icon.tsx';
import { fill, strings } from '../../strings/index.ts';
import { DiscardButtons } from './DiscardButtons.tsx';

const text = strings.deliveries;
const mayReplayAll = ({ webhook, status }: DeliverySearch): boolean =>
  webhook !== undefined && status !== undefined && status !== 'delivered';

/** Actions for the selected deliveries, or for all that match a filter for one webhook. */
export function BulkActions(props: {
  search: DeliverySearch;
  selected: ReadonlySet<string>;
  onDone: () => void;
}) {
  const { search, selected } = props;
  const account = useAccountId();
  const isOwner = useIsOwner();
  const replay = useApiMutation('deliveries.replayMany', {
    params: { account },
    invalidates: ['deliveries.list', 'deliveries.get', 'webhooks.list'],
    onSuccess: ({ tried, delivered, failed, left }) => {
      const result = fill(text.replayResult, { tried, delivered, failed });
      notifySuccess(left > 0 ? `${result} ${fill(text.replayLeft, { left })}` : result);
      props.onDone();
    },
    onError: notifyError,
  });
  const replayAll = () =>
    confirmDialog({
      title: text.replayAllQuestion,
      text: text.replayAllText,
      confirmLabel: text.replayAll,
      danger: false,
      onConfirm: () => replay.mutate(deliveryQueryOf(search) ?? {}),
    });
  if (selected.size === 0 && !mayReplayAll(search)) return null;
  return (
    <Group mb="sm" gap="sm">
      {selected.size === 0 ? null : (
        <>
          <Text size="sm" role="status">
            {fill(text.selected, { count: selected.size })}
          </Text>
          <Button
            size="xs"
            leftSection={<Icon name="replay" size={15} />}
            loading={replay.isPending}
            onClick={() => replay.mutate({ ids: [...selected].slice(0, 100) })}
          >
            {text.replaySelected}
          </Button>
        </>
      )}
      {mayReplayAll(search) ? (
        <Button size="xs" variant="default" loading={replay.isPending} onClick={replayAll}>
          {text.replayAll}
        </Button>
      ) : null}
      {isOwner ? <DiscardButtons search={search} selected={selected} onDone={props.onDone} /> : null}
    </Group>
  );
}
