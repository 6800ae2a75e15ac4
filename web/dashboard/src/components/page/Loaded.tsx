import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isNotFound } from '../../api/api-error.ts';
import { PageNotFound } from '../../shell/PageNotFound.tsx';
import { RowSkeleton } from '../tables/RowSkeleton.tsx';
import { ErrorAlert } from './ErrorAlert.tsx';
import { PageHeader, type PageHeaderProps } from './PageHeader.tsx';

type LoadedProps<Data> = {
  query: UseQueryResult<Data>;
  /** Shown while the data is loaded. */
  skeleton?: ReactNode;
  children: (data: Data) => ReactNode;
};

/** Shows the data of a query. Until it is there: a placeholder, or the error. */
export function Loaded<Data>({ query, skeleton = <RowSkeleton />, children }: LoadedProps<Data>) {
  return (
    <>
      {query.isError ? <ErrorAlert error={query.error} onRetry={() => query.refetch()} /> : null}
      {query.isPending ? skeleton : null}
      {query.data === undefined ? null : children(query.data)}
    </>
  );
}

/** The page of one object. The header is shown before the object is loaded. */
export function ObjectPage<Data>({
  header,
  skeleton = <RowSkeleton count={3} height={120} />,
  ...loaded
}: LoadedProps<Data> & { header: (data: Data | undefined) => PageHeaderProps }) {
  const { error, data } = loaded.query;
  if (isNotFound(error)) return <PageNotFound />;
  return (
    <>
      <PageHeader {...header(data)} />
      <Loaded skeleton={skeleton} {...loaded} />
    </>
  );
}
