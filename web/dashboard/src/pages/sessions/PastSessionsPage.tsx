import { Select } from '@mantine/core';
import type { Session } from '@parley/protocol/management';
import { useApiPages } from '../../api/queries.ts';
import { AvatarSelect } from '../../components/forms/AvatarSelect.tsx';
import { PageHeader } from '../../components/page/PageHeader.tsx';
import { numberColumn, timeColumn } from '../../components/tables/columns.tsx';
import { type Column, DataTable } from '../../components/tables/DataTable.tsx';
import { EmptyState } from '../../components/tables/EmptyState.tsx';
import { Filters } from '../../components/tables/Filters.tsx';
import { PagedList } from '../../components/tables/PagedList.tsx';
import { RowSkeleton } from '../../components/tables/RowSkeleton.tsx';
import { SearchBox } from '../../components/tables/SearchBox.tsx';
import { type FilterValues, timeQueryOf, useFilters } from '../../components/tables/use-filters.ts';
import { duration } from '../../components/values/format-time.ts';
import { strings } from '../../strings/index.ts';
import { endText } from './end-text.ts';
import { SessionTabs } from './SessionTabs.tsx';
import { sessionColumns } from './session-columns.tsx';

const text = strings.sessions;

const columns: readonly Column<Session>[] = [
  ...sessionColumns,
  timeColumn(text.began, ({ createdAt }) => createdAt),
  numberColumn(text.duration, (session) => session.duration, duration),
  { title: text.ended, cell: endText },
];

export function PastSessionsPage() {
  const filters = useFilters<FilterValues & { avatar?: string; user?: string; turns?: string }>();
  const { values, set } = filters;
  const { turns, ...query } = values;
  const sessions = useApiPages('sessions.list', {
    ...timeQueryOf(query),
    state: 'ended',
    ...(turns === 'failed' ? { failed: true } : {}),
  });
  return (
    <>
      <PageHeader title={text.title} lead={text.lead} />
      <SessionTabs />
      <Filters filters={filters}>
        <AvatarSelect
          label={text.avatar}
          placeholder={text.anyAvatar}
          value={values.avatar ?? null}
          onChange={(id) => set('avatar', id)}
        />
        <SearchBox
          visible
          label={text.userHint}
          value={values.user ?? ''}
          onSearch={(user) => set('user', user)}
        />
        <Select
          label={text.title}
          data={[
            { value: '', label: text.anySession },
            { value: 'failed', label: text.withFailures },
          ]}
          value={turns ?? ''}
          onChange={(value) => set('turns', value)}
        />
      </Filters>
      <PagedList
        list={sessions}
        isFiltered={filters.count > 0}
        skeleton={<RowSkeleton count={8} />}
        empty={<EmptyState icon="sessions" title={text.pastEmptyTitle} text={text.pastEmptyText} />}
      >
        <DataTable label={text.past} columns={columns} rows={sessions.items} />
      </PagedList>
    </>
  );
}
