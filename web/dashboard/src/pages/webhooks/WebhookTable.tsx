import { Text } from '@mantine/core';
import type { Webhook } from '@parley/protocol/management';
import { useAccountId } from '../../api/me.ts';
import { TextLink } from '../../components/page/TextLink.tsx';
import { type Column, DataTable } from '../../components/tables/DataTable.tsx';
import { plainNumber } from '../../components/values/format-time.ts';
import { StatusBadge } from '../../components/values/StatusBadge.tsx';
import { toneOf } from '../../components/webhooks/webhook-tone.ts';
import { plural, strings } from '../../strings/index.ts';

const text = strings.webhooks;

function WebhookName({ webhook }: { webhook: Webhook }) {
  const account = useAccountId();
  return (
    <>
      <TextLink to="/$account/webhooks/$webhook" params={{ account, webhook: webhook.id }} size="sm" fw={600}>
        {webhook.name}
      </TextLink>
      <Text component="span" size="xs" c="dimmed" display="block" className="mono">
        {webhook.url}
      </Text>
    </>
  );
}

const columns: readonly Column<Webhook>[] = [
  { key: 'name', title: text.name, cell: (webhook) => <WebhookName webhook={webhook} /> },
  {
    key: 'state',
    title: text.stateTitle,
    cell: ({ state, pausedBy, consecutiveFailures }) => (
      <>
        <StatusBadge tone={toneOf({ state, pausedBy })}>{text.state[state]}</StatusBadge>
        {state === 'active' && consecutiveFailures > 0 ? (
          <Text component="span" size="xs" c="dimmed" display="block">
            {plural(text.failures, consecutiveFailures)}
          </Text>
        ) : null}
      </>
    ),
  },
  {
    key: 'events',
    title: text.events,
    cell: ({ events }) => (events === null ? text.allEvents : plural(text.countOfEvents, events.length)),
  },
  {
    key: 'avatars',
    title: text.avatars,
    cell: ({ avatars }) =>
      avatars.length === 0
        ? text.noAvatars
        : avatars
            .slice(0, 3)
            .map(({ name }) => name)
            .join(', ') + (avatars.length > 3 ? ` +${avatars.length - 3}` : ''),
  },
  {
    key: 'waiting',
    title: text.waiting,
    alignRight: true,
    cell: ({ waiting }) => <span className="number">{plainNumber(waiting)}</span>,
  },
];

export function WebhookTable({ webhooks }: { webhooks: readonly Webhook[] }) {
  return <DataTable label={text.title} columns={columns} rows={webhooks} rowKey={({ id }) => id} />;
}
