import { Text } from '@mantine/core';
import type { AuditEntry } from '@parley/protocol/management';
import { type Column, DataTable } from '../../components/tables/DataTable.tsx';
import { Id } from '../../components/values/Id.tsx';
import { Timestamp } from '../../components/values/Timestamp.tsx';
import { strings } from '../../strings/index.ts';
import { auditSentence } from './audit-sentence.ts';
import { detailsText } from './details-text.ts';

const text = strings.audit;

const columns: readonly Column<AuditEntry>[] = [
  {
    key: 'what',
    title: text.what,
    cell: (entry) => (
      <>
        {auditSentence(entry)}
        <Text component="span" size="xs" c="dimmed" display="block">
          {detailsText(entry.details)}
        </Text>
      </>
    ),
  },
  {
    key: 'thing',
    title: text.thing,
    cell: ({ target }) =>
      target === null ? (
        '–'
      ) : (
        <Text component="span" size="xs" c="dimmed">
          <Id id={target.id} />
        </Text>
      ),
  },
  {
    key: 'address',
    title: text.address,
    cell: ({ address }) => (
      <Text component="span" size="xs" c="dimmed" className="number">
        {address ?? '–'}
      </Text>
    ),
  },
  { key: 'at', title: text.at, cell: ({ at }) => <Timestamp at={at} /> },
];

export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  return <DataTable label={text.title} columns={columns} rows={entries} rowKey={({ id }) => id} />;
}
