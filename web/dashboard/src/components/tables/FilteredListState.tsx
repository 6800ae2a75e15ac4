import type { ReactNode } from 'react';
import { strings } from '../../strings/index.ts';
import { ErrorAlert } from '../page/ErrorAlert.tsx';
import { EmptyState } from './EmptyState.tsx';
import { RowSkeleton } from './RowSkeleton.tsx';

type ListState = {
  readonly isError: boolean;
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly isEmpty: boolean;
  refetch(): unknown;
};

/** What a list with filters shows instead of rows: an error, the loading state, or why there are none. */
export function FilteredListState(props: { list: ListState; isFiltered: boolean; empty: ReactNode }) {
  const { list, isFiltered, empty } = props;
  return (
    <>
      {list.isError ? <ErrorAlert error={list.error} onRetry={() => list.refetch()} /> : null}
      {list.isPending ? <RowSkeleton count={8} /> : null}
      {list.isEmpty && isFiltered ? (
        <EmptyState
          icon="filter"
          title={strings.common.nothingFound}
          text={strings.common.nothingFoundText}
        />
      ) : null}
      {list.isEmpty && !isFiltered ? empty : null}
    </>
  );
}
