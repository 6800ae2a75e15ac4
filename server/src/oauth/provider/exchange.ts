import type { IncomingMessage } from 'node:http';
import inject from 'light-my-request';
import type { Provider } from 'oidc-provider';

/** The parts of a request that the OAuth library needs. */
export type LibraryRequest = {
  readonly method: 'GET' | 'POST';
  /** The path and the query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
  /** For the log. */
  readonly requestId?: string;
};

export type LibraryAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed if it is JSON. */
  readonly body: unknown;
};

export type Exchange = (
  request: LibraryRequest,
) => Promise<LibraryAnswer & { readonly message: IncomingMessage }>;

/**
 * Lets the library answer a request without a connection. So it receives only the headers that it needs, takes the base
 * URL for its own address, and its cookies and headers reach a browser only if we pass them on.
 */
export function createExchange(provider: Provider, baseUrl: string): Exchange {
  const { host, protocol } = new URL(baseUrl);
  const own = { host, 'x-forwarded-proto': protocol.slice(0, -1) };
  const failures = new WeakMap<IncomingMessage, { readonly error: unknown }>();
  provider.proxy = true;
  provider.use((ctx, next) =>
    next().catch((error: unknown) => {
      failures.set(ctx.req, { error });
    }),
  );
  const answer = provider.callback();

  return async ({ method, url, headers: given, body = new Uint8Array() }) => {
    const payload = Buffer.from(body);
    const response = await inject(answer, { method, url, headers: { ...own, ...given }, payload });
    const message = response.raw.req;
    const failure = failures.get(message);
    if (failure !== undefined) throw failure.error;
    const headers = Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
    );
    const isJson = headers['content-type']?.startsWith('application/json') === true;
    return {
      status: response.statusCode,
      headers,
      body: isJson ? response.json<unknown>() : response.payload,
      message,
    };
  };
}
