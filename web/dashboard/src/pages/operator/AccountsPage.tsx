import { Group } from '@mantine/core';
import type { OperatorAccount } from '@parley/protocol/management';
import { useApiPages } from '../../api/queries.ts';
import { PageHeader } from '../../components/page/PageHeader.tsx';
import { TextLink } from '../../components/page/TextLink.tsx';
import { numberColumn, timeColumn } from '../../components/tables/columns.tsx';
import { type Column, DataTable } from '../../components/tables/DataTable.tsx';
import { EmptyState } from '../../components/tables/EmptyState.tsx';
import { PagedList } from '../../components/tables/PagedList.tsx';
import { SearchBox } from '../../components/tables/SearchBox.tsx';
import { useFilters } from '../../components/tables/use-filters.ts';
import { SmallText } from '../../components/values/SmallText.tsx';
import { strings } from '../../strings/index.ts';
import { NewAccountButton } from './NewAccountButton.tsx';

const text = strings.operator;

const columns: readonly Column<OperatorAccount>[] = [
  {
    title: text.accountName,
    cell: ({ id, name }) => (
      <>
        <TextLink to="/operator/accounts/$id" params={{ id }} size="sm" fw={600}>
          {name}
        </TextLink>
        <SmallText className="mono">{id}</SmallText>
      </>
    ),
  },
  {
    title: text.owners,
    cell: ({ owners }) => (owners.length === 0 ? text.noOwner : owners.join(', ')),
  },
  numberColumn(text.members, ({ members }) => members),
  numberColumn(text.avatars, ({ avatars }) => avatars),
  numberColumn(text.live, ({ liveSessions }) => liveSessions),
  numberColumn(text.extended, ({ extendedEvents }) => extendedEvents.length),
  timeColumn(text.since, ({ createdAt }) => createdAt),
];

export function AccountsPage() {
  const { values, set } = useFilters<{ search?: string }>();
  const accounts = useApiPages('accounts.list', values);
  return (
    <>
      <PageHeader title={text.accounts} lead={text.accountsLead} actions={<NewAccountButton />} />
      <Group mb="md">
        <SearchBox
          label={text.search}
          value={values.search ?? ''}
          onSearch={(search) => set('search', search)}
        />
      </Group>
      <PagedList
        list={accounts}
        empty={<EmptyState icon="accounts" title={text.emptyTitle} text={text.emptyText} />}
      >
        <DataTable label={text.accounts} columns={columns} rows={accounts.items} />
      </PagedList>
    </>
  );
}
