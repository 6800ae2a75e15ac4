import { Select } from '@mantine/core';
import type { AuditEntry } from '@parley/protocol/management';
import { useApiItems, useApiPages } from '../../api/queries.ts';
import { PageHeader } from '../../components/page/PageHeader.tsx';
import { timeColumn } from '../../components/tables/columns.tsx';
import { type Column, DataTable } from '../../components/tables/DataTable.tsx';
import { EmptyState } from '../../components/tables/EmptyState.tsx';
import { Filters } from '../../components/tables/Filters.tsx';
import { PagedList } from '../../components/tables/PagedList.tsx';
import { RowSkeleton } from '../../components/tables/RowSkeleton.tsx';
import { type FilterValues, timeQueryOf, useFilters } from '../../components/tables/use-filters.ts';
import { Id } from '../../components/values/Id.tsx';
import { SmallText } from '../../components/values/SmallText.tsx';
import { strings } from '../../strings/index.ts';
import { actionTexts, auditSentence } from './audit-sentence.ts';
import { detailsText } from './details-text.ts';

const text = strings.audit;
const knownActions = Object.entries(actionTexts).map(([value, label = value]) => ({ value, label }));

const columns: readonly Column<AuditEntry>[] = [
  {
    title: text.what,
    cell: (entry) => (
      <>
        {auditSentence(entry)}
        <SmallText>{detailsText(entry.details)}</SmallText>
      </>
    ),
  },
  {
    title: text.thing,
    cell: ({ target }) =>
      target === null ? (
        '–'
      ) : (
        <SmallText inline>
          <Id id={target.id} />
        </SmallText>
      ),
  },
  {
    title: text.address,
    cell: ({ address }) => (
      <SmallText inline className="number">
        {address ?? '–'}
      </SmallText>
    ),
  },
  timeColumn(text.at, ({ at }) => at),
];

export function AuditPage() {
  const filters = useFilters<FilterValues & { action?: string; person?: string }>();
  const { values, set } = filters;
  const { action = '', person = '' } = values;
  const people = useApiItems('members.list');
  const entries = useApiPages('audit.list', timeQueryOf(values));
  // The URL may name an action that has no text here.
  const unknownAction = action === '' || action in actionTexts ? [] : [{ value: action, label: action }];
  return (
    <>
      <PageHeader title={text.title} lead={text.lead} />
      <Filters filters={filters}>
        <Select
          label={text.action}
          data={[{ value: '', label: text.anyAction }, ...unknownAction, ...knownActions]}
          value={action}
          searchable
          onChange={(value) => set('action', value)}
        />
        <Select
          label={text.person}
          data={[
            { value: '', label: text.anybody },
            ...(people.data?.map(({ personId, name, email }) => ({
              value: personId,
              label: name || email,
            })) ?? []),
          ]}
          value={person}
          onChange={(value) => set('person', value)}
        />
      </Filters>
      <PagedList
        list={entries}
        isFiltered={filters.count > 0}
        skeleton={<RowSkeleton count={8} />}
        empty={<EmptyState icon="audit" title={text.emptyTitle} text={text.emptyText} />}
      >
        <DataTable label={text.title} columns={columns} rows={entries.items} />
      </PagedList>
    </>
  );
}
