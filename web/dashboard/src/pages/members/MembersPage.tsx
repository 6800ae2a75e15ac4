import { Group, Menu, Title } from '@mantine/core';
import type { Invitation, Member } from '@parley/protocol/management';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useAccountId } from '../../api/account-id.ts';
import { useIsOwner, useMe } from '../../api/me.ts';
import { useApiPages } from '../../api/queries.ts';
import { ActionButton } from '../../components/forms/ActionButton.tsx';
import { confirmDialog } from '../../components/forms/confirm-dialog.tsx';
import { RowMenu } from '../../components/forms/RowMenu.tsx';
import { useAction } from '../../components/forms/use-action.ts';
import { PageHeader } from '../../components/page/PageHeader.tsx';
import { actionsColumn, nameColumn, timeColumn } from '../../components/tables/columns.tsx';
import { type Column, DataTable } from '../../components/tables/DataTable.tsx';
import { PagedList } from '../../components/tables/PagedList.tsx';
import { RowSkeleton } from '../../components/tables/RowSkeleton.tsx';
import { StatusBadge } from '../../components/values/StatusBadge.tsx';
import { Timestamp } from '../../components/values/Timestamp.tsx';
import { fill, strings } from '../../strings/index.ts';
import { InviteButton } from './InviteButton.tsx';
import { ResendButton } from './ResendButton.tsx';

const text = strings.members;

const memberColumns: readonly Column<Member>[] = [
  nameColumn(
    text.person,
    ({ name, email, isMe }) => `${name === '' ? email : name} ${isMe ? `(${text.you})` : ''}`,
    ({ email }) => email,
  ),
  {
    title: text.role,
    cell: ({ role }) => (
      <StatusBadge tone={role === 'owner' ? 'good' : 'quiet'}>{text.roles[role]}</StatusBadge>
    ),
  },
  { title: text.answers, cell: ({ answers }) => (answers ? text.yes : text.no) },
  {
    title: text.secondFactor,
    cell: ({ hasSecondFactor }) => (hasSecondFactor ? strings.common.on : strings.common.off),
  },
  timeColumn(text.joined, ({ joinedAt }) => joinedAt),
  timeColumn(text.lastSignIn, ({ lastSignInAt }) => lastSignInAt, true),
  actionsColumn((member) => <MemberActions member={member} />),
];

const invitationColumns: readonly Column<Invitation>[] = [
  { title: text.email, cell: ({ email }) => email },
  { title: text.role, cell: ({ role }) => text.roles[role] },
  { title: text.invitedBy, cell: ({ invitedBy }) => invitedBy },
  {
    title: text.expires,
    cell: ({ expired, expiresAt }) =>
      expired ? <StatusBadge tone="warn">{text.expired}</StatusBadge> : <Timestamp ago at={expiresAt} />,
  },
  actionsColumn((invitation) => (
    <Group gap={4} justify="flex-end">
      <ResendButton {...invitation} />
      <ActionButton
        call="invitations.revoke"
        params={{ invitation: invitation.id }}
        invalidates={['invitations.list']}
        variant="subtle"
        size="compact-sm"
        color="red"
        label={text.revoke}
        done={text.revoked}
      />
    </Group>
  )),
];

export function MembersPage() {
  const isOwner = useIsOwner();
  const members = useApiPages('members.list', {});
  return (
    <>
      <PageHeader title={text.title} lead={text.lead} actions={isOwner ? <InviteButton /> : undefined} />
      <PagedList list={members} skeleton={<RowSkeleton count={3} />}>
        <DataTable label={text.title} columns={memberColumns} rows={members.items} />
      </PagedList>
      <Group mt="md" justify="flex-end">
        <LeaveButton />
      </Group>
      {isOwner ? <InvitationList /> : null}
    </>
  );
}

function InvitationList() {
  const invitations = useApiPages('invitations.list', {});
  return (
    <PagedList list={invitations} skeleton={null}>
      <Title order={2} mt="xl" mb="sm">
        {text.invitations}
      </Title>
      <DataTable label={text.invitations} columns={invitationColumns} rows={invitations.items} />
    </PagedList>
  );
}

function MemberActions({ member }: { member: Member }) {
  const isOwner = useIsOwner();
  const name = member.name === '' ? member.email : member.name;
  const shared = { params: { member: member.id }, invalidates: ['members.list', 'me.get'] as const };
  const update = useAction('members.update', {
    ...shared,
    done: ({ role }) => fill(text.changed[role], { name }),
  });
  const permit = useAction('members.update', {
    ...shared,
    done: ({ answers }) => fill(text.answeringChanged[answers ? 'on' : 'off'], { name }),
  });
  const remove = useAction('members.remove', { ...shared, done: fill(text.removed, { name }) });
  const askRemove = () =>
    confirmDialog({
      title: fill(text.removeQuestion, { name }),
      text: text.removeText,
      confirmLabel: text.remove,
      onConfirm: () => remove.mutate(undefined),
    });
  if (!isOwner) return null;
  const other = member.role === 'owner' ? 'member' : 'owner';
  return (
    <RowMenu name={name}>
      <Menu.Item onClick={() => update.mutate({ role: other })}>
        {other === 'owner' ? text.makeOwner : text.makeMember}
      </Menu.Item>
      {member.role === 'owner' ? null : (
        <Menu.Item onClick={() => permit.mutate({ answers: !member.answers })}>
          {member.answers ? text.endAnswering : text.allowAnswering}
        </Menu.Item>
      )}
      {member.isMe ? null : (
        <Menu.Item color="red" onClick={askRemove}>
          {text.remove}
        </Menu.Item>
      )}
    </RowMenu>
  );
}

/** Leaves the account and opens another account of the person. */
function LeaveButton() {
  const id = useAccountId();
  const account = useMe().accounts.find((each) => each.id === id)?.name ?? '';
  const client = useQueryClient();
  const navigate = useNavigate();
  return (
    <ActionButton
      call="members.leave"
      variant="subtle"
      color="red"
      label={text.leave}
      question={{ title: fill(text.leaveQuestion, { account }), text: text.leaveText }}
      done={text.left}
      onDone={() => {
        client.clear();
        void navigate({ to: '/' });
      }}
    />
  );
}
