import { Text } from '@mantine/core';
import type { OperatorAccount } from '@parley/protocol/dashboard';
import { type Column, DataTable } from '../../parts/DataTable.tsx';
import { Moment } from '../../parts/Moment.tsx';
import { TextLink } from '../../parts/TextLink.tsx';
import { plainNumber } from '../../parts/times.ts';
import { strings } from '../../strings/index.ts';

const words = strings.operator;
const figure = (value: number) => <span className="number">{plainNumber(value)}</span>;

const columns: readonly Column<OperatorAccount>[] = [
  {
    key: 'name',
    title: words.accountName,
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
    title: words.owners,
    cell: ({ owners }) => (owners.length === 0 ? words.noOwner : owners.join(', ')),
  },
  { key: 'members', title: words.members, right: true, cell: ({ members }) => figure(members) },
  { key: 'avatars', title: words.avatars, right: true, cell: ({ avatars }) => figure(avatars) },
  { key: 'live', title: words.live, right: true, cell: ({ liveSessions }) => figure(liveSessions) },
  {
    key: 'extended',
    title: words.extended,
    right: true,
    cell: ({ extendedEvents }) => figure(extendedEvents.length),
  },
  { key: 'since', title: words.since, cell: ({ createdAt }) => <Moment at={createdAt} /> },
];

export function AccountTable({ accounts }: { accounts: readonly OperatorAccount[] }) {
  return <DataTable label={words.accounts} columns={columns} rows={accounts} rowKey={({ id }) => id} />;
}
