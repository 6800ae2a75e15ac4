import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { setImmediate as nextRound } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Connection, type ConnectionOwner } from './connection.ts';
import { Exchange, type Sink } from './exchange.ts';
import { limitsOf } from './limits.ts';

const answerOf = (parts: number) =>
  `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${'1\r\na\r\n'.repeat(parts)}0\r\n\r\n`;

/** A connection that runs `second` as soon as it is done with `first`. */
function twoInARow() {
  const story: string[] = [];
  const sinkOf = (name: string): Sink => ({
    head: (status) => story.push(`${name}: ${status}`),
    data: () => {},
    end: () => story.push(`${name} ended`),
    fail: ({ stage }) => story.push(`${name} failed: ${stage}`),
  });
  const exchangeOf = (name: string) => {
    const request = { method: 'GET', path: `/${name}`, headers: [], body: null };
    return new Exchange('peer', request, limitsOf({}), sinkOf(name), undefined);
  };
  const second = exchangeOf('second');
  const owner: ConnectionOwner = {
    released: (connection) => second.settled || connection.run(second),
    handedBack: (exchange) => story.push(`${exchange.request.path.slice(1)} handed back`),
    closed: () => {},
  };
  const socket = new Duplex({ read() {}, write: (_bytes, _encoding, done) => done() }) as unknown as Socket;
  const listen = (onBytes: (bytes: Buffer) => void) => void socket.on('data', onBytes);
  new Connection(owner, new URL('http://peer.test'), { socket, listen }, 60_000).run(exchangeOf('first'));
  return { story, socket, second };
}

describe('what comes behind an answer', () => {
  it.each([100, 600])(
    '[OB25] is not the next answer, in however many parts the first came: %d',
    async (parts) => {
      const { story, socket, second } = twoInARow();
      await nextRound();
      socket.push(answerOf(parts));
      socket.push('HTTP/1.1 299 Forged\r\ncontent-length: 0\r\n\r\n');
      for (let round = 0; round < 5; round++) await nextRound();
      expect(story).toEqual(['first: 200', 'first ended', 'second handed back']);
      second.abort();
    },
  );
});
