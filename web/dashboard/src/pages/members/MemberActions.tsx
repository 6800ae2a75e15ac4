import { ActionIcon, Menu } from '@mantine/core';
import type { Member } from '@parley/protocol/dashboard';
import { useAccountId, useIsOwner } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { Icon } from '../../icons/Icon.tsx';
import { ask } from '../../parts/ask.tsx';
import { tellDone, tellProblem } from '../../parts/tell.ts';
import { strings } from '../../strings/index.ts';

const words = strings.members;

export function MemberActions({ member }: { member: Member }) {
  const account = useAccountId();
  const isOwner = useIsOwner();
  const name = member.name === '' ? member.email : member.name;
  const shared = {
    params: { account, member: member.id },
    stale: ['members.list', 'me.get'] as const,
    onProblem: tellProblem,
  };
  const update = useApiMutation('members.update', {
    ...shared,
    onDone: ({ role }) => tellDone(words.changed(name, words.roles[role])),
  });
  const remove = useApiMutation('members.remove', { ...shared, onDone: () => tellDone(words.removed(name)) });
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
              ask({
                title: words.removeAsk(name),
                words: words.removeWords,
                confirm: words.remove,
                run: () => remove.mutate(undefined),
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
