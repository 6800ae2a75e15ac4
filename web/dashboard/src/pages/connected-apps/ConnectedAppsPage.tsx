import { useAccountId } from '../../api/me.ts';
import { useApiPages } from '../../api/queries.ts';
import { ErrorAlert } from '../../components/page/ErrorAlert.tsx';
import { PageHeader } from '../../components/page/PageHeader.tsx';
import { EmptyState } from '../../components/tables/EmptyState.tsx';
import { LoadMoreButton } from '../../components/tables/LoadMoreButton.tsx';
import { RowSkeleton } from '../../components/tables/RowSkeleton.tsx';
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
