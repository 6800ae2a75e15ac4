import { Button, Group, Text } from '@mantine/core';
import type { Visitor } from '@parley/protocol/management';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { callUrl } from '../../api/call.ts';
import { useAccountId } from '../../api/me.ts';
import { useApiPages } from '../../api/queries.ts';
import { ErrorAlert } from '../../components/page/ErrorAlert.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { type Column, DataTable } from '../../components/tables/DataTable.tsx';
import { EmptyState } from '../../components/tables/EmptyState.tsx';
import { LoadMoreButton } from '../../components/tables/LoadMoreButton.tsx';
import { RowSkeleton } from '../../components/tables/RowSkeleton.tsx';
import { SearchBox } from '../../components/tables/SearchBox.tsx';
import { plainNumber } from '../../components/values/format-time.ts';
import { Timestamp } from '../../components/values/Timestamp.tsx';
import { strings } from '../../strings/index.ts';
import { EraseVisitor } from './EraseVisitor.tsx';

const text = strings.data;

export function VisitorList() {
  const account = useAccountId();
  const navigate = useNavigate();
  const { search = '' } = useSearch({ strict: false });
  const [erasing, setErasing] = useState<Visitor | null>(null);
  const list = useApiPages('data.visitors', { account }, search === '' ? {} : { search });
  const { items: rows } = list;
  const columns: readonly Column<Visitor>[] = [
    {
      key: 'user',
      title: text.user,
      cell: ({ name, pageUserId }) => (
        <>
          {name ?? text.unnamed}
          {pageUserId === null ? null : (
            <Text component="span" size="xs" c="dimmed" display="block" className="mono">
              {pageUserId}
            </Text>
          )}
        </>
      ),
    },
    { key: 'number', title: text.number, cell: ({ id }) => <span className="mono">{id}</span> },
    {
      key: 'sessions',
      title: text.sessions,
      alignRight: true,
      cell: ({ sessions }) => <span className="number">{plainNumber(sessions)}</span>,
    },
    { key: 'last', title: text.lastSeen, cell: ({ lastSeenAt }) => <Timestamp at={lastSeenAt} /> },
    {
      key: 'actions',
      title: strings.common.actions,
      isTitleHidden: true,
      alignRight: true,
      cell: (visitor) => (
        <Group gap={4} justify="flex-end" wrap="nowrap">
          <Button
            component="a"
            href={callUrl('data.export', { params: { account, visitor: visitor.id } })}
            download
            variant="subtle"
            size="compact-sm"
          >
            {text.export}
          </Button>
          <Button variant="subtle" color="red" size="compact-sm" onClick={() => setErasing(visitor)}>
            {text.erase}
          </Button>
        </Group>
      ),
    },
  ];
  return (
    <Panel title={text.people} lead={text.peopleLead}>
      <Group mb="md">
        <SearchBox
          label={text.search}
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
      {list.isError ? <ErrorAlert error={list.error} onRetry={() => list.refetch()} /> : null}
      {list.isPending ? <RowSkeleton count={4} /> : null}
      {list.isEmpty ? (
        <EmptyState
          icon="members"
          title={search === '' ? text.emptyTitle : strings.common.nothingFound}
          text={search === '' ? text.emptyText : strings.common.nothingFoundText}
        />
      ) : null}
      {rows.length === 0 ? null : (
        <DataTable label={text.people} columns={columns} rows={rows} rowKey={({ id }) => id} />
      )}
      <LoadMoreButton list={list} />
      {erasing === null ? null : <EraseVisitor visitor={erasing} onClose={() => setErasing(null)} />}
    </Panel>
  );
}
