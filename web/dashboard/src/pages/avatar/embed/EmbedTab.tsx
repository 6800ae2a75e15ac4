import { Stack, Tabs, Text } from '@mantine/core';
import type { Avatar } from '@parley/protocol/management';
import { useMe } from '../../../api/me.ts';
import { Panel } from '../../../components/page/Panel.tsx';
import { CodeBlock } from '../../../components/values/CodeBlock.tsx';
import { strings } from '../../../strings/index.ts';
import classes from '../tabs.module.css';
import { EmbedPreview } from './EmbedPreview.tsx';
import { snippetsFor, tokenSnippet } from './snippets.ts';

const text = strings.avatar.embed;

export function EmbedTab({ avatar }: { avatar: Avatar }) {
  const { baseUrl } = useMe().installation;
  const snippets = snippetsFor(avatar, baseUrl);
  return (
    <div className={classes.two}>
      <Panel title={text.title} lead={text.lead}>
        <Tabs defaultValue="widget" variant="outline">
          <Tabs.List aria-label={text.title}>
            {snippets.map(({ name }) => (
              <Tabs.Tab key={name} value={name}>
                {text[name]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {snippets.map(({ name, code }) => (
            <Tabs.Panel key={name} value={name} pt="md">
              <CodeBlock code={code} label={text[name]} />
            </Tabs.Panel>
          ))}
        </Tabs>
        {avatar.private ? (
          <Stack mt="lg" gap="sm">
            <Text size="sm">{text.tokenNote}</Text>
            <CodeBlock code={tokenSnippet(avatar.id, baseUrl)} label={text.server} />
          </Stack>
        ) : null}
      </Panel>
      <Panel title={text.preview} lead={text.previewLead}>
        <EmbedPreview avatar={avatar} />
      </Panel>
    </div>
  );
}
