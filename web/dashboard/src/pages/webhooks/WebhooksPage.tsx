import { useAccountId, useIsOwner } from '../../api/me.ts';
import { useApiPages } from '../../api/queries.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { LoadMoreButton } from '../../components/LoadMoreButton.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { RowSkeleton } from '../../components/RowSkeleton.tsx';
import { strings } from '../../strings/index.ts';
import { NewWebhookButton } from './NewWebhookButton.tsx';
import { WebhookTable } from './WebhookTable.tsx';

const text = strings.webhooks;

export function WebhooksPage() {
  const account = useAccountId();
  const isOwner = useIsOwner();
  const webhooks = useApiPages('webhooks.list', { account }, {}, { refetchInterval: 10_000 });
  const create = isOwner ? <NewWebhookButton /> : undefined;
  return (
    <>
      <PageHeader title={text.title} lead={text.lead} actions={create} />
      {webhooks.isError ? <ErrorAlert error={webhooks.error} onRetry={() => webhooks.refetch()} /> : null}
      {webhooks.isPending ? <RowSkeleton /> : null}
      {webhooks.isEmpty ? (
        <EmptyState icon="webhook" title={text.emptyTitle} text={text.emptyText} action={create} />
      ) : null}
      {webhooks.items.length === 0 ? null : <WebhookTable webhooks={webhooks.items} />}
      <LoadMoreButton list={webhooks} />
    </>
  );
}
