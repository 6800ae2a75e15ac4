import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccountId } from '../../api/me.ts';
import { useApiPages } from '../../api/queries.ts';
import { EmptyNote } from '../../parts/EmptyNote.tsx';
import { MorePages } from '../../parts/MorePages.tsx';
import { PageHeader } from '../../parts/PageHeader.tsx';
import { Problem } from '../../parts/Problem.tsx';
import { RowSkeleton } from '../../parts/RowSkeleton.tsx';
import { strings } from '../../strings/index.ts';
import { DeliveryFilters } from './DeliveryFilters.tsx';
import { DeliveryTable } from './DeliveryTable.tsx';
import { type DeliverySearch, deliveryQueryOf } from './delivery-search.ts';
import { ManyBar } from './ManyBar.tsx';

const words = strings.deliveries;

export function DeliveriesPage() {
  const account = useAccountId();
  const navigate = useNavigate();
  const search: DeliverySearch = useSearch({ strict: false });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const list = useApiPages('deliveries.list', { account }, deliveryQueryOf(search));
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const isFiltered = Object.keys(search).length > 0;
  const filter = (next: DeliverySearch) => {
    setChosen(new Set());
    void navigate({ to: '/$account/deliveries', params: { account }, search: next, replace: true });
  };
  return (
    <>
      <PageHeader title={words.title} lead={words.lead} />
      <DeliveryFilters search={search} onChange={filter} />
      {list.isError ? <Problem error={list.error} onRetry={() => list.refetch()} /> : null}
      {list.isPending ? <RowSkeleton count={8} /> : null}
      {list.isEmpty ? (
        isFiltered ? (
          <EmptyNote
            icon="filter"
            title={strings.common.nothingFound}
            words={strings.common.nothingFoundWords}
          />
        ) : (
          <EmptyNote icon="deliveries" title={words.emptyTitle} words={words.emptyWords} />
        )
      ) : null}
      {rows.length === 0 ? null : (
        <>
          <ManyBar search={search} chosen={chosen} onDone={() => setChosen(new Set())} />
          <DeliveryTable rows={rows} chosen={chosen} onChoose={setChosen} />
        </>
      )}
      <MorePages has={list.hasNextPage} busy={list.isFetchingNextPage} onMore={() => list.fetchNextPage()} />
    </>
  );
}
