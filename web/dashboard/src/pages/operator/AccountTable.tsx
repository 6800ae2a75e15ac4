import { Text } from '@mantine/core';
import type { OperatorAccount } from '@parley/protocol/management';
import { TextLink } from '../../components/page/TextLink.tsx';
import { type Column, DataTable } from '../../components/tables/DataTable.tsx';
import { plainNumber } from '../../components/values/format-time.ts';
import { Timestamp } from '../../components/values/Timestamp.tsx';
import { strings } from '../../strings/index.ts';

const text = strings.operator;
const figure = (value: number) => <span className="number">{plainNumber(value)}</span>;

const columns: readonly Column<OperatorAccount>[] = [
  {
    key: 'name',
    title: text.accountName,
    cell: ({ id, name }) => (
      <>
        <TextLink to="/operator/accounts/$id" params={{ id }} size="sm" fw={600}>
          {name}
        </TextLink>
        <Text component="span" size="xs" c="dimmed" display="block" className="mono">
          {id}
        </Text>
      </>
    ),
  },
  {
    key: 'owners',
    title: text.owners,
    cell: ({ owners }) => (owners.length === 0 ? text.noOwner : owners.join(', ')),
  },
  { key: 'members', title: text.members, alignRight: true, cell: ({ members }) => figure(members) },
  { key: 'avatars', title: text.avatars, alignRight: true, cell: ({ avatars }) => figure(avatars) },
  { key: 'live', title: text.live, alignRight: true, cell: ({ liveSessions }) => figure(liveSessions) },
  {
    key: 'extended',
    title: text.extended,
    alignRight: true,
    cell: ({ extendedEvents }) => figure(extendedEvents.length),
  },
  { key: 'since', title: text.since, cell: ({ createdAt }) => <Timestamp at={createdAt} /> },
];

export function AccountTable({ accounts }: { accounts: readonly OperatorAccount[] }) {
  return <DataTable label={text.accounts} columns={columns} rows={accounts} rowKey={({ id }) => id} />;
}
