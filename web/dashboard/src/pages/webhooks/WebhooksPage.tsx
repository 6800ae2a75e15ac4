import type { Webhook } from '@parley/protocol/management';
import { useAccountId } from '../../api/account-id.ts';
import { useIsOwner } from '../../api/me.ts';
import { useApiPages } from '../../api/queries.ts';
import { PageHeader } from '../../components/page/PageHeader.tsx';
import { TextLink } from '../../components/page/TextLink.tsx';
import { numberColumn } from '../../components/tables/columns.tsx';
import { type Column, DataTable } from '../../components/tables/DataTable.tsx';
import { EmptyState } from '../../components/tables/EmptyState.tsx';
import { PagedList } from '../../components/tables/PagedList.tsx';
import { SmallText } from '../../components/values/SmallText.tsx';
import { WebhookBadge } from '../../components/webhooks/webhook-state.tsx';
import { plural, strings } from '../../strings/index.ts';
import { NewWebhookButton } from './NewWebhookButton.tsx';

const text = strings.webhooks;
const shownAvatars = 3;

const columns: readonly Column<Webhook>[] = [
  { title: text.name, cell: (webhook) => <WebhookName webhook={webhook} /> },
  {
    title: text.stateTitle,
    cell: (webhook) => (
      <>
        <WebhookBadge webhook={webhook} />
        {webhook.state === 'active' && webhook.consecutiveFailures > 0 ? (
          <SmallText>{plural(text.failures, webhook.consecutiveFailures)}</SmallText>
        ) : null}
      </>
    ),
  },
  {
    title: text.events,
    cell: ({ events }) => (events === null ? text.allEvents : plural(text.countOfEvents, events.length)),
  },
  {
    title: text.avatars,
    cell: ({ avatars }) => {
      if (avatars.length === 0) return text.noAvatars;
      const names = avatars.slice(0, shownAvatars).map(({ name }) => name);
      const rest = avatars.length - shownAvatars;
      return names.join(', ') + (rest > 0 ? ` +${rest}` : '');
    },
  },
  numberColumn(text.waiting, ({ waiting }) => waiting),
];

function WebhookName({ webhook: { id, name, url } }: { webhook: Webhook }) {
  const account = useAccountId();
  return (
    <>
      <TextLink to="/$account/webhooks/$webhook" params={{ account, webhook: id }} size="sm" fw={600}>
        {name}
      </TextLink>
      <SmallText className="mono">{url}</SmallText>
    </>
  );
}

export function WebhooksPage() {
  const webhooks = useApiPages('webhooks.list', {}, { refetchInterval: 10_000 });
  const create = useIsOwner() ? <NewWebhookButton /> : undefined;
  return (
    <>
      <PageHeader title={text.title} lead={text.lead} actions={create} />
      <PagedList
        list={webhooks}
        empty={<EmptyState icon="webhook" title={text.emptyTitle} text={text.emptyText} action={create} />}
      >
        <DataTable label={text.title} columns={columns} rows={webhooks.items} />
      </PagedList>
    </>
  );
}
