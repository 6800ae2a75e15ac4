import { useAccountId, useIsOwner } from '../../api/me.ts';
import { useApiPages } from '../../api/queries.ts';
import { ErrorAlert } from '../../components/page/ErrorAlert.tsx';
import { PageHeader } from '../../components/page/PageHeader.tsx';
import { EmptyState } from '../../components/tables/EmptyState.tsx';
import { LoadMoreButton } from '../../components/tables/LoadMoreButton.tsx';
import { RowSkeleton } from '../../components/tables/RowSkeleton.tsx';
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
