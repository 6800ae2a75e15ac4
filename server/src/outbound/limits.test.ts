import { once } from 'node:events';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { failureOf } from './testing/failure-of.ts';
import { localOutbound } from './testing/local-outbound.ts';
import { startRawServer, startReceiver } from './testing/receiver.ts';
import { stoppedTimers } from './testing/stopped-timers.ts';

const never = () => new Promise<never>(() => undefined);

describe('the connect limit', () => {
  it('[OB17] ends a look-up that never answers', async () => {
    let signal: AbortSignal | undefined;
    await using outbound = localOutbound({
      resolve: (_host, lookUpSignal) => {
        signal = lookUpSignal;
        return never();
      },
    });
    const failure = await failureOf(
      outbound.request({ url: 'https://slow.example/', method: 'POST', connectTimeoutMs: 60 }),
    );
    expect(failure).toMatchObject({ stage: 'timeout', bytesSent: false });
    expect(failure.message).toContain('DNS gave no address for slow.example:443 within 60 ms');
    expect(signal?.aborted).toBe(true);
  });

  it('[OB17] ends a TCP connection that is never accepted', async () => {
    await using target = await startDeafListener();
    await using outbound = localOutbound();
    const failure = await failureOf(
      outbound.request({ url: `http://127.0.0.1:${target.port}/`, method: 'POST', connectTimeoutMs: 80 }),
    );
    expect(failure).toMatchObject({ stage: 'timeout', bytesSent: false });
    expect(failure.message).toContain('did not accept the connection within 80 ms');
  });

  it('[OB17] ends a TLS handshake that is never answered, and closes the connection', async () => {
    using timers = stoppedTimers();
    await using receiver = await startRawServer((socket) => socket.once('data', () => timers.pass(80)));
    await using outbound = localOutbound();
    const failure = await failureOf(
      outbound.request({ url: receiver.url.replace('http', 'https'), method: 'POST', connectTimeoutMs: 80 }),
    );
    expect(failure).toMatchObject({ stage: 'timeout', bytesSent: false });
    expect(failure.message).toContain('TLS handshake within 80 ms');
    await receiver.untilAllClosed();
  });

  it('[OB17] is over once connected: a slow answer is another matter', async () => {
    using timers = stoppedTimers();
    await using receiver = await startReceiver((response) => {
      timers.pass(400);
      response.end('late');
    });
    await using outbound = localOutbound();
    const answer = await outbound.request({ url: receiver.url, method: 'POST', connectTimeoutMs: 250 });
    expect(answer.body.toString()).toBe('late');
  });
});

describe('the total limit', () => {
  it('[OB18] ends a request that is never answered, and closes the connection', async () => {
    using timers = stoppedTimers();
    await using receiver = await startReceiver(() => timers.pass(60));
    await using outbound = localOutbound();
    const failure = await failureOf(
      outbound.request({ url: receiver.url, method: 'POST', totalTimeoutMs: 59.4 }),
    );
    expect(failure).toMatchObject({ stage: 'timeout', bytesSent: true, status: undefined });
    expect(failure.message).toContain('did not answer within 60 ms');
    await receiver.untilAllClosed();
  });

  it.each(['request', 'stream'] as const)('[OB18] a dripping body does not extend it (%s)', async (kind) => {
    using timers = stoppedTimers();
    await using receiver = await startReceiver((response) => {
      response.writeHead(200);
      const drip = setInterval(() => {
        response.write('.');
        timers.pass(5);
      }, 5);
      response.once('close', () => clearInterval(drip));
    });
    await using outbound = localOutbound();
    const input = { url: receiver.url, method: 'POST', totalTimeoutMs: 100 } as const;
    const failure = await failureOf(
      kind === 'request'
        ? outbound.request(input)
        : outbound.stream(input).then((stream) => Array.fromAsync(stream.body)),
    );
    expect(failure).toMatchObject({ stage: 'timeout', bytesSent: true, status: 200 });
    expect(failure.message).toContain('did not finish its answer within 100 ms');
  });

  it('[OB18] dripping headers do not extend it', async () => {
    using timers = stoppedTimers();
    await using receiver = await startRawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      let drip: NodeJS.Timeout | undefined;
      socket.once('data', () => {
        drip = setInterval(() => {
          socket.write('x: y\r\n');
          timers.pass(5);
        }, 5);
      });
      socket.once('close', () => clearInterval(drip));
    });
    await using outbound = localOutbound();
    const failure = await failureOf(
      outbound.request({ url: receiver.url, method: 'POST', totalTimeoutMs: 80 }),
    );
    expect(failure).toMatchObject({ stage: 'timeout', bytesSent: true });
  });

  it('[OB18] covers waiting for a connection and connecting', async () => {
    using timers = stoppedTimers();
    const asked = Promise.withResolvers<void>();
    await using receiver = await startReceiver(() => asked.resolve());
    await using outbound = localOutbound({ connectionsPerOrigin: 1, resolve: never });
    const first = failureOf(outbound.request({ url: receiver.url, method: 'POST', totalTimeoutMs: 200 }));
    await asked.promise;
    const failureAfter = async (ms: number, url: string) => {
      const failure = failureOf(outbound.request({ url, method: 'POST', totalTimeoutMs: ms }));
      await new Promise(setImmediate);
      timers.pass(ms);
      return await failure;
    };
    const waiting = await failureAfter(60, receiver.url);
    expect(waiting).toMatchObject({ stage: 'timeout', bytesSent: false });
    expect(waiting.message).toContain('became free within 60 ms');
    const connecting = await failureAfter(60, 'https://slow.example');
    expect(connecting).toMatchObject({ stage: 'timeout', bytesSent: false });
    timers.pass(200);
    expect((await first).bytesSent).toBe(true);
    expect(receiver.connections).toBe(1);
  });

  it.each([0, -1, Number.NaN, 2 ** 31, Number.POSITIVE_INFINITY])(
    '[OB18] %d is not a valid limit',
    async (totalTimeoutMs) => {
      await using outbound = localOutbound();
      await expect(
        outbound.request({ url: 'https://x.example/', method: 'GET', totalTimeoutMs }),
      ).rejects.toThrow(RangeError);
    },
  );
});

describe('the idle limit', () => {
  it('[OB19] ends an answer that falls silent', async () => {
    using timers = stoppedTimers();
    await using receiver = await startReceiver((response) => response.write('data: one\n\n'));
    await using outbound = localOutbound();
    const { body } = await outbound.stream({ url: receiver.url, method: 'POST', idleTimeoutMs: 60 });
    expect((await body.next()).value?.toString()).toBe('data: one\n\n');
    const failing = failureOf(body.next());
    timers.pass(60);
    const failure = await failing;
    expect(failure).toMatchObject({ stage: 'timeout', status: 200 });
    expect(failure.message).toContain('within 60 ms');
  });

  it('[OB19] ends a wait for the head', async () => {
    using timers = stoppedTimers();
    await using receiver = await startReceiver(() => timers.pass(60));
    await using outbound = localOutbound();
    const failure = await failureOf(
      outbound.stream({ url: receiver.url, method: 'POST', idleTimeoutMs: 60 }),
    );
    expect(failure).toMatchObject({ stage: 'timeout', bytesSent: true });
  });

  it('[OB19] does not count the time in which the reader does not read', async () => {
    using timers = stoppedTimers();
    const body = Buffer.alloc(4_000_000, 'x');
    await using receiver = await startReceiver((response) => response.end(body));
    await using outbound = localOutbound({ maxResponseBytes: 10_000_000 });
    const stream = await outbound.stream({ url: receiver.url, method: 'POST', idleTimeoutMs: 50 });
    // Wait until the buffers are full.
    for (let round = 0; round < 100; round++) await new Promise(setImmediate);
    timers.pass(150);
    expect(Buffer.concat(await Array.fromAsync(stream.body)).length).toBe(body.length);
  });
});

describe('the size limit', () => {
  const tenMegabytes = Buffer.alloc(10_000_000, 'x');

  it.each(['announced', 'unannounced'])('[OB20] an answer of 10 MB fails (%s)', async (kind) => {
    await using receiver = await startReceiver((response) => {
      if (kind === 'announced') response.setHeader('content-length', tenMegabytes.length);
      else response.writeHead(200);
      response.end(tenMegabytes);
    });
    await using outbound = localOutbound({ maxResponseBytes: 1_000_000 });
    const failure = await failureOf(outbound.request({ url: receiver.url, method: 'POST' }));
    expect(failure).toMatchObject({ stage: 'too-large', bytesSent: true, status: 200 });
    expect(failure.message).toContain('1000000 bytes');
    await receiver.untilAllClosed();
  });

  it('[OB20] an answer of 10 MB is cut if its beginning is enough', async () => {
    await using receiver = await startReceiver((response) => response.end(tenMegabytes));
    await using outbound = localOutbound({ maxResponseBytes: 1_000_000, tooLarge: 'cut' });
    const answer = await outbound.request({ url: receiver.url, method: 'POST' });
    expect(answer).toMatchObject({ status: 200, cut: true });
    expect(answer.body.length).toBe(1_000_000);
    await receiver.untilAllClosed();
  });

  it('[OB20] an endless answer is cut too', async () => {
    await using receiver = await startReceiver((response) => {
      const more = () => response.write('x'.repeat(1000), () => setImmediate(more));
      more();
    });
    await using outbound = localOutbound({ maxResponseBytes: 0, tooLarge: 'cut' });
    const answer = await outbound.request({ url: receiver.url, method: 'POST' });
    expect(answer).toMatchObject({ status: 200, cut: true, body: Buffer.alloc(0) });
  });

  it('[OB20] an answer of exactly the limit is complete', async () => {
    await using receiver = await startReceiver((response) => response.end('x'.repeat(1000)));
    for (const tooLarge of ['fail', 'cut'] as const) {
      await using outbound = localOutbound({ maxResponseBytes: 1000, tooLarge });
      const answer = await outbound.request({ url: receiver.url, method: 'POST' });
      expect(answer.cut).toBe(false);
      expect(answer.body.length).toBe(1000);
    }
  });

  it('[OB20] a stream fails at the limit even if answers are cut', async () => {
    await using receiver = await startReceiver((response) => response.end(tenMegabytes));
    await using outbound = localOutbound({ maxResponseBytes: 100_000, tooLarge: 'cut' });
    const failure = await failureOf(
      outbound.stream({ url: receiver.url, method: 'GET' }).then((stream) => Array.fromAsync(stream.body)),
    );
    expect(failure.stage).toBe('too-large');
  });

  it('[OB20] headers without end fail', async () => {
    await using receiver = await startRawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const more = () =>
        socket.writable && socket.write(`x: ${'y'.repeat(1000)}\r\n`, () => setImmediate(more));
      more();
    });
    await using outbound = localOutbound();
    const failure = await failureOf(outbound.request({ url: receiver.url, method: 'POST' }));
    expect(failure).toMatchObject({ stage: 'too-large', bytesSent: true });
  });
});

/** A socket that listens and never accepts, with its queue of connections full. */
async function startDeafListener(): Promise<AsyncDisposable & { port: number }> {
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads');
     const server = require('node:net').createServer();
     server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
       parentPort.postMessage(server.address().port);
       setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
     });`,
    { eval: true },
  );
  const [port] = (await once(worker, 'message')) as [number];
  const fillers = Array.from({ length: 8 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  await once(fillers[0] ?? worker, 'connect');
  return {
    port,
    async [Symbol.asyncDispose]() {
      for (const filler of fillers) filler.destroy();
      await worker.terminate();
    },
  };
}
