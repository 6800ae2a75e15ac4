import { Text } from '@mantine/core';
import type { AuditEntry } from '@parley/protocol/management';
import { actorOf } from '../../components/actor.ts';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { Timestamp } from '../../components/Timestamp.tsx';
import { strings } from '../../strings/index.ts';
import { detailsText } from './details-text.ts';

const text = strings.audit;

const columns: readonly Column<AuditEntry>[] = [
  {
    key: 'action',
    title: text.action,
    cell: ({ action }) => (
      <>
        {text.actions[action]}
        <Text component="span" size="xs" c="dimmed" display="block" className="mono">
          {action}
        </Text>
      </>
    ),
  },
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
    cell: (entry) => <Actor entry={entry} />,
  },
  { key: 'at', title: text.at, cell: ({ at }) => <Timestamp at={at} /> },
];

function Actor({ entry }: { entry: AuditEntry }) {
  const { name, detail } = actorOf(entry);
  const below = [detail, entry.address].filter((part) => part !== null);
  return (
    <>
      {name}
      {below.map((part) => (
        <Text key={part} component="span" size="xs" c="dimmed" display="block" className="number">
          {part}
        </Text>
      ))}
    </>
  );
}

export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  return <DataTable label={text.title} columns={columns} rows={entries} rowKey={({ id }) => id} />;
}
