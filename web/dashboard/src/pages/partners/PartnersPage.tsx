import { useApiPages } from '../../api/queries.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { LoadMoreButton } from '../../components/LoadMoreButton.tsx';
import { OperatorOnly } from '../../components/OperatorOnly.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { RowSkeleton } from '../../components/RowSkeleton.tsx';
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
