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
import { useAccountId } from './account-id.ts';
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

/** The parts of a call's path. The account is the one in the URL, unless another one is given. */
function useCallParams(name: CallName, params: Params = {}): Params {
  const account = useAccountId();
  return callRoutes[name].path.includes(':account') ? { account, ...params } : params;
}

type ListPage<N extends ListName> = { readonly items: readonly ItemOf<N>[]; readonly next: string | null };
type QueryBehaviour = { enabled?: boolean; refetchInterval?: number; keepPrevious?: boolean };
/** `isOver` says of an answer that it will not change any more. */
type QueryEnd<N extends CallName> = { isOver?: (answer: AnswerOf<N>) => boolean };

/** Reads a call and keeps its answer fresh. `keepPrevious` shows the old answer until the new one has arrived. */
export function useApiQuery<N extends CallName>(
  name: N,
  options: QueryCallOptions<N> = {},
  {
    keepPrevious = false,
    isOver = () => false,
    refetchInterval = 0,
    ...behaviour
  }: QueryBehaviour & QueryEnd<N> = {},
) {
  const params = useCallParams(name, options.params);
  const query = {
    ...apiQueryOptions(name, { ...options, params }),
    ...behaviour,
    refetchInterval: ({ state: { data } }: { state: { data: AnswerOf<N> | undefined } }) =>
      refetchInterval > 0 && (data === undefined || !isOver(data)) && refetchInterval,
  };
  return useQuery<AnswerOf<N>>(keepPrevious ? { ...query, placeholderData: keepPreviousData } : query);
}

/** Returns a function that reads a call again and skips the cache. */
export function useReadNewest<N extends CallName>(name: N, partial: Params): () => Promise<AnswerOf<N>> {
  const client = useQueryClient();
  const params = useCallParams(name, partial);
  return () => client.fetchQuery({ ...apiQueryOptions(name, { params }), staleTime: 0 });
}

/** A list that is loaded page by page with a cursor. `items` are those of all loaded pages. */
export function useApiPages<N extends ListName>(
  name: N,
  query: QueryOf<N>,
  { params: partial, ...behaviour }: Pick<QueryBehaviour, 'refetchInterval'> & { params?: Params } = {},
) {
  const params = useCallParams(name, partial);
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
export function useApiItems<N extends ListName>(name: N) {
  const params = useCallParams(name);
  return useQuery({ queryKey: [name, params, 'all'], queryFn: () => listAll({ call }, name, { params }) });
}

/** Makes a change, then reloads the calls in `invalidates`. If a creation is sent again, nothing is created twice. */
export function useApiMutation<N extends CallName>(
  name: N,
  options: {
    params?: Params;
    query?: QueryOf<N>;
    /** The version that the person has seen. If the server has a newer one, it refuses the change. */
    ifMatch?: number;
    invalidates?: readonly CallName[];
    onSuccess?: (answer: AnswerOf<N>) => void | Promise<void>;
    onError?: (error: unknown) => void;
  } = {},
) {
  const client = useQueryClient();
  const creations = useRef(new CreationKeys());
  const params = useCallParams(name, options.params);
  return useMutation<AnswerOf<N>, Error, BodyOf<N>>({
    mutationFn: async (body) => {
      const { query, ifMatch } = options;
      const isCreation = callRoutes[name].kind === 'create';
      const answer = await call(name, {
        params,
        ...(query === undefined ? {} : { query }),
        ...(ifMatch === undefined ? {} : { ifMatch }),
        ...(isCreation ? { idempotencyKey: creations.current.keyFor([params, body]) } : {}),
        body: body as CallOptions<N>['body'],
      });
      creations.current.forget([params, body]);
      return answer;
    },
    onSuccess: async (answer) => {
      await options.onSuccess?.(answer);
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
