import { Button, Select } from '@mantine/core';
import { useAccountId } from '../../api/me.ts';
import { useApiItems, useApiQuery } from '../../api/queries.ts';
import { DateTimeField } from '../../components/DateTimeField.tsx';
import { Filters } from '../../components/Filters.tsx';
import { strings } from '../../strings/index.ts';
import { type DeliverySearch, deliveryStates } from './delivery-search.ts';

const text = strings.deliveries;

export function DeliveryFilters(props: {
  search: DeliverySearch;
  onChange: (search: DeliverySearch) => void;
}) {
  const { search } = props;
  const account = useAccountId();
  const webhooks = useApiItems('webhooks.list', { account });
  const events = useApiQuery('events.catalogue', { params: { account } });
  const set = (name: keyof DeliverySearch, value: string | null | undefined) => {
    const { [name]: _, ...rest } = search;
    props.onChange(value ? { ...rest, [name]: value } : rest);
  };
  return (
    <Filters active={Object.keys(search).length}>
      <Select
        label={text.webhook}
        data={[
          { value: '', label: text.anyWebhook },
          ...(webhooks.data?.map(({ id, name }) => ({ value: id, label: name })) ?? []),
        ]}
        value={search.webhook ?? ''}
        onChange={(value) => set('webhook', value)}
      />
      <Select
        label={text.status}
        data={[
          { value: '', label: text.anyStatus },
          ...deliveryStates.map((state) => ({ value: state, label: text.states[state] })),
        ]}
        value={search.status ?? ''}
        onChange={(value) => set('status', value)}
      />
      <Select
        label={text.event}
        searchable
        data={[
          { value: '', label: text.anyEvent },
          ...(events.data?.items.map(({ name }) => ({ value: name, label: name })) ?? []),
        ]}
        value={search.event ?? ''}
        onChange={(value) => set('event', value)}
      />
      <DateTimeField label={text.from} value={search.from} onChange={(ms) => set('from', ms)} />
      <DateTimeField label={text.to} value={search.to} onChange={(ms) => set('to', ms)} />
      {Object.keys(search).length === 0 ? null : (
        <Button variant="subtle" onClick={() => props.onChange({})}>
          {strings.common.clearFilters}
        </Button>
      )}
    </Filters>
  );
}
