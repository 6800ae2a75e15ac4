import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningService, startService } from '../../testing/index.ts';
import { operatorClient } from '../../testing/running/index.ts';

/** Sends bytes, waits for a first answer if asked to, and resets the connection. */
async function sendAndReset(port: number, bytes: string, waitsForAnswer = false): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  const closed = once(socket, 'close');
  const sent = new Promise((resolve) => socket.write(bytes, resolve));
  await (waitsForAnswer ? Promise.race([once(socket, 'data'), closed]) : sent);
  socket.resetAndDestroy();
  await closed;
}

describe('a connection that its client resets', () => {
  let service: RunningService;
  let port: number;
  let account: string;
  let avatar: string;
  beforeAll(async () => {
    service = await startService();
    port = Number(new URL(service.url).port);
    const operator = operatorClient(service);
    const { items } = await operator.call<{ items: { id: string }[] }>('GET', '/v1/accounts');
    account = `/v1/accounts/${items[0]?.id}`;
    const avatars = await operator.call<{ items: { id: number }[] }>('GET', `${account}/avatars`);
    avatar = String(avatars.items[0]?.id);
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const head = (line: string, headers: Readonly<Record<string, string | number>> = {}): string => {
    const all = { host: 'localhost', authorization: `Bearer ${service.operatorToken}`, ...headers };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
    return `${[`${line} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`;
  };
  const webSocket = {
    connection: 'upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': 13,
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  };
  const requests = (): Record<string, string> => ({
    CONNECT: 'CONNECT a:1 HTTP/1.1\r\nhost: a:1\r\n\r\n',
    'bytes that are no HTTP': 'hello\r\n\r\n',
    'a head that is too large': `GET / HTTP/1.1\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`,
    'a WebSocket': head('GET /client/live', webSocket),
    'a WebSocket of a wrong version': head('GET /client/live', { ...webSocket, 'sec-websocket-version': 1 }),
    'another upgrade': head('GET /avatars', { connection: 'upgrade', upgrade: 'h2c' }),
    'half a head': 'GET /avatars HTTP/1.1\r\nhos',
    'half a body': `${head('POST /client/authenticate', { 'content-length': 100 })}{"avatarId":`,
    'half a body of a change': `${head(`POST ${account}/keys`, { 'content-length': 100 })}{"name":`,
    'half a body of the OAuth endpoint': `${head('POST /oauth/token', { 'content-length': 100 })}grant_type=`,
    'half an upload': `${head(`PUT ${account}/avatars/${avatar}/model`, {
      'content-length': 100_000,
      'content-type': 'model/gltf-binary',
    })}glTF${'\0'.repeat(5_000)}`,
    'half a recording': `${head('POST /client/transcribe', { 'content-length': 1_000 })}RIFF`,
    'a chunk that is none': `${head('POST /client/authenticate', { 'transfer-encoding': 'chunked' })}zz\r\n`,
    'a long answer': head('GET /openapi.json'),
    'a stream': head(`GET ${account}/sessions/stream`),
    'several requests': head('GET /openapi.json').repeat(4),
  });

  it('[HT11] [HT25] does no harm and writes no error into the log, whatever it had asked for', async () => {
    for (const [what, bytes] of Object.entries(requests())) {
      for (const waits of [false, true, false, true, false, false]) {
        // Half a request gets no answer.
        await sendAndReset(port, bytes, waits && !what.startsWith('half'));
      }
      const answer = await fetch(`${service.url}/readyz`);
      expect([what, answer.status]).toEqual([what, 200]);
    }
    expect(service.output()).not.toMatch(/"level":"(error|fatal)"|"stack"/);
  });
});
