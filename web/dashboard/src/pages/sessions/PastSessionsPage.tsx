import type { Session } from '@parley/protocol/management';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useAccountId } from '../../api/me.ts';
import { useApiPages } from '../../api/queries.ts';
import { PageHeader } from '../../components/page/PageHeader.tsx';
import { type Column, DataTable } from '../../components/tables/DataTable.tsx';
import { EmptyState } from '../../components/tables/EmptyState.tsx';
import { FilteredListState } from '../../components/tables/FilteredListState.tsx';
import { LoadMoreButton } from '../../components/tables/LoadMoreButton.tsx';
import { duration } from '../../components/values/format-time.ts';
import { Timestamp } from '../../components/values/Timestamp.tsx';
import { strings } from '../../strings/index.ts';
import { endText } from './end-text.ts';
import { SessionFilters, type SessionSearch } from './SessionFilters.tsx';
import { SessionLink } from './SessionLink.tsx';
import { SessionTabs } from './SessionTabs.tsx';

const text = strings.sessions;

const columns: readonly Column<Session>[] = [
  {
    key: 'user',
    title: text.user,
    cell: (session) => <SessionLink session={session} label={session.user.name} />,
  },
  { key: 'avatar', title: text.avatar, cell: (session) => session.avatar.name },
  { key: 'began', title: text.began, cell: (session) => <Timestamp at={session.createdAt} /> },
  {
    key: 'duration',
    title: text.duration,
    alignRight: true,
    cell: (session) => <span className="number">{duration(session.duration)}</span>,
  },
  {
    key: 'ended',
    title: text.ended,
    cell: endText,
  },
];

export function PastSessionsPage() {
  const account = useAccountId();
  const navigate = useNavigate();
  const search: SessionSearch = useSearch({ strict: false });
  const { from, to, ...rest } = search;
  const list = useApiPages(
    'sessions.list',
    { account },
    {
      ...rest,
      state: 'ended',
      ...(from === undefined ? {} : { from: Number(from) }),
      ...(to === undefined ? {} : { to: Number(to) }),
    },
  );
  const { items: rows } = list;
  const isFiltered = Object.keys(search).length > 0;
  const filter = (next: SessionSearch) =>
    void navigate({ to: '/$account/sessions/past', params: { account }, search: next, replace: true });
  return (
    <>
      <PageHeader title={text.title} lead={text.lead} />
      <SessionTabs />
      <SessionFilters search={search} onChange={filter} />
      <FilteredListState
        list={list}
        isFiltered={isFiltered}
        empty={<EmptyState icon="sessions" title={text.pastEmptyTitle} text={text.pastEmptyText} />}
      />
      {rows.length === 0 ? null : (
        <DataTable label={text.past} columns={columns} rows={rows} rowKey={({ id }) => id} />
      )}
      <LoadMoreButton list={list} />
    </>
  );
}
