import { Group, Pagination, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useAccountId } from '../../api/me.ts';
import { useApiQuery } from '../../api/queries.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { SearchBox } from '../../components/SearchBox.tsx';
import { strings } from '../../strings/index.ts';
import { AvatarCard } from './AvatarCard.tsx';
import classes from './AvatarsPage.module.css';
import { CardSkeletons } from './CardSkeletons.tsx';
import { NewAvatarButton } from './NewAvatarButton.tsx';

const text = strings.avatars;
const size = 24;

export function AvatarsPage() {
  const account = useAccountId();
  const navigate = useNavigate();
  const { search = '', page: pageText = '1' } = useSearch({ strict: false });
  const page = Math.max(1, Number.parseInt(pageText, 10) || 1);
  const list = useApiQuery(
    'avatars.list',
    { params: { account }, query: { search, page: page - 1, size } },
    { keepPrevious: true },
  );
  const go = (next: { search?: string; page?: string }) =>
    navigate({ to: '/$account/avatars', params: { account }, search: next, replace: true });
  const { data } = list;
  return (
    <>
      <PageHeader title={text.title} lead={text.lead} actions={<NewAvatarButton />} />
      <Group justify="space-between" mb="md">
        <SearchBox
          label={text.search}
          value={search}
          onSearch={(text) => go(text === '' ? {} : { search: text })}
        />
        {data === undefined ? null : (
          <Text size="sm" c="dimmed" role="status">
            {text.count(data.total)}
          </Text>
        )}
      </Group>
      {list.isError ? <ErrorAlert error={list.error} onRetry={() => list.refetch()} /> : null}
      {list.isPending ? <CardSkeletons /> : null}
      {data?.items.length === 0 ? (
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
        {data?.items.map((avatar) => (
          <li key={avatar.id}>
            <AvatarCard avatar={avatar} />
          </li>
        ))}
      </ul>
      {data !== undefined && data.total > size ? (
        <Group justify="center" mt="lg">
          <Pagination
            total={Math.ceil(data.total / size)}
            value={page}
            onChange={(next) => go({ ...(search === '' ? {} : { search }), page: String(next) })}
            getItemProps={(number) => ({
              'aria-label': strings.common.pageOf(number, Math.ceil(data.total / size)),
            })}
            getControlProps={(control) => ({
              'aria-label': control === 'previous' ? strings.common.previous : strings.common.next,
            })}
          />
        </Group>
      ) : null}
    </>
  );
}
