import { useApiPages } from '../../api/queries.ts';
import { ErrorAlert } from '../../components/page/ErrorAlert.tsx';
import { OperatorOnly } from '../../components/page/OperatorOnly.tsx';
import { PageHeader } from '../../components/page/PageHeader.tsx';
import { EmptyState } from '../../components/tables/EmptyState.tsx';
import { LoadMoreButton } from '../../components/tables/LoadMoreButton.tsx';
import { RowSkeleton } from '../../components/tables/RowSkeleton.tsx';
import { strings } from '../../strings/index.ts';
import { NewPartnerButton } from './NewPartnerButton.tsx';
import { PartnerTable } from './PartnerTable.tsx';

const text = strings.partners;

export function PartnersPage() {
  return (
    <OperatorOnly>
      <Partners />
    </OperatorOnly>
  );
}

function Partners() {
  const partners = useApiPages('partners.list', {}, {}, { refetchInterval: 10_000 });
  return (
    <>
      <PageHeader title={text.title} lead={text.lead} actions={<NewPartnerButton />} />
      {partners.isError ? <ErrorAlert error={partners.error} onRetry={() => partners.refetch()} /> : null}
      {partners.isPending ? <RowSkeleton /> : null}
      {partners.isEmpty ? <EmptyState icon="partners" title={text.emptyTitle} text={text.emptyText} /> : null}
      {partners.items.length === 0 ? null : <PartnerTable partners={partners.items} />}
      <LoadMoreButton list={partners} />
    </>
  );
}
