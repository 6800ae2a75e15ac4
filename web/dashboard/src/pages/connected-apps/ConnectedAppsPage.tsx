import { useAccountId } from '../../api/me.ts';
import { useApiPages } from '../../api/queries.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { LoadMoreButton } from '../../components/LoadMoreButton.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { RowSkeleton } from '../../components/RowSkeleton.tsx';
import { strings } from '../../strings/index.ts';
import { GrantTable } from './GrantTable.tsx';

const text = strings.connectedApps;

/** Members see the grants. Owners can withdraw them. */
export function ConnectedAppsPage() {
  const account = useAccountId();
  const grants = useApiPages('grants.list', { account }, {}, { refetchInterval: 15_000 });
  return (
    <>
      <PageHeader title={text.title} lead={text.lead} />
      {grants.isError ? <ErrorAlert error={grants.error} onRetry={() => grants.refetch()} /> : null}
      {grants.isPending ? <RowSkeleton /> : null}
      {grants.isEmpty ? <EmptyState icon="apps" title={text.emptyTitle} text={text.emptyText} /> : null}
      {grants.items.length === 0 ? null : <GrantTable grants={grants.items} />}
      <LoadMoreButton list={grants} />
    </>
  );
}
