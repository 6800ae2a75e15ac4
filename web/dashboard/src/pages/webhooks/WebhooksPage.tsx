import { useAccountId, useIsOwner } from '../../api/me.ts';
import { useApiQuery } from '../../api/queries.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { RowSkeleton } from '../../components/RowSkeleton.tsx';
import { strings } from '../../strings/index.ts';
import { NewWebhookButton } from './NewWebhookButton.tsx';
import { WebhookTable } from './WebhookTable.tsx';

const text = strings.webhooks;

export function WebhooksPage() {
  const account = useAccountId();
  const isOwner = useIsOwner();
  const webhooks = useApiQuery('webhooks.list', { params: { account } }, { refetchInterval: 10_000 });
  const create = isOwner ? <NewWebhookButton /> : undefined;
  return (
    <>
      <PageHeader title={text.title} lead={text.lead} actions={create} />
      {webhooks.isError ? <ErrorAlert error={webhooks.error} onRetry={() => webhooks.refetch()} /> : null}
      {webhooks.isPending ? <RowSkeleton /> : null}
      {webhooks.data?.items.length === 0 ? (
        <EmptyState icon="webhook" title={text.emptyTitle} text={text.emptyText} action={create} />
      ) : null}
      {webhooks.data !== undefined && webhooks.data.items.length > 0 ? (
        <WebhookTable webhooks={webhooks.data.items} />
      ) : null}
    </>
  );
}
