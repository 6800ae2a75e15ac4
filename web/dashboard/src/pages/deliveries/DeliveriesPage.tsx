import { Checkbox } from '@mantine/core';
import type { Delivery } from '@parley/protocol/management';
import { useState } from 'react';
import { useAccountId } from '../../api/account-id.ts';
import { useApiItems, useApiPages, useApiQuery } from '../../api/queries.ts';
import { DeliveryFilters } from '../../components/deliveries/DeliveryFilters.tsx';
import { deliveryColumns } from '../../components/deliveries/delivery-columns.tsx';
import { type DeliverySearch, deliveryQueryOf } from '../../components/deliveries/delivery-search.ts';
import { PageHeader } from '../../components/page/PageHeader.tsx';
import { TextLink } from '../../components/page/TextLink.tsx';
import { type Column, DataTable } from '../../components/tables/DataTable.tsx';
import { EmptyState } from '../../components/tables/EmptyState.tsx';
import { PagedList } from '../../components/tables/PagedList.tsx';
import { RowSkeleton } from '../../components/tables/RowSkeleton.tsx';
import { useFilters } from '../../components/tables/use-filters.ts';
import { fill, strings } from '../../strings/index.ts';
import { BulkActions } from './BulkActions.tsx';

const text = strings.deliveries;

export function DeliveriesPage() {
  const account = useAccountId();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const selectNone = () => setSelected(new Set());
  const filters = useFilters<DeliverySearch>(selectNone);
  const deliveries = useApiPages('deliveries.list', deliveryQueryOf(filters.values));
  const webhooks = useApiItems('webhooks.list');
  const events = useApiQuery('events.catalogue');
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    setSelected(next);
  };
  const selectColumn: Column<Delivery> = {
    title: text.selectTitle,
    isTitleHidden: true,
    cell: ({ id, event }) => (
      <Checkbox
        display="inline-block"
        aria-label={fill(text.select, { event })}
        checked={selected.has(id)}
        onChange={() => toggle(id)}
      />
    ),
  };
  const [eventColumn, ...otherColumns] = deliveryColumns(({ id, event }) => (
    <TextLink
      to="/$account/deliveries/$delivery"
      params={{ account, delivery: id }}
      size="sm"
      className="mono"
    >
      {event}
    </TextLink>
  ));
  return (
    <>
      <PageHeader title={text.title} lead={text.lead} />
      <DeliveryFilters
        filters={filters}
        webhooks={webhooks.data ?? []}
        events={events.data?.items.map(({ name }) => name) ?? []}
      />
      <PagedList
        list={deliveries}
        isFiltered={filters.count > 0}
        skeleton={<RowSkeleton count={8} />}
        empty={<EmptyState icon="deliveries" title={text.emptyTitle} text={text.emptyText} />}
      >
        <BulkActions search={filters.values} selected={selected} onDone={selectNone} />
        <DataTable
          hasRowLinks
          label={text.title}
          columns={[selectColumn, eventColumn, webhookColumn, ...otherColumns]}
          rows={deliveries.items}
        />
      </PagedList>
    </>
  );
}

const webhookColumn: Column<Delivery> = { title: text.webhook, cell: ({ webhook }) => webhook.name };
