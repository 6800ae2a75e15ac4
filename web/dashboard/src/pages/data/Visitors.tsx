import { Button, Group, Text } from '@mantine/core';
import type { Visitor } from '@parley/protocol/dashboard';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { addressOf } from '../../api/call.ts';
import { useAccountId } from '../../api/me.ts';
import { useApiPages } from '../../api/queries.ts';
import { type Column, DataTable } from '../../parts/DataTable.tsx';
import { EmptyNote } from '../../parts/EmptyNote.tsx';
import { Moment } from '../../parts/Moment.tsx';
import { MorePages } from '../../parts/MorePages.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Problem } from '../../parts/Problem.tsx';
import { RowSkeleton } from '../../parts/RowSkeleton.tsx';
import { SearchBox } from '../../parts/SearchBox.tsx';
import { plainNumber } from '../../parts/times.ts';
import { strings } from '../../strings/index.ts';
import { EraseVisitor } from './EraseVisitor.tsx';

const words = strings.data;

export function Visitors() {
  const account = useAccountId();
  const navigate = useNavigate();
  const { search = '' } = useSearch({ strict: false });
  const [erasing, setErasing] = useState<Visitor | null>(null);
  const list = useApiPages('data.visitors', { account }, search === '' ? {} : { search });
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const columns: readonly Column<Visitor>[] = [
    {
      key: 'user',
      title: words.user,
      cell: ({ name, pageUserId }) => (
        <>
          {name ?? words.unnamed}
          {pageUserId === null ? null : (
            <Text component="span" size="xs" c="dimmed" display="block" className="mono">
              {pageUserId}
            </Text>
          )}
        </>
      ),
    },
    { key: 'number', title: words.number, cell: ({ id }) => <span className="mono">{id}</span> },
    {
      key: 'sessions',
      title: words.sessions,
      right: true,
      cell: ({ sessions }) => <span className="number">{plainNumber(sessions)}</span>,
    },
    { key: 'last', title: words.lastSeen, cell: ({ lastSeenAt }) => <Moment at={lastSeenAt} /> },
    {
      key: 'actions',
      title: strings.common.actions,
      quiet: true,
      right: true,
      cell: (visitor) => (
        <Group gap={4} justify="flex-end" wrap="nowrap">
          <Button
            component="a"
            href={addressOf('data.export', { params: { account, visitor: visitor.id } })}
            download
            variant="subtle"
            size="compact-sm"
          >
            {words.export}
          </Button>
          <Button variant="subtle" color="red" size="compact-sm" onClick={() => setErasing(visitor)}>
            {words.erase}
          </Button>
        </Group>
      ),
    },
  ];
  return (
    <Panel title={words.people} lead={words.peopleLead}>
      <Group mb="md">
        <SearchBox
          label={words.search}
          value={search}
          onSearch={(text) =>
            void navigate({
              to: '/$account/data',
              params: { account },
              search: text === '' ? {} : { search: text },
              replace: true,
            })
          }
        />
      </Group>
      {list.isError ? <Problem error={list.error} onRetry={() => list.refetch()} /> : null}
      {list.isPending ? <RowSkeleton count={4} /> : null}
      {list.isEmpty ? (
        <EmptyNote
          icon="members"
          title={search === '' ? words.emptyTitle : strings.common.nothingFound}
          words={search === '' ? words.emptyWords : strings.common.nothingFoundWords}
        />
      ) : null}
      {rows.length === 0 ? null : (
        <DataTable label={words.people} columns={columns} rows={rows} rowKey={({ id }) => id} />
      )}
      <MorePages has={list.hasNextPage} busy={list.isFetchingNextPage} onMore={() => list.fetchNextPage()} />
      {erasing === null ? null : <EraseVisitor visitor={erasing} onClose={() => setErasing(null)} />}
    </Panel>
  );
}
