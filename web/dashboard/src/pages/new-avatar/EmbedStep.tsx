import { Stack, Text } from '@mantine/core';
import type { Avatar } from '@parley/protocol/management';
import { useAccountId, useMe } from '../../api/me.ts';
import { TextLink } from '../../components/page/TextLink.tsx';
import { CodeBlock } from '../../components/values/CodeBlock.tsx';
import { strings } from '../../strings/index.ts';
import { widgetSnippet } from '../avatar/embed/snippets.ts';

const text = strings.newAvatar.embed;

export function EmbedStep({ avatar }: { avatar: Avatar }) {
  const account = useAccountId();
  const { baseUrl } = useMe().installation;
  return (
    <Stack>
      <CodeBlock wrap code={widgetSnippet(avatar, baseUrl)} label={text.label} />
      {avatar.private ? <Text size="sm">{text.private}</Text> : null}
      <TextLink
        to="/$account/avatars/$avatar/$tab"
        params={{ account, avatar: avatar.id, tab: 'embed' }}
        size="sm"
      >
        {text.other}
      </TextLink>
    </Stack>
  );
}
