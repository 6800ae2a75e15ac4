import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import {
  type AddressInfo,
  createServer as createNetServer,
  type Server as NetServer,
  type Socket,
} from 'node:net';

export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface Listener extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
  /** Connections accepted since the start. */
  readonly connections: number;
  /** Connections open now. */
  readonly open: ReadonlySet<Socket>;
  untilAllClosed(): Promise<void>;
}

export interface Receiver extends Listener {
  readonly requests: readonly ReceivedRequest[];
}

export type Answer = (response: ServerResponse, request: ReceivedRequest) => void;

export interface ReceiverOptions {
  host?: string;
  port?: number;
  tls?: { key: string; cert: string };
}

/** A real HTTP server on loopback that reads each request whole and then answers. */
export async function startReceiver(answer: Answer, options: ReceiverOptions = {}): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  const listener: RequestListener = async (incoming, response) => {
    let body = '';
    try {
      for await (const chunk of incoming.setEncoding('utf8')) body += chunk;
    } catch {
      return;
    }
    const { method = '', url: path = '', headers } = incoming;
    const request = { method, path, headers, body };
    requests.push(request);
    answer(response, request);
  };
  const { tls, ...address } = options;
  const server: Server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  server.keepAliveTimeout = 60_000;
  return Object.assign(await listen(server, tls === undefined ? 'http' : 'https', address), { requests });
}

/** A server that sends whatever the test makes it send. */
export async function startRawServer(onSocket: (socket: Socket) => void): Promise<Listener> {
  return await listen(createNetServer(onSocket), 'http', {});
}

async function listen(
  server: NetServer,
  scheme: string,
  address: { host?: string; port?: number },
): Promise<Listener> {
  const open = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections++;
    open.add(socket);
    socket
      .on('error', () => undefined)
      .once('close', () => {
        open.delete(socket);
        server.emit('closed-one');
      });
  });
  server.listen({ host: '127.0.0.1', port: 0, ...address });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `${scheme}://127.0.0.1:${port}/`,
    get connections() {
      return connections;
    },
    open,
    async untilAllClosed() {
      while (open.size > 0) await once(server, 'closed-one');
    },
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
