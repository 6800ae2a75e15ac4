import { Button, Group } from '@mantine/core';
import { useAccountId, useIsOwner } from '../../api/me.ts';
import { useApiPages } from '../../api/queries.ts';
import { ErrorAlert } from '../../components/page/ErrorAlert.tsx';
import { PageHeader } from '../../components/page/PageHeader.tsx';
import { LoadMoreButton } from '../../components/tables/LoadMoreButton.tsx';
import { RowSkeleton } from '../../components/tables/RowSkeleton.tsx';
import { strings } from '../../strings/index.ts';
import { InvitationList } from './InvitationList.tsx';
import { InviteButton } from './InviteButton.tsx';
import { MemberTable } from './MemberTable.tsx';
import { useLeaveAccount } from './use-leave-account.ts';

const text = strings.members;

export function MembersPage() {
  const account = useAccountId();
  const isOwner = useIsOwner();
  const members = useApiPages('members.list', { account }, {});
  const leave = useLeaveAccount();
  return (
    <>
      <PageHeader title={text.title} lead={text.lead} actions={isOwner ? <InviteButton /> : undefined} />
      {members.isError ? <ErrorAlert error={members.error} onRetry={() => members.refetch()} /> : null}
      {members.isPending ? <RowSkeleton count={3} /> : null}
      {members.data === undefined ? null : <MemberTable members={members.items} />}
      <LoadMoreButton list={members} />
      <Group mt="md" justify="flex-end">
        <Button variant="subtle" color="red" onClick={leave}>
          {text.leave}
        </Button>
      </Group>
      {isOwner ? <InvitationList /> : null}
    </>
  );
}
