import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import type { WebHandler } from './web-handler.ts';

export type { WebHandler } from './web-handler.ts';

/** Some hosts and middleware read the body before. What they leave of it is here. */
type WithBody = IncomingMessage & { readonly body?: unknown; readonly rawBody?: unknown };

const alreadyParsed =
  'The body was read before it came here, probably by express.json(). Put this handler before the body parser.';

/** Serves a gateway or a receiver with node:http, and as a route of Express. */
export const nodeHandler =
  (handler: WebHandler) =>
  (incoming: IncomingMessage, outgoing: ServerResponse, next?: (error: unknown) => void): void => {
    const gone = new AbortController();
    outgoing.once('close', () => {
      // It follows a whole answer, too.
      if (!outgoing.writableFinished) gone.abort();
    });
    serve(handler, incoming, outgoing, gone.signal).catch((error: unknown) => {
      if (gone.signal.aborted) return;
      if (next !== undefined) return next(error);
      console.error(error);
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(500, { 'content-type': 'text/plain' }).end('The endpoint failed.\n');
    });
  };

async function serve(
  handler: WebHandler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  const response = await handler(requestOf(incoming, signal));
  // A body that was not read to its end would be read as the next request.
  if (!incoming.complete) outgoing.setHeader('connection', 'close');
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null) outgoing.end();
  else await pipeline(Readable.fromWeb(response.body as NodeStream), outgoing);
}

function requestOf(incoming: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers))
    for (const each of [value ?? []].flat()) headers.append(name, each);
  const method = incoming.method ?? 'GET';
  // The host is not trusted, and no handler needs it.
  const init = { method, headers, signal };
  if (method === 'GET' || method === 'HEAD') return new Request('http://localhost/', init);
  return new Request('http://localhost/', { ...init, body: bodyOf(incoming), duplex: 'half' } as RequestInit);
}

function bodyOf(incoming: WithBody): ReadableStream | Uint8Array | string {
  if (!incoming.readableEnded) return Readable.toWeb(incoming) as ReadableStream;
  for (const read of [incoming.rawBody, incoming.body])
    if (typeof read === 'string' || read instanceof Uint8Array) return read;
  throw new Error(alreadyParsed);
}
