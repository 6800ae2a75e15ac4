import { useAccountId, useIsOwner } from '../../api/me.ts';
import { useApiQuery } from '../../api/queries.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { RowSkeleton } from '../../components/RowSkeleton.tsx';
import { strings } from '../../strings/index.ts';
import { KeyTable } from './KeyTable.tsx';
import { NewKeyButton } from './NewKeyButton.tsx';

const text = strings.keys;

export function KeysPage() {
  const account = useAccountId();
  const isOwner = useIsOwner();
  const keys = useApiQuery('keys.list', { params: { account } }, { refetchInterval: 15_000 });
  const create = isOwner ? <NewKeyButton /> : undefined;
  return (
    <>
      <PageHeader title={text.title} lead={text.lead} actions={create} />
      {keys.isError ? <ErrorAlert error={keys.error} onRetry={() => keys.refetch()} /> : null}
      {keys.isPending ? <RowSkeleton /> : null}
      {keys.data?.items.length === 0 ? (
        <EmptyState icon="key" title={text.emptyTitle} text={text.emptyText} action={create} />
      ) : null}
      {keys.data !== undefined && keys.data.items.length > 0 ? <KeyTable keys={keys.data.items} /> : null}
    </>
  );
}
