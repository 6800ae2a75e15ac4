import { Text } from '@mantine/core';
import type { Partner, PartnerGrant } from '@parley/protocol/management';
import { useApiPages } from '../../api/queries.ts';
import { ErrorAlert } from '../../components/page/ErrorAlert.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { TextLink } from '../../components/page/TextLink.tsx';
import { GrantAllowed } from '../../components/partners/GrantAllowed.tsx';
import { GrantedAvatars } from '../../components/partners/GrantedAvatars.tsx';
import { type Column, DataTable } from '../../components/tables/DataTable.tsx';
import { LoadMoreButton } from '../../components/tables/LoadMoreButton.tsx';
import { RowSkeleton } from '../../components/tables/RowSkeleton.tsx';
import { Timestamp } from '../../components/values/Timestamp.tsx';
import { strings } from '../../strings/index.ts';

const text = strings.partner;

const columnsOf = (conversations: boolean): readonly Column<PartnerGrant>[] => [
  {
    key: 'account',
    title: text.account,
    cell: ({ account }) => (
      <TextLink to="/operator/accounts/$id" params={{ id: account.id }} size="sm" fw={600}>
        {account.name}
      </TextLink>
    ),
  },
  {
    key: 'may',
    title: strings.connectedApps.may,
    cell: (grant) => <GrantAllowed grant={grant} conversations={conversations} />,
  },
  {
    key: 'avatars',
    title: strings.connectedApps.avatars,
    cell: ({ avatars }) => <GrantedAvatars avatars={avatars} />,
  },
  {
    key: 'used',
    title: strings.connectedApps.lastUsed,
    cell: ({ lastUsedAt }) =>
      lastUsedAt === null ? strings.common.never : <Timestamp ago at={lastUsedAt} />,
  },
  {
    key: 'allowed',
    title: strings.connectedApps.allowed,
    cell: ({ grantedAt }) => <Timestamp at={grantedAt} />,
  },
];

/** The accounts that allow the partner access. */
export function GrantsPanel({ partner: { id, conversations } }: { partner: Partner }) {
  const grants = useApiPages('partners.grants', { partner: id }, {});
  return (
    <Panel title={text.grants} lead={text.grantsLead}>
      {grants.isError ? <ErrorAlert error={grants.error} onRetry={() => grants.refetch()} /> : null}
      {grants.isPending ? <RowSkeleton count={2} /> : null}
      {grants.isEmpty ? <Text size="sm">{text.noGrants}</Text> : null}
      {grants.items.length === 0 ? null : (
        <DataTable
          label={text.grants}
          columns={columnsOf(conversations)}
          rows={grants.items}
          rowKey={({ id }) => id}
        />
      )}
      <LoadMoreButton list={grants} />
    </Panel>
  );
}
