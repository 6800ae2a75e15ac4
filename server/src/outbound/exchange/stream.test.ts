import { getEventListeners } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../testing/failure-of.ts';
import { localOutbound } from '../testing/local-outbound.ts';
import { startRawServer, startReceiver } from '../testing/receiver.ts';
import { type OutboundStream, StreamedResponse } from './streamed-response.ts';

describe('a streamed answer', () => {
  it('[OB22] returns the head at once and each chunk as it comes', async () => {
    let response: ServerResponse | undefined;
    await using receiver = await startReceiver((serverResponse) => {
      response = serverResponse.writeHead(200, { 'content-type': 'text/event-stream' });
      response.flushHeaders();
    });
    await using outbound = localOutbound();
    const stream = await outbound.stream({ url: receiver.url, method: 'POST', body: '{}' });
    expect(stream.status).toBe(200);
    expect(stream.headers['content-type']).toBe('text/event-stream');
    for (const text of ['data: one\n\n', 'data: two\n\n']) {
      const next = stream.body.next();
      response?.write(text);
      expect(Buffer.from((await next).value ?? []).toString()).toBe(text);
    }
    const last = stream.body.next();
    response?.end();
    expect(await last).toEqual({ done: true, value: undefined });
    expect(await stream.body.next()).toEqual({ done: true, value: undefined });
  });

  it('[OB22] is read no faster than its reader reads', async () => {
    const total = 64_000_000;
    let written = 0;
    await using receiver = await startReceiver((response) => {
      const chunk = Buffer.alloc(100_000, 'x');
      const more = () => {
        while (written < total) {
          written += chunk.length;
          if (!response.write(chunk)) {
            response.once('drain', more);
            return;
          }
        }
        response.end();
      };
      more();
    });
    await using outbound = localOutbound({ maxResponseBytes: total });
    const stream = await outbound.stream({ url: receiver.url, method: 'GET' });
    let before = -1;
    while (written !== before) {
      before = written;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(written).toBeLessThan(total);
    let read = 0;
    for await (const chunk of stream.body) read += chunk.length;
    expect(read).toBe(total);
  });

  it.each(['leaving the loop', 'disposing of it'])('[OB22] %s closes the connection', async (way) => {
    await using receiver = await startReceiver((response) => {
      const tick = setInterval(() => response.write('data: tick\n\n'), 5);
      response.once('close', () => clearInterval(tick));
    });
    await using outbound = localOutbound();
    if (way === 'leaving the loop') {
      const stream = await outbound.stream({ url: receiver.url, method: 'POST' });
      for await (const _chunk of stream.body) break;
    } else {
      await using _stream = await outbound.stream({ url: receiver.url, method: 'POST' });
    }
    await receiver.untilAllClosed();
  });

  it('[OB22] returns what came before the peer broke off, then fails', async () => {
    await using receiver = await startRawServer((socket) =>
      socket.once('data', () =>
        socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nfirst\r\n'),
      ),
    );
    await using outbound = localOutbound();
    const stream = await outbound.stream({ url: receiver.url, method: 'POST' });
    await receiver.untilAllClosed();
    let text = '';
    const read = async () => {
      for await (const chunk of stream.body) text += Buffer.from(chunk).toString();
    };
    expect(await failureOf(read())).toMatchObject({ stage: 'response', bytesSent: true, status: 200 });
    expect(text).toBe('first');
  });

  it('[OB22] has one reader', async () => {
    await using receiver = await startReceiver((response) => response.flushHeaders());
    await using outbound = localOutbound();
    await using stream = await outbound.stream({ url: receiver.url, method: 'POST' });
    const first = stream.body.next();
    await expect(stream.body.next()).rejects.toThrow('one reader');
    await stream.body.return?.();
    expect(await first).toEqual({ done: true, value: undefined });
  });
});

describe('the signal', () => {
  it('[OB21] ends a request before it begins', async () => {
    await using receiver = await startReceiver((response) => response.end());
    await using outbound = localOutbound();
    const failure = await failureOf(
      outbound.request({ url: receiver.url, method: 'POST', signal: AbortSignal.abort() }),
    );
    expect(failure).toMatchObject({ stage: 'aborted', bytesSent: false });
    expect(receiver.connections).toBe(0);
  });

  it('[OB21] ends a look-up', async () => {
    const controller = new AbortController();
    await using outbound = localOutbound({
      resolve: () => {
        setImmediate(() => controller.abort());
        return new Promise<never>(() => undefined);
      },
    });
    const { signal } = controller;
    const failure = await failureOf(
      outbound.request({ url: 'https://slow.example', method: 'POST', signal }),
    );
    expect(failure).toMatchObject({ stage: 'aborted', bytesSent: false });
  });

  it('[OB21] ends the wait for the answer, and closes the connection', async () => {
    const controller = new AbortController();
    await using receiver = await startReceiver(() => controller.abort());
    await using outbound = localOutbound();
    const failure = await failureOf(
      outbound.request({ url: receiver.url, method: 'POST', body: 'x', signal: controller.signal }),
    );
    expect(failure).toMatchObject({ stage: 'aborted', bytesSent: true, status: undefined });
    await receiver.untilAllClosed();
  });

  it('[OB21] ends a streamed answer, which returns nothing more', async () => {
    const controller = new AbortController();
    const head = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
    await using receiver = await startRawServer((socket) =>
      socket.once('data', () => socket.write(`${head}6\r\nunread\r\n`)),
    );
    await using outbound = localOutbound();
    const stream = await outbound.stream({ url: receiver.url, method: 'POST', signal: controller.signal });
    controller.abort();
    expect(await failureOf(stream.body.next())).toMatchObject({
      stage: 'aborted',
      bytesSent: true,
      status: 200,
    });
    await receiver.untilAllClosed();
  });

  it('[OB21] keeps no listener once the request is over', async () => {
    const controller = new AbortController();
    await using receiver = await startReceiver((response) => response.end('ok'));
    await using outbound = localOutbound();
    for (let i = 0; i < 3; i++) {
      await outbound.request({ url: receiver.url, method: 'POST', signal: controller.signal });
    }
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
    controller.abort();
    await outbound.request({ url: receiver.url, method: 'POST' });
    expect(receiver.connections).toBe(1);
  });
});

describe('a peer that sends byte by byte', () => {
  const bytewise = `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(200_000)}0\r\n\r\n`;

  it('[OB22] gives a late reader the received bytes in large parts', async () => {
    await using receiver = await startRawServer((socket) => {
      socket.once('data', () => socket.end(bytewise));
    });
    await using outbound = localOutbound();
    const { body } = await outbound.stream({ url: receiver.url, method: 'POST' });
    for (let round = 0; round < 100; round++) await new Promise(setImmediate);
    const first = await body.next();
    expect(first.value?.length).toBeGreaterThan(5_000);
    const rest = await Array.fromAsync(body);
    expect((first.value?.length ?? 0) + Buffer.concat(rest).length).toBe(200_000);
  });

  it('[OB20] is returned as a whole', async () => {
    await using receiver = await startRawServer((socket) => {
      socket.once('data', () => socket.end(bytewise));
    });
    await using outbound = localOutbound();
    const { body } = await outbound.request({ url: receiver.url, method: 'POST' });
    expect(body.equals(Buffer.alloc(200_000, 'x'))).toBe(true);
    expect(body.buffer.byteLength).toBeLessThanOrEqual(400_000);
  });
});

describe('a connection that serves another answer', () => {
  it('[OB22] is not resumed by the reader of the previous answer', async () => {
    let resumed = 0;
    const flow = { pause: () => {}, resume: () => void resumed++ };
    const streams: OutboundStream[] = [];
    const answer = new StreamedResponse(
      (stream) => streams.push(stream),
      () => {},
      () => {},
    );
    answer.start(200, {}, flow);
    answer.data(Buffer.from('one'));
    await answer.next();
    expect(resumed).toBe(1);
    answer.data(Buffer.from('two'));
    answer.end(false);
    expect((await Array.fromAsync(streams[0]?.body ?? [])).map(String)).toEqual(['two']);
    expect(resumed).toBe(1);
  });
});
