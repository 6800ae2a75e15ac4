import { Button, Select } from '@mantine/core';
import { strings } from '../../strings/index.ts';
import { DateTimeField } from '../forms/DateTimeField.tsx';
import { Filters } from '../tables/Filters.tsx';
import { type DeliverySearch, deliveryStates } from './delivery-search.ts';

const text = strings.deliveries;

export function DeliveryFilters(props: {
  search: DeliverySearch;
  onChange: (search: DeliverySearch) => void;
  /** The names of the events that can be chosen. */
  events: readonly string[];
  /** Left out if all deliveries belong to one webhook. */
  webhooks?: readonly { readonly id: string; readonly name: string }[];
}) {
  const { search } = props;
  const set = (name: keyof DeliverySearch, value: string | null | undefined) => {
    const { [name]: _, ...rest } = search;
    props.onChange(value ? { ...rest, [name]: value } : rest);
  };
  return (
    <Filters active={Object.keys(search).length}>
      {props.webhooks === undefined ? null : (
        <Select
          label={text.webhook}
          data={[
            { value: '', label: text.anyWebhook },
            ...props.webhooks.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={search.webhook ?? ''}
          onChange={(value) => set('webhook', value)}
        />
      )}
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
        data={[{ value: '', label: text.anyEvent }, ...props.events]}
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
