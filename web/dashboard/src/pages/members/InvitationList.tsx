import { Title } from '@mantine/core';
import type { Invitation } from '@parley/protocol/dashboard';
import { useAccountId } from '../../api/me.ts';
import { useApiQuery } from '../../api/queries.ts';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { Timestamp } from '../../components/Timestamp.tsx';
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
      expired ? <StatusBadge tone="warn">{words.expired}</StatusBadge> : <Timestamp ago at={expiresAt} />,
  },
  {
    key: 'actions',
    title: strings.common.actions,
    isTitleHidden: true,
    alignRight: true,
    cell: (invitation) => <InvitationActions invitation={invitation} />,
  },
];

export function InvitationList() {
  const account = useAccountId();
  const invitations = useApiQuery('invitations.list', { params: { account } });
  if (invitations.isError) return <ErrorAlert error={invitations.error} />;
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
