import type { Delivery } from '@parley/protocol/management';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { isNotFound } from '../../api/api-error.ts';
import { useApiPages, useApiQuery } from '../../api/queries.ts';
import { DeliveryFilters } from '../../components/deliveries/DeliveryFilters.tsx';
import { deliveryColumns } from '../../components/deliveries/delivery-columns.tsx';
import { type DeliverySearch, deliveryQueryOf } from '../../components/deliveries/delivery-search.ts';
import { BackLink } from '../../components/page/BackLink.tsx';
import { OperatorOnly } from '../../components/page/OperatorOnly.tsx';
import { PageHeader } from '../../components/page/PageHeader.tsx';
import { TextLink } from '../../components/page/TextLink.tsx';
import { partnerEventNames } from '../../components/partners/partner-events.ts';
import { DataTable } from '../../components/tables/DataTable.tsx';
import { EmptyState } from '../../components/tables/EmptyState.tsx';
import { FilteredListState } from '../../components/tables/FilteredListState.tsx';
import { LoadMoreButton } from '../../components/tables/LoadMoreButton.tsx';
import { PageNotFound } from '../../shell/PageNotFound.tsx';
import { fill, strings } from '../../strings/index.ts';

const text = strings.partner;

export function PartnerDeliveriesPage() {
  return (
    <OperatorOnly>
      <PartnerDeliveries />
    </OperatorOnly>
  );
}

function PartnerDeliveries() {
  const { partner = '' } = useParams({ strict: false });
  const navigate = useNavigate();
  const search: DeliverySearch = useSearch({ strict: false });
  const { webhook: _, ...query } = deliveryQueryOf(search);
  const found = useApiQuery('partners.get', { params: { partner } });
  const list = useApiPages('partners.deliveries', { partner }, query);
  const isFiltered = Object.keys(search).length > 0;
  const filter = ({ webhook: _, ...next }: DeliverySearch) =>
    void navigate({
      to: '/operator/partners/$partner/deliveries',
      params: { partner },
      search: next,
      replace: true,
    });
  const link = (row: Delivery) => (
    <TextLink
      to="/operator/partners/$partner/deliveries/$delivery"
      params={{ partner, delivery: row.id }}
      size="sm"
      className="mono"
    >
      {row.event}
    </TextLink>
  );
  if (isNotFound(found.error)) return <PageNotFound />;
  const name = found.data?.name ?? '';
  return (
    <>
      <PageHeader
        title={fill(text.deliveriesTitle, { name })}
        lead={text.deliveriesLead}
        above={<BackLink to="/operator/partners/$partner" params={{ partner }} label={name} />}
      />
      <DeliveryFilters search={search} events={partnerEventNames} onChange={filter} />
      <FilteredListState
        list={list}
        isFiltered={isFiltered}
        empty={
          <EmptyState icon="deliveries" title={text.deliveriesEmptyTitle} text={text.deliveriesEmptyText} />
        }
      />
      {list.items.length === 0 ? null : (
        <DataTable
          hasRowLinks
          label={text.deliveries}
          columns={deliveryColumns(link)}
          rows={list.items}
          rowKey={({ id }) => id}
        />
      )}
      <LoadMoreButton list={list} />
    </>
  );
}
