import { Select } from '@mantine/core';
import { strings } from '../../strings/index.ts';
import { Filters } from '../tables/Filters.tsx';
import type { FilterState } from '../tables/use-filters.ts';
import { type DeliverySearch, deliveryStates } from './delivery-search.ts';

const text = strings.deliveries;

export function DeliveryFilters(props: {
  filters: FilterState<DeliverySearch>;
  /** The names of the events that can be chosen. */
  events: readonly string[];
  /** Left out if all deliveries belong to one webhook. */
  webhooks?: readonly { readonly id: string; readonly name: string }[];
}) {
  const { values, set } = props.filters;
  return (
    <Filters filters={props.filters}>
      {props.webhooks === undefined ? null : (
        <Select
          label={text.webhook}
          data={[
            { value: '', label: text.anyWebhook },
            ...props.webhooks.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={values.webhook ?? ''}
          onChange={(value) => set('webhook', value)}
        />
      )}
      <Select
        label={text.status}
        data={[
          { value: '', label: text.anyStatus },
          ...deliveryStates.map((state) => ({ value: state, label: text.states[state] })),
        ]}
        value={values.status ?? ''}
        onChange={(value) => set('status', value)}
      />
      <Select
        label={text.event}
        searchable
        data={[{ value: '', label: text.anyEvent }, ...props.events]}
        value={values.event ?? ''}
        onChange={(value) => set('event', value)}
      />
    </Filters>
  );
}
