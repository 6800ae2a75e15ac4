import { Text } from '@mantine/core';
import type { Grant } from '@parley/protocol/management';
import { GrantAllowed } from '../../components/partners/GrantAllowed.tsx';
import { GrantedAvatars } from '../../components/partners/GrantedAvatars.tsx';
import { type Column, DataTable } from '../../components/tables/DataTable.tsx';
import { Timestamp } from '../../components/values/Timestamp.tsx';
import { strings } from '../../strings/index.ts';
import { WithdrawButton } from './WithdrawButton.tsx';

const text = strings.connectedApps;

const columns: readonly Column<Grant>[] = [
  {
    key: 'app',
    title: text.app,
    cell: ({ partner }) => (
      <>
        <Text component="span" size="sm" fw={600} display="block">
          {partner.name}
        </Text>
        <Text component="span" size="xs" c="dimmed">
          {partner.host}
        </Text>
      </>
    ),
  },
  {
    key: 'may',
    title: text.may,
    cell: (grant) => <GrantAllowed grant={grant} conversations={grant.conversations} />,
  },
  { key: 'avatars', title: text.avatars, cell: ({ avatars }) => <GrantedAvatars avatars={avatars} /> },
  {
    key: 'used',
    title: text.lastUsed,
    cell: ({ lastUsedAt }) =>
      lastUsedAt === null ? strings.common.never : <Timestamp ago at={lastUsedAt} />,
  },
  {
    key: 'allowed',
    title: text.allowed,
    cell: ({ grantedBy, grantedAt }) => (
      <>
        {grantedBy}
        <Text component="span" size="xs" c="dimmed" display="block">
          <Timestamp at={grantedAt} />
        </Text>
      </>
    ),
  },
  {
    key: 'actions',
    title: strings.common.actions,
    isTitleHidden: true,
    alignRight: true,
    cell: (grant) => <WithdrawButton grant={grant} />,
  },
];

export function GrantTable({ grants }: { grants: readonly Grant[] }) {
  return <DataTable label={text.title} columns={columns} rows={grants} rowKey={({ id }) => id} />;
}
