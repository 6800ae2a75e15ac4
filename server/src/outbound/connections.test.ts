import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createAddressPolicy, createOutbound } from './index.ts';
import { failureOf } from './testing/failure-of.ts';
import { localOutbound } from './testing/local-outbound.ts';
import { startRawServer, startReceiver } from './testing/receiver.ts';

const Ok = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

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

  it('[OB15] at most so many for each origin, one request at a time on each, the rest in order', async () => {
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

  it('[OB15] what was called off while waiting never dials nor is sent', async () => {
    const held: ServerResponse[] = [];
    await using receiver = await startReceiver((response) => held.push(response));
    await using outbound = localOutbound({ connectionsPerOrigin: 1 });
    const first = outbound.request({ url: receiver.url, method: 'POST', body: 'first' });
    const callOff = new AbortController();
    const calledOff = Array.from({ length: 5 }, () =>
      failureOf(outbound.request({ url: receiver.url, method: 'POST', body: 'x', signal: callOff.signal })),
    );
    const last = outbound.request({ url: receiver.url, method: 'POST', body: 'last' });
    while (held.length < 1) await new Promise(setImmediate);
    callOff.abort();
    for (const failure of await Promise.all(calledOff)) {
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

  it('[OB15] a failed connection makes room for the next in line', async () => {
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

  it('[OB15] a connection that nobody uses is closed', async () => {
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

  it('[OB15] what a later answer announces shortens the rest', async () => {
    let answers = 0;
    await using receiver = await startRawServer((socket) => {
      const kept = 'HTTP/1.1 200 OK\r\nkeep-alive: timeout=2\r\ncontent-length: 0\r\n\r\n';
      socket.on('data', () => socket.write(++answers === 1 ? Ok : kept));
    });
    await using outbound = localOutbound({ keepAliveMs: 3_600_000 });
    for (let i = 0; i < 2; i++) await outbound.request({ url: receiver.url, method: 'POST' });
    expect(receiver.connections).toBe(1);
    await receiver.untilAllClosed();
  });

  it('[OB13] a peer that hangs up while it is written to has failed at once', async () => {
    await using receiver = await startRawServer((socket) => {
      socket.pause();
      socket.end();
    });
    await using outbound = localOutbound({ totalTimeoutMs: 3_600_000 });
    const body = Buffer.alloc(30_000_000);
    const failure = await failureOf(outbound.request({ url: receiver.url, method: 'POST', body }));
    expect(['send', 'response']).toContain(failure.stage);
  });

  it('[OB13] a body that is none fails its own request only', async () => {
    await using receiver = await startReceiver((response) => response.end('ok'));
    await using outbound = localOutbound();
    const [bad, good] = await Promise.allSettled([
      outbound.request({ url: receiver.url, method: 'POST', body: 5 as never }),
      outbound.request({ url: receiver.url, method: 'POST', body: 'x' }),
    ]);
    expect([bad.status, good.status]).toEqual(['rejected', 'fulfilled']);
  });

  it('[OB25] a connection with something behind an answer is not used again', async () => {
    await using receiver = await startRawServer((socket) => {
      socket.on('data', () => socket.write(Ok + Ok.replace('ok', 'no')));
    });
    await using outbound = localOutbound();
    for (let i = 0; i < 3; i++) {
      const answer = await outbound.request({ url: receiver.url, method: 'POST' });
      expect(answer.body.toString()).toBe('ok');
    }
    expect(receiver.connections).toBe(3);
  });

  it('[OB25] what a peer says without having been asked ends the connection', async () => {
    await using receiver = await startRawServer((socket) => {
      socket.once('data', () => socket.write(Ok, () => setTimeout(() => socket.write(Ok), 20)));
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

describe('nothing is sent twice', () => {
  it.each(['POST', 'GET', 'PUT', 'DELETE'] as const)(
    '[OB14] %s is not sent again when the peer closes a kept connection on receiving it',
    async (method) => {
      const received: string[] = [];
      await using receiver = await startRawServer((socket) => {
        let count = 0;
        socket.on('data', (data) => {
          received.push(data.toString().split(' ', 2).join(' '));
          if (++count === 1) socket.write(Ok);
          else socket.destroy();
        });
      });
      await using outbound = localOutbound();
      await outbound.request({ url: `${receiver.url}first`, method });
      const failure = await failureOf(outbound.request({ url: `${receiver.url}second`, method }));
      expect(failure).toMatchObject({ stage: 'response', bytesSent: true });
      await outbound.request({ url: `${receiver.url}third`, method });
      expect(received).toEqual([`${method} /first`, `${method} /second`, `${method} /third`]);
      expect(receiver.connections).toBe(2);
    },
  );

  it('[OB14] a connection the peer closed at rest is replaced before a byte is sent', async () => {
    const received: string[] = [];
    await using receiver = await startRawServer((socket) => {
      socket.on('data', (data) => {
        received.push(data.toString().split(' ', 2).join(' '));
        socket.write(Ok, () => socket.end());
      });
    });
    await using outbound = localOutbound();
    for (const path of ['1', '2', '3', '4', '5']) {
      const answer = await outbound.request({ url: `${receiver.url}${path}`, method: 'POST' });
      expect(answer.status).toBe(200);
      for (const socket of receiver.open) await once(socket, 'close');
    }
    expect(received).toEqual(['POST /1', 'POST /2', 'POST /3', 'POST /4', 'POST /5']);
  });

  it('[OB14] a request that meets an unnoticed close after a rest gets another connection before a byte is sent', async () => {
    await using receiver = await startReceiver((response) => response.end('ok'));
    await using outbound = localOutbound();
    await outbound.request({ url: `${receiver.url}first`, method: 'POST' });
    // In a timer the loop has yet to read what the kernel knows: the close is there, and nobody has seen it.
    const second = new Promise<number>((resolve) => {
      setTimeout(() => {
        for (const socket of receiver.open) socket.destroy();
        outbound
          .request({ url: `${receiver.url}second`, method: 'POST' })
          .then((answer) => resolve(answer.status));
      }, 30);
    });
    expect(await second).toBe(200);
    expect(receiver.requests.map((request) => request.path)).toEqual(['/first', '/second']);
    expect(receiver.connections).toBe(2);
  });

  it('[OB14] a request at the same instant as the close is sent once or fails, never twice', async () => {
    const received: string[] = [];
    await using receiver = await startRawServer((socket) => {
      socket.on('data', (data) => {
        received.push(/^POST \/(\d+)/.exec(data.toString())?.[1] ?? '?');
        socket.end(Ok);
      });
    });
    await using outbound = localOutbound({ connectionsPerOrigin: 4 });
    let failures = 0;
    for (let round = 0; round < 50; round++) {
      const batch = Array.from({ length: 8 }, (_, i) =>
        outbound
          .request({ url: `${receiver.url}${round * 8 + i}`, method: 'POST', body: 'x' })
          .catch((error) => {
            expect(error).toMatchObject({ stage: 'response', bytesSent: true });
            failures++;
          }),
      );
      await Promise.all(batch);
    }
    expect(new Set(received).size).toBe(received.length);
    expect(received.length).toBeGreaterThanOrEqual(400 - failures);
  });

  it('[OB14] a new connection that the peer closes at once is a failure, not a loop', async () => {
    await using receiver = await startRawServer((socket) => socket.destroy());
    await using outbound = localOutbound();
    const failure = await failureOf(outbound.request({ url: receiver.url, method: 'POST', body: 'x' }));
    expect(['connect', 'response', 'send']).toContain(failure.stage);
    expect(receiver.connections).toBe(1);
  });
});

describe('names', () => {
  it('[OB5] a name that changes between look-ups is judged anew for each connection', async () => {
    await using inside = await startReceiver((response) => response.end('inside'));
    await using outside = await startReceiver(
      (response) => response.setHeader('connection', 'close').end('outside'),
      {
        host: '127.0.0.2',
        port: inside.port,
      },
    );
    const answers = [['127.0.0.2'], ['127.0.0.1'], ['127.0.0.1', '127.0.0.2']];
    let lookUps = 0;
    const policy = createAddressPolicy({ allowLoopback: false, allowedNetworks: ['127.0.0.2'] });
    await using outbound = createOutbound({ policy, resolve: async () => answers[lookUps++] ?? [] });
    const request = { url: `http://rebind.example:${outside.port}/`, method: 'POST' } as const;

    expect((await outbound.request(request)).body.toString()).toBe('outside');
    expect(lookUps).toBe(1);
    expect(await failureOf(outbound.request(request))).toMatchObject({ stage: 'address', bytesSent: false });
    expect(lookUps).toBe(2);
    expect((await outbound.request(request)).body.toString()).toBe('outside');
    expect(lookUps).toBe(3);
    expect(inside.connections).toBe(0);
  });

  it('[OB4] only the permitted addresses of a name are dialled', async () => {
    await using inside = await startReceiver((response) => response.end('inside'));
    const policy = createAddressPolicy({ allowLoopback: false, allowedNetworks: ['127.0.0.3'] });
    await using outbound = createOutbound({ policy, resolve: async () => ['127.0.0.1', '127.0.0.3', '::1'] });
    const url = `http://mixed.example:${inside.port}/`;
    expect((await failureOf(outbound.request({ url, method: 'POST' }))).stage).toBe('connect');
    expect(inside.connections).toBe(0);
  });

  it('[OB4] a message does not tell what a name leads to', async () => {
    const policy = createAddressPolicy({ allowLoopback: false });
    await using outbound = createOutbound({ policy, resolve: async () => ['10.11.12.13'] });
    const failure = await failureOf(outbound.request({ url: 'https://db.example/', method: 'POST' }));
    expect(failure.message).toContain('"db.example" leads to a private address');
    expect(failure.message).not.toContain('10.11.12.13');
  });

  it('[OB7] localhost is never looked up', async () => {
    await using receiver = await startReceiver((response) => response.end('ok'));
    let lookUps = 0;
    await using outbound = localOutbound({
      resolve: async () => {
        lookUps++;
        return ['8.8.8.8'];
      },
    });
    for (const host of ['localhost', 'localhost.', 'shop.localhost']) {
      expect(
        (await outbound.request({ url: `http://${host}:${receiver.port}/`, method: 'GET' })).status,
      ).toBe(200);
    }
    expect(lookUps).toBe(0);
  });

  it("[OB8] a name that leads to the service's own port is refused", async () => {
    await using receiver = await startReceiver((response) => response.end('own'));
    const forbiddenPorts = [{ port: receiver.port }];
    const policy = createAddressPolicy({
      allowLoopback: true,
      allowedNetworks: ['any.example'],
      forbiddenPorts,
    });
    await using outbound = createOutbound({ policy, resolve: async () => ['127.0.0.1'] });
    const failure = await failureOf(
      outbound.request({ url: `http://any.example:${receiver.port}/`, method: 'POST' }),
    );
    expect(failure).toMatchObject({ stage: 'address', bytesSent: false });
    expect(failure.message).toContain('belongs to the service itself');
    expect(receiver.connections).toBe(0);
  });

  it("[OB8] a store known by name is closed at that name's address too", async () => {
    await using store = await startReceiver((response) => response.end('store'));
    const policy = createAddressPolicy({
      allowLoopback: false,
      allowedNetworks: ['127.0.0.0/8'],
      forbiddenPorts: [{ host: 'db.internal', port: store.port }],
    });
    await using outbound = createOutbound({
      policy,
      resolve: async (host) => {
        if (host === 'db.internal' || host === 'alias.example') return ['127.0.0.1'];
        throw Object.assign(new Error('no'), { code: 'ENOTFOUND' });
      },
    });
    for (const host of ['127.0.0.1', 'alias.example', 'db.internal']) {
      const failure = await failureOf(
        outbound.request({ url: `http://${host}:${store.port}/`, method: 'POST' }),
      );
      expect(failure).toMatchObject({ stage: 'address', bytesSent: false });
      expect(failure.message).toContain('belongs to the service itself');
    }
    expect(store.connections).toBe(0);
  });

  it('[OB8] the port stays closed on private addresses while the name of a store cannot be looked up', async () => {
    await using store = await startReceiver((response) => response.end('store'));
    const policy = createAddressPolicy({
      allowLoopback: true,
      forbiddenPorts: [{ host: 'db.internal', port: store.port }],
    });
    await using outbound = createOutbound({ policy, resolve: () => Promise.reject(new Error('no')) });
    const failure = await failureOf(outbound.request({ url: store.url, method: 'POST' }));
    expect(failure).toMatchObject({ stage: 'address', bytesSent: false });
    expect(failure.message).not.toContain('db.internal');
    expect(store.connections).toBe(0);
  });
});
