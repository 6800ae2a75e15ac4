import { callRoutes } from '@parley/protocol/management/routes';
import {
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import {
  type AnswerOf,
  type BodyOf,
  type CallName,
  type CallOptions,
  call,
  type ItemOf,
  type ListName,
  listAll,
  type Params,
  type QueryOf,
} from './call.ts';
import { CreationKeys } from './creation-keys.ts';

type QueryCallOptions<N extends CallName> = Omit<CallOptions<N>, 'body'>;

export const apiQueryOptions = <N extends CallName>(name: N, options: QueryCallOptions<N> = {}) =>
  queryOptions<AnswerOf<N>>({
    queryKey: [name, options.params ?? {}, options.query ?? {}],
    queryFn: () => call(name, options),
  });

type ListPage<N extends ListName> = { readonly items: readonly ItemOf<N>[]; readonly next: string | null };
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

/** Returns a function that reads a call again and skips the cache. */
export function useReadNewest<N extends CallName>(name: N, params: Params): () => Promise<AnswerOf<N>> {
  const client = useQueryClient();
  return () => client.fetchQuery({ ...apiQueryOptions(name, { params }), staleTime: 0 });
}

/** A list that is loaded page by page with a cursor. `items` are those of all loaded pages. */
export function useApiPages<N extends ListName>(
  name: N,
  params: Params,
  query: QueryOf<N>,
  behaviour: Pick<QueryBehaviour, 'refetchInterval'> = {},
) {
  const list = useInfiniteQuery({
    queryKey: [name, params, query, 'pages'],
    queryFn: async ({ pageParam }: { pageParam: string | undefined }) => {
      const options = {
        params,
        query: { ...(query as object), cursor: pageParam },
      } as unknown as CallOptions<N>;
      return (await call(name, options)) as AnswerOf<N> & ListPage<N>;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
    ...behaviour,
  });
  const { data, hasNextPage, isFetching, fetchNextPage } = list;
  const items = data?.pages.flatMap((page): readonly ItemOf<N>[] => page.items) ?? [];
  const isEmptySoFar = data !== undefined && items.length === 0;
  // The service searches for rare matches in steps, so an empty page may be followed by a full one.
  useEffect(() => {
    if (isEmptySoFar && hasNextPage && !isFetching) void fetchNextPage();
  }, [isEmptySoFar, hasNextPage, isFetching, fetchNextPage]);
  return { ...list, items, isEmpty: isEmptySoFar && !hasNextPage && !isFetching };
}

/** Every item of a list, for a choice that must offer all of them. */
export const useApiItems = <N extends ListName>(name: N, params: Params) =>
  useQuery({ queryKey: [name, params, 'all'], queryFn: () => listAll({ call }, name, { params }) });

/** Makes a change, then reloads the calls in `invalidates`. If a creation is sent again, nothing is created twice. */
export function useApiMutation<N extends CallName>(
  name: N,
  options: {
    params?: Params;
    /** The version that the person has seen. If the server has a newer one, it refuses the change. */
    ifMatch?: number;
    invalidates?: readonly CallName[];
    onSuccess?: (answer: AnswerOf<N>, body: BodyOf<N>) => void;
    onError?: (error: unknown) => void;
  } = {},
) {
  const client = useQueryClient();
  const creations = useRef(new CreationKeys());
  return useMutation<AnswerOf<N>, Error, BodyOf<N>>({
    mutationFn: async (body) => {
      const { params, ifMatch } = options;
      const isCreation = callRoutes[name].kind === 'create';
      const answer = await call(name, {
        ...(params === undefined ? {} : { params }),
        ...(ifMatch === undefined ? {} : { ifMatch }),
        ...(isCreation ? { idempotencyKey: creations.current.keyFor([params, body]) } : {}),
        body: body as CallOptions<N>['body'],
      });
      creations.current.forget([params, body]);
      return answer;
    },
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
