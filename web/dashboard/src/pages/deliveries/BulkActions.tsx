import { Group, Text } from '@mantine/core';
import type { AnswerOf } from '../../api/call.ts';
import { useIsOwner } from '../../api/me.ts';
import { type DeliverySearch, deliveryQueryOf } from '../../components/deliveries/delivery-search.ts';
import { ActionButton } from '../../components/forms/ActionButton.tsx';
import { fill, plural, strings } from '../../strings/index.ts';

const text = strings.deliveries;
const maxSelected = 100;

function replayedText({ tried, delivered, failed, left }: AnswerOf<'deliveries.replayMany'>): string {
  const result = fill(text.replayResult, { tried, delivered, failed });
  return left > 0 ? `${result} ${fill(text.replayLeft, { left })}` : result;
}

function discardedText({ discarded, more }: AnswerOf<'deliveries.discardMany'>): string {
  const result = plural(text.discardResult, discarded);
  return more ? `${result} ${text.discardMore}` : result;
}

/** Actions for the selected deliveries, or for all that match a filter for one webhook. */
export function BulkActions(props: {
  search: DeliverySearch;
  selected: ReadonlySet<string>;
  onDone: () => void;
}) {
  const { search, selected, onDone } = props;
  const isOwner = useIsOwner();
  const hasSelected = selected.size > 0;
  const chosen = { ids: [...selected].slice(0, maxSelected) };
  const { webhook, status } = search;
  const mayReplayAll = webhook !== undefined && status !== undefined && status !== 'delivered';
  const mayDiscardAll = webhook !== undefined && (status === 'held' || status === 'pending');
  const replay = {
    call: 'deliveries.replayMany' as const,
    invalidates: ['deliveries.list', 'deliveries.get', 'webhooks.list'] as const,
    size: 'xs',
    done: replayedText,
    onDone,
  };
  if (!hasSelected && !mayReplayAll) return null;
  return (
    <Group mb="sm" gap="sm">
      {hasSelected ? (
        <>
          <Text size="sm" role="status">
            {fill(text.selected, { count: selected.size })}
          </Text>
          <ActionButton {...replay} icon="replay" label={text.replaySelected} body={chosen} />
        </>
      ) : null}
      {mayReplayAll ? (
        <ActionButton
          {...replay}
          variant="default"
          label={text.replayAll}
          body={deliveryQueryOf(search) ?? {}}
          question={{ title: text.replayAllQuestion, text: text.replayAllText, danger: false }}
        />
      ) : null}
      {isOwner && (hasSelected || mayDiscardAll) ? (
        <ActionButton
          call="deliveries.discardMany"
          invalidates={['deliveries.list', 'deliveries.get', 'webhooks.list', 'webhooks.get']}
          size="xs"
          variant="subtle"
          color="red"
          icon="trash"
          label={hasSelected ? text.discardSelected : text.discardAll}
          body={hasSelected ? chosen : (deliveryQueryOf(search) ?? {})}
          question={{
            title: hasSelected
              ? plural(text.discardSelectedQuestion, selected.size)
              : text.discardAllQuestion,
            text: text.discardManyText,
            confirmLabel: text.discardConfirm,
          }}
          done={discardedText}
          onDone={onDone}
        />
      ) : null}
    </Group>
  );
}
