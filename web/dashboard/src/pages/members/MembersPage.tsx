import { Button, Group } from '@mantine/core';
import { useAccountId, useIsOwner } from '../../api/me.ts';
import { useApiQuery } from '../../api/queries.ts';
import { PageHeader } from '../../parts/PageHeader.tsx';
import { Problem } from '../../parts/Problem.tsx';
import { RowSkeleton } from '../../parts/RowSkeleton.tsx';
import { strings } from '../../strings/index.ts';
import { InvitationList } from './InvitationList.tsx';
import { InviteButton } from './InviteButton.tsx';
import { MemberTable } from './MemberTable.tsx';
import { useLeave } from './use-leave.ts';

const words = strings.members;

export function MembersPage() {
  const account = useAccountId();
  const isOwner = useIsOwner();
  const members = useApiQuery('members.list', { params: { account } });
  const leave = useLeave();
  return (
    <>
      <PageHeader title={words.title} lead={words.lead} actions={isOwner ? <InviteButton /> : undefined} />
      {members.isError ? <Problem error={members.error} onRetry={() => members.refetch()} /> : null}
      {members.isPending ? <RowSkeleton count={3} /> : null}
      {members.data === undefined ? null : <MemberTable members={members.data.items} />}
      <Group mt="md" justify="flex-end">
        <Button variant="subtle" color="red" onClick={leave}>
          {words.leave}
        </Button>
      </Group>
      {isOwner ? <InvitationList /> : null}
    </>
  );
}
