import { Title } from '@mantine/core';
import type { Invitation } from '@parley/protocol/management';
import { useAccountId } from '../../api/me.ts';
import { useApiPages } from '../../api/queries.ts';
import { ErrorAlert } from '../../components/page/ErrorAlert.tsx';
import { type Column, DataTable } from '../../components/tables/DataTable.tsx';
import { LoadMoreButton } from '../../components/tables/LoadMoreButton.tsx';
import { StatusBadge } from '../../components/values/StatusBadge.tsx';
import { Timestamp } from '../../components/values/Timestamp.tsx';
import { strings } from '../../strings/index.ts';
import { InvitationActions } from './InvitationActions.tsx';

const text = strings.members;

const columns: readonly Column<Invitation>[] = [
  { key: 'email', title: text.email, cell: ({ email }) => email },
  { key: 'role', title: text.role, cell: ({ role }) => text.roles[role] },
  { key: 'by', title: text.invitedBy, cell: ({ invitedBy }) => invitedBy },
  {
    key: 'expires',
    title: text.expires,
    cell: ({ expired, expiresAt }) =>
      expired ? <StatusBadge tone="warn">{text.expired}</StatusBadge> : <Timestamp ago at={expiresAt} />,
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
  const invitations = useApiPages('invitations.list', { account }, {});
  if (invitations.isError) return <ErrorAlert error={invitations.error} />;
  if (invitations.items.length === 0) return null;
  return (
    <>
      <Title order={2} mt="xl" mb="sm">
        {text.invitations}
      </Title>
      <DataTable
        label={text.invitations}
        columns={columns}
        rows={invitations.items}
        rowKey={({ id }) => id}
      />
      <LoadMoreButton list={invitations} />
    </>
  );
}
