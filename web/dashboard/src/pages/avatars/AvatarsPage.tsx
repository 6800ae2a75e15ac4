import { Group, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useAccountId } from '../../api/me.ts';
import { useApiPages } from '../../api/queries.ts';
import { ErrorAlert } from '../../components/page/ErrorAlert.tsx';
import { PageHeader } from '../../components/page/PageHeader.tsx';
import { EmptyState } from '../../components/tables/EmptyState.tsx';
import { LoadMoreButton } from '../../components/tables/LoadMoreButton.tsx';
import { SearchBox } from '../../components/tables/SearchBox.tsx';
import { plural, strings } from '../../strings/index.ts';
import { AvatarCard } from './AvatarCard.tsx';
import classes from './AvatarsPage.module.css';
import { CardSkeletons } from './CardSkeletons.tsx';
import { NewAvatarButton } from './NewAvatarButton.tsx';

const text = strings.avatars;

export function AvatarsPage() {
  const account = useAccountId();
  const navigate = useNavigate();
  const { search = '' } = useSearch({ strict: false });
  const list = useApiPages('avatars.list', { account }, { search, limit: 24 });
  const total = list.data?.pages[0]?.total;
  const find = (text: string) =>
    navigate({
      to: '/$account/avatars',
      params: { account },
      search: text === '' ? {} : { search: text },
      replace: true,
    });
  return (
    <>
      <PageHeader title={text.title} lead={text.lead} actions={<NewAvatarButton />} />
      <Group justify="space-between" mb="md">
        <SearchBox label={text.search} value={search} onSearch={find} />
        {total === undefined ? null : (
          <Text size="sm" c="dimmed" role="status">
            {plural(text.count, total)}
          </Text>
        )}
      </Group>
      {list.isError ? <ErrorAlert error={list.error} onRetry={() => list.refetch()} /> : null}
      {list.isPending ? <CardSkeletons /> : null}
      {list.isEmpty ? (
        search === '' ? (
          <EmptyState
            icon="avatars"
            title={text.emptyTitle}
            text={text.emptyText}
            action={<NewAvatarButton />}
          />
        ) : (
          <EmptyState
            icon="search"
            title={strings.common.nothingFound}
            text={strings.common.nothingFoundText}
          />
        )
      ) : null}
      <ul className={classes.grid}>
        {list.items.map((avatar) => (
          <li key={avatar.id}>
            <AvatarCard avatar={avatar} />
          </li>
        ))}
      </ul>
      <LoadMoreButton list={list} />
    </>
  );
}
