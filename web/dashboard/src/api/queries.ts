import {
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import {
  type AnswerOf,
  type BodyOf,
  type CallName,
  type CallOptions,
  call,
  type Params,
  type QueryOf,
} from './call.ts';

type QueryCallOptions<N extends CallName> = Omit<CallOptions<N>, 'body'>;

export const apiQueryOptions = <N extends CallName>(name: N, options: QueryCallOptions<N> = {}) =>
  queryOptions<AnswerOf<N>>({
    queryKey: [name, options.params ?? {}, options.query ?? {}],
    queryFn: () => call(name, options),
  });

type QueryBehaviour = { enabled?: boolean; refetchInterval?: number; keepPrevious?: boolean };

/** Reads a call and keeps its answer fresh. `keepPrevious` shows the old answer until the new one has arrived. */
export function useApiQuery<N extends CallName>(
  name: N,
  options: QueryCallOptions<N> = {},
  { keepPrevious = false, ...behaviour }: QueryBehaviour = {},
) {
  const query = { ...apiQueryOptions(name, options), ...behaviour };
  return useQuery<AnswerOf<N>>(keepPrevious ? { ...query, placeholderData: keepPreviousData } : query);
}

type Page = { readonly items: readonly unknown[]; readonly next: string | null };

/** A list that is loaded page by page with a cursor. */
export function useApiPages<N extends CallName>(name: N, params: Params, query: QueryOf<N>) {
  type Answer = Extract<AnswerOf<N>, Page>;
  const list = useInfiniteQuery({
    queryKey: [name, params, query, 'pages'],
    queryFn: async ({ pageParam }: { pageParam: string | undefined }) => {
      const options = {
        params,
        query: { ...(query as object), cursor: pageParam },
      } as unknown as CallOptions<N>;
      return (await call(name, options)) as Answer;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: Answer) => last.next ?? undefined,
    placeholderData: keepPreviousData,
  });
  const { data, hasNextPage, isFetching, fetchNextPage } = list;
  const isEmptySoFar = data?.pages.every(({ items }) => items.length === 0) ?? false;
  // The service searches for rare matches in steps, so an empty page may be followed by a full one.
  useEffect(() => {
    if (isEmptySoFar && hasNextPage && !isFetching) void fetchNextPage();
  }, [isEmptySoFar, hasNextPage, isFetching, fetchNextPage]);
  return { ...list, isEmpty: isEmptySoFar && !hasNextPage && !isFetching };
}

/** Makes a change, then reloads the calls in `invalidates`. */
export function useApiMutation<N extends CallName>(
  name: N,
  options: {
    params?: Params;
    invalidates?: readonly CallName[];
    onSuccess?: (answer: AnswerOf<N>, body: BodyOf<N>) => void;
    onError?: (error: unknown) => void;
  } = {},
) {
  const client = useQueryClient();
  return useMutation<AnswerOf<N>, Error, BodyOf<N>>({
    mutationFn: (body) =>
      call(name, { ...(options.params === undefined ? {} : { params: options.params }), body }),
    onSuccess: async (answer, body) => {
      options.onSuccess?.(answer, body);
      await invalidateCalls(client, options.invalidates ?? []);
    },
    onError: (error) => options.onError?.(error),
  });
}

export async function invalidateCalls(
  client: ReturnType<typeof useQueryClient>,
  names: readonly CallName[],
): Promise<void> {
  await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: [name] })));
}
