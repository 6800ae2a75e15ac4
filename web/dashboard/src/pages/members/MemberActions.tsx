import { ActionIcon, Menu } from '@mantine/core';
import type { Member } from '@parley/protocol/management';
import { useAccountId, useIsOwner } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { confirmDialog } from '../../components/forms/confirm-dialog.tsx';
import { notifyError, notifySuccess } from '../../components/page/notifications.ts';
import { Icon } from '../../icons/Icon.tsx';
import { fill, strings } from '../../strings/index.ts';

const text = strings.members;

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
    onSuccess: ({ role }) => notifySuccess(fill(text.changed[role], { name })),
  });
  const remove = useApiMutation('members.remove', {
    ...shared,
    onSuccess: () => notifySuccess(fill(text.removed, { name })),
  });
  if (!isOwner) return null;
  const other = member.role === 'owner' ? 'member' : 'owner';
  return (
    <Menu shadow="md" position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={fill(strings.common.moreFor, { what: name })}>
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => update.mutate({ role: other })}>
          {other === 'owner' ? text.makeOwner : text.makeMember}
        </Menu.Item>
        {member.isMe ? null : (
          <Menu.Item
            color="red"
            onClick={() =>
              confirmDialog({
                title: fill(text.removeQuestion, { name }),
                text: text.removeText,
                confirmLabel: text.remove,
                onConfirm: () => remove.mutate(undefined),
              })
            }
          >
            {text.remove}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
