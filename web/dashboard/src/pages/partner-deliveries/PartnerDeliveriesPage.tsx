import { useParams } from '@tanstack/react-router';
import { isNotFound } from '../../api/api-error.ts';
import { useApiPages, useApiQuery } from '../../api/queries.ts';
import { DeliveryFilters } from '../../components/deliveries/DeliveryFilters.tsx';
import { deliveryColumns } from '../../components/deliveries/delivery-columns.tsx';
import { type DeliverySearch, deliveryQueryOf } from '../../components/deliveries/delivery-search.ts';
import { BackLink } from '../../components/page/BackLink.tsx';
import { PageHeader } from '../../components/page/PageHeader.tsx';
import { TextLink } from '../../components/page/TextLink.tsx';
import { partnerEventNames } from '../../components/partners/partner-events.ts';
import { DataTable } from '../../components/tables/DataTable.tsx';
import { EmptyState } from '../../components/tables/EmptyState.tsx';
import { PagedList } from '../../components/tables/PagedList.tsx';
import { RowSkeleton } from '../../components/tables/RowSkeleton.tsx';
import { useFilters } from '../../components/tables/use-filters.ts';
import { PageNotFound } from '../../shell/PageNotFound.tsx';
import { fill, strings } from '../../strings/index.ts';

const text = strings.partner;

export function PartnerDeliveriesPage() {
  const { partner = '' } = useParams({ strict: false });
  const params = { partner };
  const filters = useFilters<DeliverySearch>();
  const { webhook: _, ...query } = deliveryQueryOf(filters.values);
  const found = useApiQuery('partners.get', { params });
  const deliveries = useApiPages('partners.deliveries', query, { params });
  const columns = deliveryColumns(({ id, event }) => (
    <TextLink
      to="/operator/partners/$partner/deliveries/$delivery"
      params={{ partner, delivery: id }}
      size="sm"
      className="mono"
    >
      {event}
    </TextLink>
  ));
  if (isNotFound(found.error)) return <PageNotFound />;
  const name = found.data?.name ?? '';
  return (
    <>
      <PageHeader
        title={fill(text.deliveriesTitle, { name })}
        lead={text.deliveriesLead}
        above={<BackLink to="/operator/partners/$partner" params={params} label={name} />}
      />
      <DeliveryFilters filters={filters} events={partnerEventNames} />
      <PagedList
        list={deliveries}
        isFiltered={filters.count > 0}
        skeleton={<RowSkeleton count={8} />}
        empty={
          <EmptyState icon="deliveries" title={text.deliveriesEmptyTitle} text={text.deliveriesEmptyText} />
        }
      >
        <DataTable hasRowLinks label={text.deliveries} columns={columns} rows={deliveries.items} />
      </PagedList>
    </>
  );
}
