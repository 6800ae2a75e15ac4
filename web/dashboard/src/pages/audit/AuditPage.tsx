import { Button, Select } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useAccountId } from '../../api/me.ts';
import { useApiItems, useApiPages } from '../../api/queries.ts';
import { DateTimeField } from '../../components/forms/DateTimeField.tsx';
import { PageHeader } from '../../components/page/PageHeader.tsx';
import { EmptyState } from '../../components/tables/EmptyState.tsx';
import { FilteredListState } from '../../components/tables/FilteredListState.tsx';
import { Filters } from '../../components/tables/Filters.tsx';
import { LoadMoreButton } from '../../components/tables/LoadMoreButton.tsx';
import { strings } from '../../strings/index.ts';
import { ActionSelect } from './ActionSelect.tsx';
import { AuditTable } from './AuditTable.tsx';

const text = strings.audit;
type Search = { action?: string; person?: string; from?: string; to?: string };

export function AuditPage() {
  const account = useAccountId();
  const navigate = useNavigate();
  const search: Search = useSearch({ strict: false });
  const { from, to, ...rest } = search;
  const people = useApiItems('members.list', { account });
  const list = useApiPages(
    'audit.list',
    { account },
    {
      ...rest,
      ...(from === undefined ? {} : { from: Number(from) }),
      ...(to === undefined ? {} : { to: Number(to) }),
    },
  );
  const { items: rows } = list;
  const isFiltered = Object.keys(search).length > 0;
  const filter = (next: Search) =>
    void navigate({ to: '/$account/audit', params: { account }, search: next, replace: true });
  const set = (name: keyof Search, value: string | null | undefined) => {
    const { [name]: _, ...others } = search;
    filter(value ? { ...others, [name]: value } : others);
  };
  return (
    <>
      <PageHeader title={text.title} lead={text.lead} />
      <Filters active={Object.keys(search).length}>
        <ActionSelect value={search.action ?? ''} onChange={(action) => set('action', action)} />
        <Select
          label={text.person}
          data={[
            { value: '', label: text.anybody },
            ...(people.data?.map(({ personId, name, email }) => ({
              value: personId,
              label: name || email,
            })) ?? []),
          ]}
          value={search.person ?? ''}
          onChange={(value) => set('person', value)}
        />
        <DateTimeField label={strings.common.from} value={from} onChange={(ms) => set('from', ms)} />
        <DateTimeField label={strings.common.to} value={to} onChange={(ms) => set('to', ms)} />
        {isFiltered ? (
          <Button variant="subtle" onClick={() => filter({})}>
            {strings.common.clearFilters}
          </Button>
        ) : null}
      </Filters>
      <FilteredListState
        list={list}
        isFiltered={isFiltered}
        empty={<EmptyState icon="audit" title={text.emptyTitle} text={text.emptyText} />}
      />
      {rows.length === 0 ? null : <AuditTable entries={rows} />}
      <LoadMoreButton list={list} />
    </>
  );
}
