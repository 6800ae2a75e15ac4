import { Text } from '@mantine/core';
import type { AuditEntry } from '@parley/protocol/management';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { Timestamp } from '../../components/Timestamp.tsx';
import { strings } from '../../strings/index.ts';

const text = strings.audit;

const columns: readonly Column<AuditEntry>[] = [
  { key: 'action', title: text.action, cell: ({ action }) => <span className="mono">{action}</span> },
  {
    key: 'target',
    title: text.target,
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
    title: text.details,
    cell: ({ details }) => (
      <Text component="span" size="xs" c="dimmed">
        {detailsText(details)}
      </Text>
    ),
  },
  {
    key: 'who',
    title: text.who,
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
  { key: 'at', title: text.at, cell: ({ at }) => <Timestamp at={at} /> },
];

export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  return <DataTable label={text.title} columns={columns} rows={entries} rowKey={({ id }) => id} />;
}

const detailsText = (details: AuditEntry['details']): string =>
  Object.entries(details)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
    .slice(0, 300);
