import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { strings } from '../../strings/index.ts';
import { ErrorAlert } from '../page/ErrorAlert.tsx';
import { EmptyState } from './EmptyState.tsx';
import { RowSkeleton } from './RowSkeleton.tsx';

/** The part of `useApiPages` that the list needs. */
type Pages = {
  readonly items: readonly unknown[];
  readonly isError: boolean;
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly isEmpty: boolean;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  fetchNextPage(): unknown;
  refetch(): unknown;
};

/** A list that is loaded page by page. The children show its items. */
export function PagedList(props: {
  list: Pages;
  /** Shown if the list has no items. */
  empty?: ReactNode;
  /** True if the list has no items only because of a filter. */
  isFiltered?: boolean;
  skeleton?: ReactNode;
  children: ReactNode;
}) {
  const { list, isFiltered = false, skeleton = <RowSkeleton /> } = props;
  return (
    <>
      {list.isError ? <ErrorAlert error={list.error} onRetry={() => list.refetch()} /> : null}
      {list.isPending ? skeleton : null}
      {list.isEmpty && isFiltered ? <NothingFound icon="filter" /> : null}
      {list.isEmpty && !isFiltered ? props.empty : null}
      {list.items.length === 0 ? null : props.children}
      {list.hasNextPage ? (
        <Group justify="center" mt="md">
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
            {strings.common.showMore}
          </Button>
        </Group>
      ) : null}
    </>
  );
}

/** Shown instead of a list if no item matches a search or a filter. */
export function NothingFound({ icon }: { icon: 'filter' | 'search' | 'members' }) {
  return (
    <EmptyState icon={icon} title={strings.common.nothingFound} text={strings.common.nothingFoundText} />
  );
}
