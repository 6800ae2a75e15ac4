import { Button, Select } from '@mantine/core';
import { useAccountId } from '../../api/me.ts';
import { useApiQuery } from '../../api/queries.ts';
import { DateTimeField } from '../../components/DateTimeField.tsx';
import { Filters } from '../../components/Filters.tsx';
import { strings } from '../../strings/index.ts';
import { type DeliverySearch, deliveryStates } from './delivery-search.ts';

const words = strings.deliveries;

export function DeliveryFilters(props: {
  search: DeliverySearch;
  onChange: (search: DeliverySearch) => void;
}) {
  const { search } = props;
  const account = useAccountId();
  const webhooks = useApiQuery('webhooks.list', { params: { account } });
  const events = useApiQuery('events.catalogue', { params: { account } });
  const set = (name: keyof DeliverySearch, value: string | null | undefined) => {
    const { [name]: _, ...rest } = search;
    props.onChange(value ? { ...rest, [name]: value } : rest);
  };
  return (
    <Filters active={Object.keys(search).length}>
      <Select
        label={words.webhook}
        data={[
          { value: '', label: words.anyWebhook },
          ...(webhooks.data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? []),
        ]}
        value={search.webhook ?? ''}
        onChange={(value) => set('webhook', value)}
      />
      <Select
        label={words.status}
        data={[
          { value: '', label: words.anyStatus },
          ...deliveryStates.map((state) => ({ value: state, label: words.states[state] })),
        ]}
        value={search.status ?? ''}
        onChange={(value) => set('status', value)}
      />
      <Select
        label={words.event}
        searchable
        data={[
          { value: '', label: words.anyEvent },
          ...(events.data?.items.map(({ name }) => ({ value: name, label: name })) ?? []),
        ]}
        value={search.event ?? ''}
        onChange={(value) => set('event', value)}
      />
      <DateTimeField label={words.from} value={search.from} onChange={(ms) => set('from', ms)} />
      <DateTimeField label={words.to} value={search.to} onChange={(ms) => set('to', ms)} />
      {Object.keys(search).length === 0 ? null : (
        <Button variant="subtle" onClick={() => props.onChange({})}>
          {strings.common.clearFilters}
        </Button>
      )}
    </Filters>
  );
}
