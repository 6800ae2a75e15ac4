import { Group } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useApiPages } from '../../api/queries.ts';
import { EmptyNote } from '../../parts/EmptyNote.tsx';
import { MorePages } from '../../parts/MorePages.tsx';
import { PageHeader } from '../../parts/PageHeader.tsx';
import { Problem } from '../../parts/Problem.tsx';
import { RowSkeleton } from '../../parts/RowSkeleton.tsx';
import { SearchBox } from '../../parts/SearchBox.tsx';
import { strings } from '../../strings/index.ts';
import { AccountTable } from './AccountTable.tsx';
import { NewAccountButton } from './NewAccountButton.tsx';
import { OperatorOnly } from './OperatorOnly.tsx';

const words = strings.operator;

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
  const list = useApiPages('operator.accounts', {}, search === '' ? {} : { search });
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <PageHeader title={words.accounts} lead={words.accountsLead} actions={<NewAccountButton />} />
      <Group mb="md">
        <SearchBox
          label={words.search}
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
      {list.isError ? <Problem error={list.error} onRetry={() => list.refetch()} /> : null}
      {list.isPending ? <RowSkeleton /> : null}
      {list.isEmpty ? <EmptyNote icon="accounts" title={words.emptyTitle} words={words.emptyWords} /> : null}
      {rows.length === 0 ? null : <AccountTable accounts={rows} />}
      <MorePages has={list.hasNextPage} busy={list.isFetchingNextPage} onMore={() => list.fetchNextPage()} />
    </>
  );
}
