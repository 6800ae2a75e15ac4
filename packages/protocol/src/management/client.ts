import type { AnswerOf, BodyOf, QueryOf } from './calls.ts';
import type { ManagementError } from './common-schemas.ts';
import { type CallName, callRoutes } from './routes.ts';

export type Params = Readonly<Record<string, string>>;

export type CallOptions<N extends CallName> = {
  /** The parts of the path, such as `account` and `avatar`. */
  readonly params?: Params;
  readonly query?: QueryOf<N>;
  readonly body?: BodyOf<N> | undefined;
  /** The version that the caller has read. If the server has a newer one, it refuses the change. */
  readonly ifMatch?: number;
  /** If a creation is sent again with the same key, the service repeats its answer and creates nothing. */
  readonly idempotencyKey?: string;
  /** The service checks the request and answers, but changes nothing. */
  readonly dryRun?: boolean;
};

type ListAnswer<T = unknown> = { readonly items: readonly T[]; readonly next: string | null };
/** The calls that answer with a page of a list. */
export type ListName = { [N in CallName]: AnswerOf<N> extends ListAnswer ? N : never }[CallName];
export type ItemOf<N extends ListName> = AnswerOf<N> extends { readonly items: (infer T)[] } ? T : never;

export type ManagementClient = {
  /** Makes one call. Throws a ManagementApiError if it is refused or gets no answer. */
  call<N extends CallName>(name: N, options?: CallOptions<N>): Promise<AnswerOf<N>>;
};

export type ClientOptions = {
  /** The address of the service; empty for the service that served the page. */
  readonly url?: string;
  /** The operator's token or a management key. Pages have the cookie of the person who is signed in. */
  readonly token?: string;
};

/**
 * A call was refused. Status 0 and the code `unreachable`: there was no answer. `unexpected_answer`: the answer has no
 * reason, for example because it came from a proxy in front of the service.
 */
export class ManagementApiError extends Error {
  override name = 'ManagementApiError';
  readonly status: number;
  readonly code: string;
  /** The invalid input. */
  readonly field: string | null;

  constructor(status: number, code: string, message: string, field: string | null = null) {
    super(message);
    this.status = status;
    this.code = code;
    this.field = field;
  }
}

/** Calls the management API with fetch. It knows the routes but no schemas, so that it adds little to a page. */
export function createManagementClient({ url = '', token }: ClientOptions = {}): ManagementClient {
  return {
    async call<N extends CallName>(name: N, options: CallOptions<N> = {}) {
      const { body, ifMatch, idempotencyKey } = options;
      const isFile = body instanceof Blob;
      const headers = {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined
          ? {}
          : { 'content-type': isFile ? 'application/octet-stream' : 'application/json' }),
        ...(ifMatch === undefined ? {} : { 'if-match': `"${ifMatch}"` }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      };
      const response = await fetch(url + callUrl(name, options), {
        method: callRoutes[name].method,
        credentials: 'same-origin',
        headers,
        ...(body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) }),
      }).catch(() => {
        throw new ManagementApiError(0, 'unreachable', 'The service does not answer.');
      });
      if (!response.ok) throw await refusalIn(response);
      return (await (isJson(response) ? response.json() : response.blob())) as AnswerOf<N>;
    },
  };
}

/** The path and query of a call. */
export function callUrl<N extends CallName>(name: N, options: CallOptions<N> = {}): string {
  const { params = {}, query = {}, dryRun = false } = options;
  const path = callRoutes[name].path.replace(/:(\w+)/g, (_, part: string) => {
    const value = params[part];
    if (value === undefined) throw new Error(`${name} needs ${part}`);
    return encodeURIComponent(value);
  });
  const present = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(present.map(([key, value]) => [key, String(value)]));
  if (dryRun) text.set('dryRun', 'true');
  return text.size === 0 ? path : `${path}?${text}`;
}

/** Reads a list to its end, or until it has yielded `limit` items. */
export async function listAll<N extends ListName>(
  client: ManagementClient,
  name: N,
  options: CallOptions<N> = {},
  limit = Number.POSITIVE_INFINITY,
): Promise<ItemOf<N>[]> {
  const all: ItemOf<N>[] = [];
  let cursor: string | null | undefined;
  do {
    const query = { ...options.query, limit: Math.min(100, limit - all.length), cursor };
    const page = await client.call(name, { ...options, query: query as unknown as QueryOf<N> });
    const { items, next } = page as unknown as ListAnswer<ItemOf<N>>;
    all.push(...items);
    cursor = next;
  } while (cursor !== null && all.length < limit);
  return all;
}

/** A file can also be JSON. Then it is an attachment. */
const isJson = ({ headers }: Response): boolean =>
  (headers.get('content-type')?.startsWith('application/json') ?? false) &&
  !headers.has('content-disposition');

export async function refusalIn(response: Response): Promise<ManagementApiError> {
  const answer = (await response.json().catch(() => null)) as Partial<ManagementError> | null;
  const { code = 'unexpected_answer', message, field } = answer?.error ?? {};
  return new ManagementApiError(
    response.status,
    code,
    message ?? `The service answered ${response.status}.`,
    field ?? null,
  );
}
