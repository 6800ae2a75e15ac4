import { Button } from '@mantine/core';
import type { DiscardManyInput } from '@parley/protocol/management';
import { useAccountId } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { type DeliverySearch, deliveryQueryOf } from '../../components/deliveries/delivery-search.ts';
import { confirmDialog } from '../../components/forms/confirm-dialog.tsx';
import { notifyError, notifySuccess } from '../../components/page/notifications.ts';
import { Icon } from '../../icons/Icon.tsx';
import { plural, strings } from '../../strings/index.ts';

const text = strings.deliveries;
const mayDiscardAll = ({ webhook, status }: DeliverySearch): boolean =>
  webhook !== undefined && (status === 'held' || status === 'pending');

/** Discards the selected deliveries, or all that match the filter. */
export function DiscardButtons(props: {
  search: DeliverySearch;
  selected: ReadonlySet<string>;
  onDone: () => void;
}) {
  const { search, selected } = props;
  const account = useAccountId();
  const discard = useApiMutation('deliveries.discardMany', {
    params: { account },
    invalidates: ['deliveries.list', 'deliveries.get', 'webhooks.list', 'webhooks.get'],
    onSuccess: ({ discarded, more }) => {
      const result = plural(text.discardResult, discarded);
      notifySuccess(more ? `${result} ${text.discardMore}` : result);
      props.onDone();
    },
    onError: notifyError,
  });
  const button = (label: string, title: string, input: DiscardManyInput) => (
    <Button
      size="xs"
      variant="subtle"
      color="red"
      leftSection={<Icon name="trash" size={15} />}
      loading={discard.isPending}
      onClick={() =>
        confirmDialog({
          title,
          text: text.discardManyText,
          confirmLabel: text.discardConfirm,
          onConfirm: () => discard.mutate(input),
        })
      }
    >
      {label}
    </Button>
  );
  if (selected.size > 0)
    return button(text.discardSelected, plural(text.discardSelectedQuestion, selected.size), {
      ids: [...selected].slice(0, 100),
    });
  if (!mayDiscardAll(search)) return null;
  return button(text.discardAll, text.discardAllQuestion, deliveryQueryOf(search) ?? {});
}
