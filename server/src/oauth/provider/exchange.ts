import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
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
  /** An object is sent as JSON. */
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
  const answers = new WeakMap<IncomingMessage, LibraryAnswer | { readonly error: unknown }>();
  provider.use(async (ctx, next) => {
    try {
      await next();
      const headers = Object.entries(ctx.response.headers).map(([name, value]) => [name, String(value)]);
      answers.set(ctx.req, { status: ctx.status, headers: Object.fromEntries(headers), body: ctx.body });
    } catch (error) {
      answers.set(ctx.req, { error });
    }
    ctx.respond = false;
  });
  const answer = provider.callback();

  return async ({ method, url, headers, body = new Uint8Array() }) => {
    const socket = Object.assign(new Socket(), { encrypted: protocol === 'https:' });
    const message = Object.assign(new IncomingMessage(socket), { method, url });
    message.headers = { host, ...headers, 'content-length': String(body.length) };
    message.push(body);
    message.push(null);
    await answer(message, new ServerResponse(message));
    const found = answers.get(message) ?? { error: new Error('the OAuth library has not answered') };
    if ('error' in found) throw found.error;
    return { ...found, message };
  };
}
