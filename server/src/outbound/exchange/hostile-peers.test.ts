import { describe, expect, it } from 'vitest';
import { failureOf } from '../testing/failure-of.ts';
import { localOutbound } from '../testing/local-outbound.ts';
import { startRawServer, startReceiver } from '../testing/receiver.ts';
import { stoppedTimers } from '../testing/stopped-timers.ts';

const okAnswer = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

describe('a peer that does not play by the rules', () => {
  it('[OB14] [OB15] answers before it has read the request: the answer counts, the connection is not used again', async () => {
    await using receiver = await startRawServer((socket) => {
      socket.pause();
      socket.write(okAnswer);
    });
    await using outbound = localOutbound();
    const body = Buffer.alloc(30_000_000);
    for (let i = 0; i < 2; i++) {
      const answer = await outbound.request({ url: receiver.url, method: 'POST', body });
      expect(answer.body.toString()).toBe('ok');
    }
    expect(receiver.connections).toBe(2);
  });

  it('[OB15] forges the next answer in the same packet: a waiting request does not get it', async () => {
    await using receiver = await startRawServer((socket) => {
      socket.on('data', (data) => {
        const isFirst = data.toString().startsWith('POST /first');
        socket.write(isFirst ? `${okAnswer}${okAnswer.replace('ok', 'no')}` : okAnswer);
      });
    });
    await using outbound = localOutbound({ connectionsPerOrigin: 1 });
    const answers = ['first', 'second'].map((path) =>
      outbound.request({ url: receiver.url + path, method: 'POST' }),
    );
    expect((await Promise.all(answers)).map(({ body }) => body.toString())).toEqual(['ok', 'ok']);
    expect(receiver.connections).toBe(2);
  });

  it.each([
    ['a length and chunks', 'content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['two lengths', 'content-length: 2\r\ncontent-length: 3\r\n\r\nokay'],
    ['a length that is not a number', 'content-length: +2\r\n\r\nok'],
    ['a chunk without size', 'transfer-encoding: chunked\r\n\r\nok\r\n'],
    ['a line that is not a header', 'nonsense\r\n\r\n'],
  ])('[OB13] sends %s', async (_title, rest) => {
    await using receiver = await startRawServer((socket) =>
      socket.once('data', () => socket.write(`HTTP/1.1 200 OK\r\n${rest}`)),
    );
    await using outbound = localOutbound();
    const failure = await failureOf(outbound.request({ url: receiver.url, method: 'POST' }));
    expect(failure).toMatchObject({ stage: 'response', bytesSent: true });
    await receiver.untilAllClosed();
  });

  it.each([
    ['one header of 17 KB', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(17_000)}\r\n\r\n`],
    ['many small headers', `HTTP/1.1 200 OK\r\n${'x: yyyyyyyy\r\n'.repeat(3_000)}\r\n`],
    [
      'long trailers',
      `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n${'x: yyyyyyyy\r\n'.repeat(3_000)}\r\n`,
    ],
  ])('[OB20] sends %s', async (_title, answer) => {
    await using receiver = await startRawServer((socket) => socket.once('data', () => socket.write(answer)));
    await using outbound = localOutbound();
    const failure = await failureOf(outbound.request({ url: receiver.url, method: 'POST' }));
    expect(failure).toMatchObject({ stage: 'too-large', bytesSent: true });
    await receiver.untilAllClosed();
  });

  it.each([
    ['a chunk extension', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;', 'x'.repeat(1_000)],
    ['a status text', 'HTTP/1.1 200 ', 'x'.repeat(1_000)],
  ])('[OB18] sends %s without end', async (_title, start, more) => {
    using timers = stoppedTimers();
    await using receiver = await startRawServer((socket) => {
      socket.write(start);
      let drips = 0;
      const drip = setInterval(() => {
        socket.write(more);
        drips += 1;
        if (drips === 20) timers.pass(150);
      }, 2);
      socket.once('close', () => clearInterval(drip));
    });
    await using outbound = localOutbound();
    const failure = await failureOf(
      outbound.request({ url: receiver.url, method: 'POST', totalTimeoutMs: 150 }),
    );
    expect(failure).toMatchObject({ stage: 'timeout', bytesSent: true });
    await receiver.untilAllClosed();
  });

  it('[OB22] closes after its answer: a late reader still gets all of it', async () => {
    const size = 2_000_000;
    await using receiver = await startRawServer((socket) =>
      socket.once('data', () => {
        socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${size}\r\n\r\n${'x'.repeat(size)}`);
      }),
    );
    await using outbound = localOutbound({ maxResponseBytes: size });
    const { body } = await outbound.stream({ url: receiver.url, method: 'POST' });
    for (let round = 0; round < 100; round++) await new Promise(setImmediate);
    let read = 0;
    for await (const chunk of body) read += chunk.length;
    expect(read).toBe(size);
  });

  it('[OB23] holds requests in every state: disposal leaves no connection open', async () => {
    await using receiver = await startReceiver((response, { path }) => {
      if (path === '/done') response.end('ok');
      if (path === '/stream') response.write('x'.repeat(500_000));
    });
    await using silent = await startRawServer((socket) => socket.resume());
    const outbound = localOutbound({ connectionsPerOrigin: 10 });
    const request = (url: string) => failureOf(outbound.request({ url, method: 'POST' }));
    await Promise.all([1, 2, 3].map(() => outbound.request({ url: `${receiver.url}done`, method: 'POST' })));
    const waiting = Array.from({ length: 12 }, () => request(`${receiver.url}wait`));
    const handshaking = request(silent.url.replace('http', 'https'));
    const stream = await Promise.race([
      outbound.stream({ url: `${receiver.url}stream`, method: 'POST' }),
      new Promise<null>((resolve) => setTimeout(resolve, 50, null)),
    ]);
    expect(stream).toBeNull();
    while (receiver.requests.length < 13 || silent.connections < 1) await new Promise(setImmediate);
    await outbound[Symbol.asyncDispose]();
    for (const failure of await Promise.all([...waiting, handshaking])) expect(failure.stage).toBe('aborted');
    await receiver.untilAllClosed();
    await silent.untilAllClosed();
  });
});
