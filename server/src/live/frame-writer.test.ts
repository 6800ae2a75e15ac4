import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { FrameWriter } from './frame-writer.ts';

type Ends = AsyncDisposable & {
  readonly writer: FrameWriter;
  readonly server: WebSocket;
  readonly connection: Duplex;
  readonly client: WebSocket;
};

/** Both ends of one socket: the writer at the one, ws itself at the other. */
async function openEnds(): Promise<Ends> {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const http = createServer().listen(0, '127.0.0.1');
  await once(http, 'listening');
  const accepted = new Promise<{ server: WebSocket; connection: Duplex }>((resolve) => {
    http.on('upgrade', (request, connection, head) =>
      sockets.handleUpgrade(request, connection, head, (server) => resolve({ server, connection })),
    );
  });
  const client = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}/`);
  const [{ server, connection }] = await Promise.all([accepted, once(client, 'open')]);
  return {
    writer: new FrameWriter(server, connection),
    server,
    connection,
    client,
    async [Symbol.asyncDispose]() {
      client.terminate();
      server.terminate();
      http.close();
      await once(http, 'close');
    },
  };
}

function received(client: WebSocket, count: number): Promise<(string | Buffer)[]> {
  const messages: (string | Buffer)[] = [];
  return new Promise((resolve) => {
    client.on('message', (data: Buffer, isBinary) => {
      if (messages.push(isBinary ? data : data.toString()) === count) resolve(messages);
    });
  });
}

describe('frames that are written together', () => {
  it.each([0, 1, 125, 126, 127, 65_535, 65_536, 200_000])('carry a message of %d bytes', async (size) => {
    await using ends = await openEnds();
    const arrived = received(ends.client, 2);
    ends.writer.send('x'.repeat(size));
    ends.writer.send(Buffer.alloc(size, 7));
    expect(await arrived).toEqual(['x'.repeat(size), Buffer.alloc(size, 7)]);
  });

  it('arrive whole and in their order, whatever they hold', async () => {
    await using ends = await openEnds();
    const message = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.uint8Array({ maxLength: 300 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 20 }), async (messages) => {
        ends.client.removeAllListeners('message');
        const arrived = received(ends.client, messages.length);
        for (const each of messages) ends.writer.send(each);
        const asSent = messages.map((each) => (typeof each === 'string' ? each : Buffer.from(each)));
        expect(await arrived).toEqual(asSent);
      }),
      { numRuns: 100 },
    );
  });

  it('of one moment take one write', async () => {
    await using ends = await openEnds();
    let writes = 0;
    const { write } = ends.connection;
    ends.connection.write = ((...given: Parameters<typeof write>) => {
      writes += 1;
      return write.apply(ends.connection, given);
    }) as typeof write;
    const arrived = received(ends.client, 3);
    for (const text of ['a', 'b', 'c']) ends.writer.send(text);
    await arrived;
    expect(writes).toBe(1);
  });

  it('come before a close that follows them, and never after one', async () => {
    await using ends = await openEnds();
    const arrived: string[] = [];
    ends.client.on('message', (data: Buffer) => arrived.push(data.toString()));
    ends.writer.send('last words');
    ends.writer.flush();
    ends.server.close(4000, 'over');
    ends.writer.send('too late');
    const [code] = await once(ends.client, 'close');
    expect([code, arrived]).toEqual([4000, ['last words']]);
  });
});
