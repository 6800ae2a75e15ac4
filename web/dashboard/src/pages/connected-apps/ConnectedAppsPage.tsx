import type { Grant } from '@parley/protocol/management';
import { useIsOwner } from '../../api/me.ts';
import { useApiPages } from '../../api/queries.ts';
import { ActionButton } from '../../components/forms/ActionButton.tsx';
import { PageHeader } from '../../components/page/PageHeader.tsx';
import { grantColumns } from '../../components/partners/grant-columns.tsx';
import { actionsColumn, nameColumn } from '../../components/tables/columns.tsx';
import { type Column, DataTable } from '../../components/tables/DataTable.tsx';
import { EmptyState } from '../../components/tables/EmptyState.tsx';
import { PagedList } from '../../components/tables/PagedList.tsx';
import { SmallText } from '../../components/values/SmallText.tsx';
import { Timestamp } from '../../components/values/Timestamp.tsx';
import { fill, strings } from '../../strings/index.ts';

const text = strings.connectedApps;

const columns: readonly Column<Grant>[] = [
  nameColumn(
    text.app,
    ({ partner }) => partner.name,
    ({ partner }) => partner.host,
  ),
  ...grantColumns<Grant>(({ conversations }) => conversations),
  {
    title: text.allowed,
    cell: ({ grantedBy, grantedAt }) => (
      <>
        {grantedBy}
        <SmallText>
          <Timestamp at={grantedAt} />
        </SmallText>
      </>
    ),
  },
  actionsColumn((grant) => <WithdrawButton grant={grant} />),
];

/** Members see the grants. Owners can withdraw them. */
export function ConnectedAppsPage() {
  const grants = useApiPages('grants.list', {}, { refetchInterval: 15_000 });
  return (
    <>
      <PageHeader title={text.title} lead={text.lead} />
      <PagedList
        list={grants}
        empty={<EmptyState icon="apps" title={text.emptyTitle} text={text.emptyText} />}
      >
        <DataTable label={text.title} columns={columns} rows={grants.items} />
      </PagedList>
    </>
  );
}

function WithdrawButton({ grant: { id, partner, withdrawnAt } }: { grant: Grant }) {
  const isOwner = useIsOwner();
  const { name } = partner;
  if (!isOwner || withdrawnAt !== null) return null;
  return (
    <ActionButton
      call="grants.withdraw"
      params={{ grant: id }}
      invalidates={['grants.list']}
      variant="subtle"
      color="red"
      size="compact-sm"
      label={text.withdraw}
      aria-label={fill(text.withdrawFrom, { name })}
      question={{ title: fill(text.withdrawQuestion, { name }), text: fill(text.withdrawText, { name }) }}
      done={fill(text.withdrawn, { name })}
    />
  );
}
