import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createAddressPolicy, createOutbound } from '../index.ts';
import { failureOf } from '../testing/failure-of.ts';
import { localOutbound } from '../testing/local-outbound.ts';
import { startRawServer, startReceiver } from '../testing/receiver.ts';

const okAnswer = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

describe('connections', () => {
  it('[OB15] one connection serves request after request', async () => {
    await using receiver = await startReceiver((response) => response.end('ok'));
    await using outbound = localOutbound();
    for (let i = 0; i < 20; i++) {
      await outbound.request({ url: `${receiver.url}${i}`, method: 'POST', body: `${i}` });
    }
    expect(receiver.requests.map((request) => request.body)).toEqual(
      Array.from({ length: 20 }, (_, i) => `${i}`),
    );
    expect(receiver.connections).toBe(1);
  });

  it('[OB15] a connection that was streamed to its end is used again', async () => {
    await using receiver = await startReceiver((response) => response.end('ok'));
    await using outbound = localOutbound();
    for (let i = 0; i < 3; i++) {
      const { body } = await outbound.stream({ url: receiver.url, method: 'POST' });
      expect(Buffer.concat(await Array.fromAsync(body)).toString()).toBe('ok');
    }
    expect(receiver.connections).toBe(1);
  });

  it('[OB15] a maximum for each origin, one request at a time on each, the others in order', async () => {
    const held: ServerResponse[] = [];
    await using receiver = await startReceiver((response) => held.push(response));
    await using other = await startReceiver((response) => response.end('ok'));
    await using outbound = localOutbound({ connectionsPerOrigin: 3 });
    const all = Array.from({ length: 10 }, (_, i) =>
      outbound.request({ url: receiver.url, method: 'POST', body: `${i}` }),
    );
    while (held.length < 3) await new Promise(setImmediate);
    await outbound.request({ url: other.url, method: 'POST' });
    expect(receiver.requests.length).toBe(3);
    for (let answered = 0; answered < 10; answered++) {
      while (held.length === 0) await new Promise(setImmediate);
      held.shift()?.end('ok');
    }
    expect((await Promise.all(all)).map((answer) => answer.status)).toEqual(Array(10).fill(200));
    expect(receiver.connections).toBe(3);
    expect(receiver.requests.slice(3).map((request) => request.body)).toEqual([
      '3',
      '4',
      '5',
      '6',
      '7',
      '8',
      '9',
    ]);
  });

  it('[OB15] a request that is aborted while it waits is not sent, and no connection is opened for it', async () => {
    const held: ServerResponse[] = [];
    await using receiver = await startReceiver((response) => held.push(response));
    await using outbound = localOutbound({ connectionsPerOrigin: 1 });
    const first = outbound.request({ url: receiver.url, method: 'POST', body: 'first' });
    const controller = new AbortController();
    const aborted = Array.from({ length: 5 }, () =>
      failureOf(
        outbound.request({ url: receiver.url, method: 'POST', body: 'x', signal: controller.signal }),
      ),
    );
    const last = outbound.request({ url: receiver.url, method: 'POST', body: 'last' });
    while (held.length < 1) await new Promise(setImmediate);
    controller.abort();
    for (const failure of await Promise.all(aborted)) {
      expect(failure).toMatchObject({ stage: 'aborted', bytesSent: false });
    }
    held[0]?.end();
    await first;
    while (held.length < 2) await new Promise(setImmediate);
    held[1]?.end();
    await last;
    expect(receiver.requests.map((request) => request.body)).toEqual(['first', 'last']);
    expect(receiver.connections).toBe(1);
  });

  it('[OB15] a failed connection makes room for the next request in the queue', async () => {
    let lookUps = 0;
    await using receiver = await startReceiver((response) => response.end('ok'));
    const policy = createAddressPolicy({ allowLoopback: true, allowedNetworks: ['moody.example'] });
    await using outbound = createOutbound({
      policy,
      connectionsPerOrigin: 1,
      resolve: async () => {
        if (lookUps++ === 0) throw Object.assign(new Error('no'), { code: 'ESERVFAIL' });
        return ['127.0.0.1'];
      },
    });
    const url = `http://moody.example:${receiver.port}/`;
    const first = failureOf(outbound.request({ url, method: 'POST' }));
    const second = outbound.request({ url, method: 'POST' });
    expect((await first).stage).toBe('resolve');
    expect((await second).status).toBe(200);
  });

  it('[OB15] an unused connection is closed', async () => {
    await using receiver = await startReceiver((response) => response.end('ok'));
    await using outbound = localOutbound({ keepAliveMs: 50 });
    await outbound.request({ url: receiver.url, method: 'POST' });
    expect(receiver.open.size).toBe(1);
    await receiver.untilAllClosed();
  });

  it('[OB15] a connection is closed before its peer would close it', async () => {
    await using receiver = await startRawServer((socket) => {
      socket.on('data', () =>
        socket.write(`HTTP/1.1 200 OK\r\nkeep-alive: timeout=1\r\ncontent-length: 0\r\n\r\n`),
      );
    });
    await using outbound = localOutbound({ keepAliveMs: 60_000 });
    await outbound.request({ url: receiver.url, method: 'POST' });
    await receiver.untilAllClosed();
    await outbound.request({ url: receiver.url, method: 'POST' });
    expect(receiver.connections).toBe(2);
  });

  it('[OB15] a later keep-alive announcement shortens the time that a connection is kept', async () => {
    let answers = 0;
    await using receiver = await startRawServer((socket) => {
      const kept = 'HTTP/1.1 200 OK\r\nkeep-alive: timeout=2\r\ncontent-length: 0\r\n\r\n';
      socket.on('data', () => socket.write(++answers === 1 ? okAnswer : kept));
    });
    await using outbound = localOutbound({ keepAliveMs: 3_600_000 });
    for (let i = 0; i < 2; i++) await outbound.request({ url: receiver.url, method: 'POST' });
    expect(receiver.connections).toBe(1);
    await receiver.untilAllClosed();
  });

  it('[OB13] a peer that closes the connection while the request is written fails it at once', async () => {
    await using receiver = await startRawServer((socket) => {
      socket.pause();
      socket.end();
    });
    await using outbound = localOutbound({ totalTimeoutMs: 3_600_000 });
    const body = Buffer.alloc(30_000_000);
    const failure = await failureOf(outbound.request({ url: receiver.url, method: 'POST', body }));
    expect(['send', 'response']).toContain(failure.stage);
  });

  it('[OB13] a body of the wrong type fails its own request only', async () => {
    await using receiver = await startReceiver((response) => response.end('ok'));
    await using outbound = localOutbound();
    const [bad, good] = await Promise.allSettled([
      outbound.request({ url: receiver.url, method: 'POST', body: 5 as never }),
      outbound.request({ url: receiver.url, method: 'POST', body: 'x' }),
    ]);
    expect([bad.status, good.status]).toEqual(['rejected', 'fulfilled']);
  });

  it('[OB15] a connection is not used again if anything follows an answer', async () => {
    await using receiver = await startRawServer((socket) => {
      socket.on('data', () => socket.write(okAnswer + okAnswer.replace('ok', 'no')));
    });
    await using outbound = localOutbound();
    for (let i = 0; i < 3; i++) {
      const answer = await outbound.request({ url: receiver.url, method: 'POST' });
      expect(answer.body.toString()).toBe('ok');
    }
    expect(receiver.connections).toBe(3);
  });

  it('[OB15] a peer that sends something without a request loses the connection', async () => {
    await using receiver = await startRawServer((socket) => {
      socket.once('data', () => socket.write(okAnswer, () => setTimeout(() => socket.write(okAnswer), 20)));
    });
    await using outbound = localOutbound();
    await outbound.request({ url: receiver.url, method: 'POST' });
    await receiver.untilAllClosed();
    const answer = await outbound.request({ url: receiver.url, method: 'POST' });
    expect(answer.body.toString()).toBe('ok');
    expect(receiver.connections).toBe(2);
  });

  it('[OB15] a peer that closes after each answer gets a connection for each request', async () => {
    await using receiver = await startReceiver((response) =>
      response.setHeader('connection', 'close').end('ok'),
    );
    await using outbound = localOutbound();
    for (let i = 0; i < 3; i++) await outbound.request({ url: receiver.url, method: 'POST', body: `${i}` });
    expect(receiver.requests.map((request) => request.body)).toEqual(['0', '1', '2']);
    expect(receiver.connections).toBe(3);
  });
});
