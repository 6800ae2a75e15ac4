import { Text } from '@mantine/core';
import type { Member } from '@parley/protocol/management';
import { type Column, DataTable } from '../../components/tables/DataTable.tsx';
import { StatusBadge } from '../../components/values/StatusBadge.tsx';
import { Timestamp } from '../../components/values/Timestamp.tsx';
import { strings } from '../../strings/index.ts';
import { MemberActions } from './MemberActions.tsx';

const text = strings.members;

const columns: readonly Column<Member>[] = [
  {
    key: 'person',
    title: text.person,
    cell: ({ name, email, isMe }) => (
      <>
        <Text component="span" size="sm" fw={600} display="block">
          {name === '' ? email : name} {isMe ? `(${text.you})` : ''}
        </Text>
        <Text component="span" size="xs" c="dimmed">
          {email}
        </Text>
      </>
    ),
  },
  {
    key: 'role',
    title: text.role,
    cell: ({ role }) => (
      <StatusBadge tone={role === 'owner' ? 'good' : 'quiet'}>{text.roles[role]}</StatusBadge>
    ),
  },
  {
    key: 'factor',
    title: text.secondFactor,
    cell: ({ hasSecondFactor }) => (hasSecondFactor ? strings.common.on : strings.common.off),
  },
  { key: 'joined', title: text.joined, cell: ({ joinedAt }) => <Timestamp at={joinedAt} /> },
  {
    key: 'last',
    title: text.lastSignIn,
    cell: ({ lastSignInAt }) =>
      lastSignInAt === null ? strings.common.never : <Timestamp ago at={lastSignInAt} />,
  },
  {
    key: 'actions',
    title: strings.common.actions,
    isTitleHidden: true,
    alignRight: true,
    cell: (member) => <MemberActions member={member} />,
  },
];

export function MemberTable({ members }: { members: readonly Member[] }) {
  return <DataTable label={text.title} columns={columns} rows={members} rowKey={({ id }) => id} />;
}
