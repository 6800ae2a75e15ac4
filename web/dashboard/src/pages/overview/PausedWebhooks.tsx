import { Alert, Group } from '@mantine/core';
import type { Overview } from '@parley/protocol/management';
import { useAccountId } from '../../api/me.ts';
import { TextLink } from '../../components/page/TextLink.tsx';
import { Icon } from '../../icons/Icon.tsx';
import { plural, strings } from '../../strings/index.ts';

const text = strings.overview;

/** A warning about paused webhooks, so that held events are not overlooked. */
export function PausedWebhooks({ webhooks }: { webhooks: Overview['webhooks'] }) {
  const account = useAccountId();
  const paused = webhooks.filter(({ state }) => state === 'paused');
  if (paused.length === 0) return null;
  return (
    <Alert color="red" icon={<Icon name="warning" />} title={text.pausedTitle} mb="md">
      {text.pausedText}
      <Group gap="md" mt={6}>
        {paused.map(({ id, name, waiting }) => (
          <TextLink
            key={id}
            to="/$account/webhooks/$webhook"
            params={{ account, webhook: id }}
            inherit
            fw={600}
          >
            {name}: {plural(strings.webhooks.held, waiting)}
          </TextLink>
        ))}
      </Group>
    </Alert>
  );
}
