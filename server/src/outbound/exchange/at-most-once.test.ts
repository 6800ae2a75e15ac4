import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../testing/failure-of.ts';
import { localOutbound } from '../testing/local-outbound.ts';
import { startRawServer, startReceiver } from '../testing/receiver.ts';

const okAnswer = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

describe('nothing is sent twice', () => {
  it.each(['POST', 'GET', 'PUT', 'DELETE'] as const)(
    '[OB14] %s is not sent again when the peer closes a kept connection on receiving it',
    async (method) => {
      const received: string[] = [];
      await using receiver = await startRawServer((socket) => {
        let count = 0;
        socket.on('data', (data) => {
          received.push(data.toString().split(' ', 2).join(' '));
          if (++count === 1) socket.write(okAnswer);
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

  it('[OB14] an idle connection that the peer closed is replaced before a byte is sent', async () => {
    const received: string[] = [];
    await using receiver = await startRawServer((socket) => {
      socket.on('data', (data) => {
        received.push(data.toString().split(' ', 2).join(' '));
        socket.write(okAnswer, () => socket.end());
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

  it('[OB14] a request on an idle connection with an unnoticed close gets another connection before a byte is sent', async () => {
    await using receiver = await startReceiver((response) => response.end('ok'));
    await using outbound = localOutbound();
    await outbound.request({ url: `${receiver.url}first`, method: 'POST' });
    // In a timer the event loop has not yet read the kernel's events: the close has happened, but is not noticed yet.
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
        socket.end(okAnswer);
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
