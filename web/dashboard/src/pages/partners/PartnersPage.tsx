import type { Partner } from '@parley/protocol/management';
import { useApiPages } from '../../api/queries.ts';
import { PageHeader } from '../../components/page/PageHeader.tsx';
import { TextLink } from '../../components/page/TextLink.tsx';
import { numberColumn, timeColumn } from '../../components/tables/columns.tsx';
import { type Column, DataTable } from '../../components/tables/DataTable.tsx';
import { EmptyState } from '../../components/tables/EmptyState.tsx';
import { PagedList } from '../../components/tables/PagedList.tsx';
import { SmallText } from '../../components/values/SmallText.tsx';
import { WebhookBadge } from '../../components/webhooks/webhook-state.tsx';
import { strings } from '../../strings/index.ts';
import { NewPartnerButton } from './NewPartnerButton.tsx';

const text = strings.partners;

const columns: readonly Column<Partner>[] = [
  {
    title: text.name,
    cell: ({ id, name }) => (
      <>
        <TextLink to="/operator/partners/$partner" params={{ partner: id }} size="sm" fw={600}>
          {name}
        </TextLink>
        <SmallText className="mono">{id}</SmallText>
      </>
    ),
  },
  {
    title: text.state,
    cell: ({ webhook }) => (
      <>
        <WebhookBadge webhook={webhook} />
        <SmallText className="mono">{webhook.url}</SmallText>
      </>
    ),
  },
  numberColumn(text.grants, ({ grants }) => grants),
  numberColumn(text.waiting, ({ webhook }) => webhook.waiting),
  timeColumn(text.since, ({ createdAt }) => createdAt),
];

export function PartnersPage() {
  const partners = useApiPages('partners.list', {}, { refetchInterval: 10_000 });
  return (
    <>
      <PageHeader title={text.title} lead={text.lead} actions={<NewPartnerButton />} />
      <PagedList
        list={partners}
        empty={<EmptyState icon="partners" title={text.emptyTitle} text={text.emptyText} />}
      >
        <DataTable label={text.title} columns={columns} rows={partners.items} />
      </PagedList>
    </>
  );
}
