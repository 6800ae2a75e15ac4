import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

export interface ConnectRequest {
  /** Host and port, as the client asked for them. */
  readonly target: string;
  readonly authorization: string | undefined;
}

export interface ConnectProxy extends AsyncDisposable {
  readonly port: number;
  readonly requests: readonly ConnectRequest[];
  /** Connections open now, from clients and to targets. */
  readonly open: ReadonlySet<Socket>;
}

/** `port`: connect to this port of loopback, whatever the target's name is. A text is sent as the proxy's answer. */
export type ProxyAnswer = { port: number } | string | 'silence';

/** A real HTTP proxy on loopback that supports only CONNECT. It answers any other request with 405. */
export async function startConnectProxy(
  answer: (target: string, authorization: string | undefined) => ProxyAnswer,
): Promise<ConnectProxy> {
  const requests: ConnectRequest[] = [];
  const open = new Set<Socket>();
  const track = (socket: Socket): Socket => {
    open.add(socket);
    return socket.on('error', () => socket.destroy()).once('close', () => open.delete(socket));
  };
  const server = createServer((_request, response) => response.writeHead(405).end());
  server.on('connection', track);
  server.on('connect', (request, client: Socket, head: Buffer) => {
    const { url: target = '', headers } = request;
    const authorization = headers['proxy-authorization'];
    requests.push({ target, authorization });
    const reply = answer(target, authorization);
    if (typeof reply === 'string') {
      // A server's sockets stay half open, and without a reader the end would go unnoticed.
      client.once('end', () => client.destroy()).resume();
      if (reply !== 'silence') client.write(reply);
      return;
    }
    const upstream = track(connect(reply.port, '127.0.0.1'));
    upstream.once('connect', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.write(head);
      upstream.pipe(client).pipe(upstream);
    });
    upstream.once('close', () => client.destroy());
    client.once('close', () => upstream.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    open,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
