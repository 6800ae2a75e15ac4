import { useAccountId, useIsOwner } from '../../api/me.ts';
import { useApiPages } from '../../api/queries.ts';
import { ErrorAlert } from '../../components/page/ErrorAlert.tsx';
import { PageHeader } from '../../components/page/PageHeader.tsx';
import { EmptyState } from '../../components/tables/EmptyState.tsx';
import { LoadMoreButton } from '../../components/tables/LoadMoreButton.tsx';
import { RowSkeleton } from '../../components/tables/RowSkeleton.tsx';
import { strings } from '../../strings/index.ts';
import { KeyTable } from './KeyTable.tsx';
import { NewKeyButton } from './NewKeyButton.tsx';

const text = strings.keys;

export function KeysPage() {
  const account = useAccountId();
  const isOwner = useIsOwner();
  const keys = useApiPages('keys.list', { account }, {}, { refetchInterval: 15_000 });
  const create = isOwner ? <NewKeyButton /> : undefined;
  return (
    <>
      <PageHeader title={text.title} lead={text.lead} actions={create} />
      {keys.isError ? <ErrorAlert error={keys.error} onRetry={() => keys.refetch()} /> : null}
      {keys.isPending ? <RowSkeleton /> : null}
      {keys.isEmpty ? (
        <EmptyState icon="key" title={text.emptyTitle} text={text.emptyText} action={create} />
      ) : null}
      {keys.items.length === 0 ? null : <KeyTable keys={keys.items} />}
      <LoadMoreButton list={keys} />
    </>
  );
}
