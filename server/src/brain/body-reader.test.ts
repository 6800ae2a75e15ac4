import { describe, expect, it } from 'vitest';
import type { OutboundStream } from '../outbound/index.ts';
import { localOutbound } from '../outbound/testing/local-outbound.ts';
import { startReceiver } from '../outbound/testing/receiver.ts';
import { BodyReader } from './body-reader.ts';
import { waitUntil } from './testing/wait-until.ts';

describe('reading ahead', () => {
  it('[BR5] reads an answer into memory even if its reader is slow', async () => {
    let sent = 0;
    async function* chunks(): AsyncGenerator<Uint8Array, undefined> {
      for (; sent < 5; sent++) yield Buffer.from([sent]);
    }
    const stream: OutboundStream = {
      status: 200,
      headers: {},
      body: chunks(),
      [Symbol.asyncDispose]: async () => undefined,
    };
    const reader = new BodyReader(stream);
    await waitUntil(() => sent === 5);
    const read: number[] = [];
    for (let chunk = await reader.next(); chunk !== undefined; chunk = await reader.next())
      read.push(...chunk);
    expect(read).toEqual([0, 1, 2, 3, 4]);
  });

  it('[BR7] returns the data before a failure, and then throws the failure each time', async () => {
    async function* chunks(): AsyncGenerator<Uint8Array, undefined> {
      yield Buffer.from([1]);
      throw new Error('broke off');
    }
    const reader = new BodyReader({
      status: 200,
      headers: {},
      body: chunks(),
      [Symbol.asyncDispose]: async () => undefined,
    });
    expect(await reader.next()).toEqual(Buffer.from([1]));
    await expect(reader.next()).rejects.toThrow('broke off');
    await expect(reader.next()).rejects.toThrow('broke off');
  });

  it('[BR21] an answer that ends by itself leaves its connection for the next request', async () => {
    await using server = await startReceiver((response) => {
      response.write('all that matters');
      setImmediate(() => response.end('and the rest'));
    });
    await using outbound = localOutbound();
    for (let count = 0; count < 3; count++) {
      const reader = new BodyReader(await outbound.stream({ url: server.url, method: 'POST' }));
      await reader.next();
      reader.drain();
      while ((await reader.next()) !== undefined);
    }
    expect(server.connections).toBe(1);
  });

  it('[BR21] the connection of an answer that does not end is closed', async () => {
    await using server = await startReceiver((response) => response.write('all that matters'));
    await using outbound = localOutbound();
    const reader = new BodyReader(await outbound.stream({ url: server.url, method: 'POST' }));
    await reader.next();
    reader.drain();
    await waitUntil(() => server.open.size === 0);
  });
});
