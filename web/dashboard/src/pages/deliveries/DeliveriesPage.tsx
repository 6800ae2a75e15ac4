import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccountId } from '../../api/me.ts';
import { useApiItems, useApiPages, useApiQuery } from '../../api/queries.ts';
import { DeliveryFilters } from '../../components/deliveries/DeliveryFilters.tsx';
import { type DeliverySearch, deliveryQueryOf } from '../../components/deliveries/delivery-search.ts';
import { PageHeader } from '../../components/page/PageHeader.tsx';
import { EmptyState } from '../../components/tables/EmptyState.tsx';
import { FilteredListState } from '../../components/tables/FilteredListState.tsx';
import { LoadMoreButton } from '../../components/tables/LoadMoreButton.tsx';
import { strings } from '../../strings/index.ts';
import { BulkActions } from './BulkActions.tsx';
import { DeliveryTable } from './DeliveryTable.tsx';

const text = strings.deliveries;

export function DeliveriesPage() {
  const account = useAccountId();
  const navigate = useNavigate();
  const search: DeliverySearch = useSearch({ strict: false });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const list = useApiPages('deliveries.list', { account }, deliveryQueryOf(search));
  const { items: rows } = list;
  const webhooks = useApiItems('webhooks.list', { account });
  const events = useApiQuery('events.catalogue', { params: { account } });
  const isFiltered = Object.keys(search).length > 0;
  const filter = (next: DeliverySearch) => {
    setSelected(new Set());
    void navigate({ to: '/$account/deliveries', params: { account }, search: next, replace: true });
  };
  return (
    <>
      <PageHeader title={text.title} lead={text.lead} />
      <DeliveryFilters
        search={search}
        webhooks={webhooks.data ?? []}
        events={events.data?.items.map(({ name }) => name) ?? []}
        onChange={filter}
      />
      <FilteredListState
        list={list}
        isFiltered={isFiltered}
        empty={<EmptyState icon="deliveries" title={text.emptyTitle} text={text.emptyText} />}
      />
      {rows.length === 0 ? null : (
        <>
          <BulkActions search={search} selected={selected} onDone={() => setSelected(new Set())} />
          <DeliveryTable rows={rows} selected={selected} onSelect={setSelected} />
        </>
      )}
      <LoadMoreButton list={list} />
    </>
  );
}
