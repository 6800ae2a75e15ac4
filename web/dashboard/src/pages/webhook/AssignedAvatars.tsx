import { Group, Text } from '@mantine/core';
import type { Webhook } from '@parley/protocol/management';
import { useAccountId } from '../../api/me.ts';
import { Panel } from '../../components/page/Panel.tsx';
import { TextLink } from '../../components/page/TextLink.tsx';
import { strings } from '../../strings/index.ts';

const text = strings.webhook;

export function AssignedAvatars({ avatars }: { avatars: Webhook['avatars'] }) {
  const account = useAccountId();
  return (
    <Panel title={text.assigned} lead={text.assignedLead}>
      {avatars.length === 0 ? <Text size="sm">{text.assignFirst}</Text> : null}
      <Group gap="sm">
        {avatars.map(({ id, name }) => (
          <TextLink
            key={id}
            to="/$account/avatars/$avatar/$tab"
            params={{ account, avatar: id, tab: 'advanced' }}
            size="sm"
          >
            {name}
          </TextLink>
        ))}
      </Group>
    </Panel>
  );
}
