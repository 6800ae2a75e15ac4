import { Text } from '@mantine/core';
import type { AuditEntry } from '@parley/protocol/dashboard';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { Timestamp } from '../../components/Timestamp.tsx';
import { strings } from '../../strings/index.ts';

const words = strings.audit;

const columns: readonly Column<AuditEntry>[] = [
  { key: 'action', title: words.action, cell: ({ action }) => <span className="mono">{action}</span> },
  {
    key: 'target',
    title: words.target,
    cell: ({ target }) =>
      target === null ? (
        '–'
      ) : (
        <>
          {target.name ?? target.kind}
          <Text component="span" size="xs" c="dimmed" display="block" className="mono">
            {target.id}
          </Text>
        </>
      ),
  },
  {
    key: 'details',
    title: words.details,
    cell: ({ details }) => (
      <Text component="span" size="xs" c="dimmed">
        {shown(details)}
      </Text>
    ),
  },
  {
    key: 'who',
    title: words.who,
    cell: ({ who, address }) => (
      <>
        {who}
        {address === null ? null : (
          <Text component="span" size="xs" c="dimmed" display="block" className="number">
            {address}
          </Text>
        )}
      </>
    ),
  },
  { key: 'at', title: words.at, cell: ({ at }) => <Timestamp at={at} /> },
];

export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  return <DataTable label={words.title} columns={columns} rows={entries} rowKey={({ id }) => id} />;
}

const shown = (details: AuditEntry['details']): string =>
  Object.entries(details)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
    .slice(0, 300);
