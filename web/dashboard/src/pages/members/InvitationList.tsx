import { Title } from '@mantine/core';
import type { Invitation } from '@parley/protocol/dashboard';
import { useAccountId } from '../../api/me.ts';
import { useApiQuery } from '../../api/queries.ts';
import { type Column, DataTable } from '../../parts/DataTable.tsx';
import { Moment } from '../../parts/Moment.tsx';
import { Problem } from '../../parts/Problem.tsx';
import { StatusBadge } from '../../parts/StatusBadge.tsx';
import { strings } from '../../strings/index.ts';
import { InvitationActions } from './InvitationActions.tsx';

const words = strings.members;

const columns: readonly Column<Invitation>[] = [
  { key: 'email', title: words.email, cell: ({ email }) => email },
  { key: 'role', title: words.role, cell: ({ role }) => words.roles[role] },
  { key: 'by', title: words.invitedBy, cell: ({ invitedBy }) => invitedBy },
  {
    key: 'expires',
    title: words.expires,
    cell: ({ expired, expiresAt }) =>
      expired ? <StatusBadge tone="warn">{words.expired}</StatusBadge> : <Moment ago at={expiresAt} />,
  },
  {
    key: 'actions',
    title: strings.common.actions,
    quiet: true,
    right: true,
    cell: (invitation) => <InvitationActions invitation={invitation} />,
  },
];

export function InvitationList() {
  const account = useAccountId();
  const invitations = useApiQuery('invitations.list', { params: { account } });
  if (invitations.isError) return <Problem error={invitations.error} />;
  if (invitations.data === undefined || invitations.data.items.length === 0) return null;
  return (
    <>
      <Title order={2} mt="xl" mb="sm">
        {words.invitations}
      </Title>
      <DataTable
        label={words.invitations}
        columns={columns}
        rows={invitations.data.items}
        rowKey={({ id }) => id}
      />
    </>
  );
}
