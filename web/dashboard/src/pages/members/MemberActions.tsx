import { ActionIcon, Menu } from '@mantine/core';
import type { Member } from '@parley/protocol/dashboard';
import { useAccountId, useIsOwner } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { confirmDialog } from '../../components/confirm-dialog.tsx';
import { notifyError, notifySuccess } from '../../components/notifications.ts';
import { Icon } from '../../icons/Icon.tsx';
import { strings } from '../../strings/index.ts';

const words = strings.members;

export function MemberActions({ member }: { member: Member }) {
  const account = useAccountId();
  const isOwner = useIsOwner();
  const name = member.name === '' ? member.email : member.name;
  const shared = {
    params: { account, member: member.id },
    invalidates: ['members.list', 'me.get'] as const,
    onError: notifyError,
  };
  const update = useApiMutation('members.update', {
    ...shared,
    onSuccess: ({ role }) => notifySuccess(words.changed(name, words.roles[role])),
  });
  const remove = useApiMutation('members.remove', {
    ...shared,
    onSuccess: () => notifySuccess(words.removed(name)),
  });
  if (!isOwner) return null;
  const other = member.role === 'owner' ? 'member' : 'owner';
  return (
    <Menu shadow="md" position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={strings.common.moreFor(name)}>
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => update.mutate({ role: other })}>
          {other === 'owner' ? words.makeOwner : words.makeMember}
        </Menu.Item>
        {member.isMe ? null : (
          <Menu.Item
            color="red"
            onClick={() =>
              confirmDialog({
                title: words.removeAsk(name),
                words: words.removeWords,
                confirmLabel: words.remove,
                onConfirm: () => remove.mutate(undefined),
              })
            }
          >
            {words.remove}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
