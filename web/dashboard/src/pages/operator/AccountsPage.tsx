import { Group } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useApiPages } from '../../api/queries.ts';
import { ErrorAlert } from '../../components/page/ErrorAlert.tsx';
import { OperatorOnly } from '../../components/page/OperatorOnly.tsx';
import { PageHeader } from '../../components/page/PageHeader.tsx';
import { EmptyState } from '../../components/tables/EmptyState.tsx';
import { LoadMoreButton } from '../../components/tables/LoadMoreButton.tsx';
import { RowSkeleton } from '../../components/tables/RowSkeleton.tsx';
import { SearchBox } from '../../components/tables/SearchBox.tsx';
import { strings } from '../../strings/index.ts';
import { AccountTable } from './AccountTable.tsx';
import { NewAccountButton } from './NewAccountButton.tsx';

const text = strings.operator;

export function AccountsPage() {
  return (
    <OperatorOnly>
      <Accounts />
    </OperatorOnly>
  );
}

function Accounts() {
  const navigate = useNavigate();
  const { search = '' } = useSearch({ strict: false });
  const list = useApiPages('accounts.list', {}, search === '' ? {} : { search });
  const { items: rows } = list;
  return (
    <>
      <PageHeader title={text.accounts} lead={text.accountsLead} actions={<NewAccountButton />} />
      <Group mb="md">
        <SearchBox
          label={text.search}
          value={search}
          onSearch={(text) =>
            void navigate({
              to: '/operator/accounts',
              search: text === '' ? {} : { search: text },
              replace: true,
            })
          }
        />
      </Group>
      {list.isError ? <ErrorAlert error={list.error} onRetry={() => list.refetch()} /> : null}
      {list.isPending ? <RowSkeleton /> : null}
      {list.isEmpty ? <EmptyState icon="accounts" title={text.emptyTitle} text={text.emptyText} /> : null}
      {rows.length === 0 ? null : <AccountTable accounts={rows} />}
      <LoadMoreButton list={list} />
    </>
  );
}
