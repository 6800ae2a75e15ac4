import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { version } from '../kernel/index.ts';
import { failureOf } from './testing/failure-of.ts';
import { localOutbound } from './testing/local-outbound.ts';
import { startRawServer, startReceiver } from './testing/receiver.ts';

const interim = 'HTTP/1.1 103 Early Hints\r\nlink: </style.css>\r\n\r\n';
const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
const maxMessageBytes = 1_000;

/** Writes until the peer disconnects. Returns how many bytes it could write. */
async function flood(socket: Socket, start: string, more: string | Buffer): Promise<number> {
  socket.write(start);
  while (!socket.destroyed) {
    if (!socket.write(more))
      await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined);
  }
  return socket.bytesWritten;
}

function acceptWebSocket(socket: Socket, head: string): void {
  const [, key = ''] = /sec-websocket-key: (.*)\r\n/i.exec(head) ?? [];
  const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`,
  );
}

describe('a peer that sends without end', () => {
  const floods: [string, string, string, string][] = [
    ['interim answers', '', interim, 'response'],
    ['large interim answers', '', `HTTP/1.1 102 Processing\r\nx: ${'y'.repeat(8_000)}\r\n\r\n`, 'response'],
    [
      'a chunk extension',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;',
      'x'.repeat(10_000),
      'too-large',
    ],
    ['a status text', 'HTTP/1.1 200 ', 'x'.repeat(10_000), 'too-large'],
    [
      'chunks of one byte with long extensions',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n',
      `1;${'x'.repeat(10_000)}\r\nx\r\n`,
      'too-large',
    ],
  ];

  it.each(floods)('[OB20] [OB32] %s is cut off', async (_what, start, more, stage) => {
    const written = Promise.withResolvers<number>();
    await using server = await startRawServer((socket) => {
      socket.once('data', () => void flood(socket, start, more).then(written.resolve));
    });
    await using outbound = localOutbound({ maxResponseBytes: 10_000 });
    const whole = await failureOf(outbound.request({ url: server.url, method: 'POST' }));
    expect(whole).toMatchObject({ stage, bytesSent: true });
    // Includes the kernel's buffers for both ends.
    expect(await written.promise).toBeLessThan(20_000_000);
    await server.untilAllClosed();
  });

  it('[OB32] ten interim answers are accepted, in a stream, too', async () => {
    await using server = await startRawServer((socket) =>
      socket.on('data', () => socket.write(interim.repeat(10) + answer)),
    );
    await using outbound = localOutbound();
    for (let count = 0; count < 2; count++) {
      const { body } = await outbound.request({ url: server.url, method: 'POST' });
      expect(body.toString()).toBe('ok');
    }
    await using stream = await outbound.stream({ url: server.url, method: 'POST' });
    expect(stream.status).toBe(200);
  });

  it('[OB32] interim answers to the opening of a WebSocket are cut off', async () => {
    await using server = await startRawServer((socket) =>
      socket.once('data', () => void flood(socket, '', interim)),
    );
    await using outbound = localOutbound();
    const failure = await failureOf(outbound.openWebSocket({ url: server.url, maxMessageBytes }));
    expect(failure).toMatchObject({ stage: 'response', bytesSent: true });
    expect(failure.message).toContain('interim');
    await server.untilAllClosed();
  });

  it('[OB33] a WebSocket is closed if the peer sends pings and does not read the pongs', async () => {
    const ping = Buffer.concat([Buffer.from([0x89, 125]), Buffer.alloc(125)]);
    await using server = await startRawServer((socket) => {
      socket.once('data', (head) => {
        socket.pause();
        acceptWebSocket(socket, head.toString());
        void flood(socket, '', Buffer.concat(Array(500).fill(ping)));
      });
    });
    await using outbound = localOutbound();
    const socket = await outbound.openWebSocket({ url: server.url, maxMessageBytes });
    let most = 0;
    socket.on('ping', () => {
      most = Math.max(most, socket.bufferedAmount);
    });
    await once(socket, 'close');
    expect(most).toBeLessThan(100_000);
  });

  it('[OB33] each message of a burst gets its own turn of the event loop', async () => {
    const count = 200;
    await using server = await startRawServer((socket) => {
      socket.once('data', (head) => {
        acceptWebSocket(socket, head.toString());
        socket.write(Buffer.concat(Array(count).fill(Buffer.from([0x81, 1, 120]))));
      });
    });
    await using outbound = localOutbound();
    const socket = await outbound.openWebSocket({ url: server.url, maxMessageBytes });
    let turn = 0;
    const countTurns = () => {
      turn += 1;
      if (socket.readyState === socket.OPEN) setImmediate(countTurns);
    };
    countTurns();
    const turns: number[] = [];
    socket.on('message', () => turns.push(turn));
    while (turns.length < count) await new Promise(setImmediate);
    expect(new Set(turns).size).toBe(count);
    socket.terminate();
  });
});

describe('the name of the service', () => {
  it('[OB31] is in every request, unless the account sets another', async () => {
    await using server = await startReceiver((response) => response.end());
    await using outbound = localOutbound();
    const { url } = server;
    await outbound.request({ url, method: 'POST' });
    await using _stream = await outbound.stream({ url, method: 'POST', headers: { 'x-a': 'b' } });
    await failureOf(outbound.openWebSocket({ url, maxMessageBytes }));
    await outbound.request({ url, method: 'POST', headers: { 'User-Agent': 'Mine' } });
    expect(server.requests.map(({ headers }) => headers['user-agent'])).toEqual([
      `Parley/${version}`,
      `Parley/${version}`,
      `Parley/${version}`,
      'Mine',
    ]);
  });

  it('[OB31] is in the opening of a WebSocket', async () => {
    const head = Promise.withResolvers<string>();
    await using server = await startRawServer((socket) => {
      socket.once('data', (data) => {
        head.resolve(data.toString());
        socket.destroy();
      });
    });
    await using outbound = localOutbound();
    await failureOf(outbound.openWebSocket({ url: server.url, maxMessageBytes }));
    expect(await head.promise).toMatch(new RegExp(`^user-agent: Parley/${version}$`, 'im'));
  });
});
