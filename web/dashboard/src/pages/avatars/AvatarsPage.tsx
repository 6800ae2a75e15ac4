import { Group, Skeleton, Text } from '@mantine/core';
import { useAccountId } from '../../api/account-id.ts';
import { useApiPages } from '../../api/queries.ts';
import { ButtonLink } from '../../components/page/ButtonLink.tsx';
import { PageHeader } from '../../components/page/PageHeader.tsx';
import { EmptyState } from '../../components/tables/EmptyState.tsx';
import { NothingFound, PagedList } from '../../components/tables/PagedList.tsx';
import { SearchBox } from '../../components/tables/SearchBox.tsx';
import { useFilters } from '../../components/tables/use-filters.ts';
import { Icon } from '../../icons/Icon.tsx';
import { plural, strings } from '../../strings/index.ts';
import { AvatarCard } from './AvatarCard.tsx';
import classes from './AvatarsPage.module.css';

const text = strings.avatars;

export function AvatarsPage() {
  const { values, set } = useFilters<{ search?: string }>();
  const avatars = useApiPages('avatars.list', { ...values, limit: 24 });
  const total = avatars.data?.pages[0]?.total;
  const empty =
    values.search === undefined ? (
      <EmptyState icon="avatars" title={text.emptyTitle} text={text.emptyText} action={<NewAvatarButton />} />
    ) : (
      <NothingFound icon="search" />
    );
  return (
    <>
      <PageHeader title={text.title} lead={text.lead} actions={<NewAvatarButton />} />
      <Group justify="space-between" mb="md">
        <SearchBox
          label={text.search}
          value={values.search ?? ''}
          onSearch={(search) => set('search', search)}
        />
        {total === undefined ? null : (
          <Text size="sm" c="dimmed" role="status">
            {plural(text.count, total)}
          </Text>
        )}
      </Group>
      <PagedList list={avatars} skeleton={<CardSkeletons />} empty={empty}>
        <ul className={classes.grid}>
          {avatars.items.map((avatar) => (
            <li key={avatar.id}>
              <AvatarCard avatar={avatar} />
            </li>
          ))}
        </ul>
      </PagedList>
    </>
  );
}

function NewAvatarButton() {
  const account = useAccountId();
  return (
    <ButtonLink to="/$account/avatars/new" params={{ account }} leftSection={<Icon name="plus" />}>
      {text.create}
    </ButtonLink>
  );
}

function CardSkeletons() {
  return (
    <div className={classes.grid} role="status" aria-label={strings.common.loading}>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} height={110} radius="lg" />
      ))}
    </div>
  );
}
