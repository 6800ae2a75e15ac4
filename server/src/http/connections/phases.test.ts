import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorActor } from '../../audit/index.ts';
import { glb } from '../../avatars/testing/glb.ts';
import {
  holdConnection,
  makeTestAccount,
  rawExchange,
  type TestApp,
  testApp,
} from '../../testing/app/index.ts';

const upgrade = (path: string, protocol = 'websocket') =>
  `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: ${protocol}\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`;
const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`;

describe('each phase of a connection ends', () => {
  let test: TestApp;
  let port: number;

  beforeAll(async () => {
    const timeouts = {
      headMs: 300,
      idleMs: 300,
      transferMs: 300,
      closingMs: 300,
      checkMs: 50,
      slowestBytesPerSecond: 1e9,
    };
    test = await testApp({ timeouts });
    await test.app.server.listen({ host: '127.0.0.1', port: 0 });
    ({ port } = test.app.server.server.address() as AddressInfo);
  });
  afterAll(() => test[Symbol.asyncDispose]());

  /** The connections that the server itself still has open. */
  const open = () =>
    new Promise<number>((resolve, reject) =>
      test.app.server.server.getConnections((error, count) =>
        error === null ? resolve(count) : reject(error),
      ),
    );
  const expectNoneLeft = () => expect.poll(open).toBe(0);

  it.each([
    ['[HT3] nothing is sent', '', /^HTTP\/1.1 408 /],
    ['[HT3] a head never ends', 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n', /^HTTP\/1.1 408 /],
    [
      '[HT3] the head of a second request never ends',
      `${get('/healthz')}GET /`,
      /200 OK[\s\S]*HTTP\/1.1 408 /,
    ],
    ['[HT3] no second request comes', get('/healthz'), /^HTTP\/1.1 200 /],
    [
      '[HT4] a body never comes',
      'POST /client/authenticate HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10\r\n\r\n{',
      /^$/,
    ],
    [
      '[HT4] a body without end, to an address that does not exist',
      'POST /nothing HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n1\r\nx\r\n',
      /^$|404/,
    ],
    [
      '[HT4] a body never comes after its request was refused',
      'POST /v1/accounts HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000000\r\n\r\n{',
      /^HTTP\/1.1 401 /,
    ],
    [
      '[HT4] a streamed body never comes',
      'POST /client/transcribe HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000000\r\n\r\nRIFF',
      /^HTTP\/1.1 401 /,
    ],
    ['[HT6] no HTTP', 'hello there\r\n\r\n', /^HTTP\/1.1 400 /],
    [
      '[HT6] a method for proxies',
      'CONNECT a.example:443 HTTP/1.1\r\nhost: a.example\r\n\r\n',
      /^HTTP\/1.1 405 /,
    ],
    [
      '[HT6] a handshake without a key',
      upgrade('/client/live').replace(/sec-websocket-key.*\r\n/, ''),
      / 400 /,
    ],
    [
      '[HT6] a handshake of an unknown version',
      upgrade('/client/live').replace('version: 13', 'version: 99'),
      / 400 /,
    ],
    ['[HT7] an upgrade elsewhere', upgrade('/elsewhere'), /^HTTP\/1.1 404 /],
    [
      '[HT7] [HT8] an upgrade elsewhere with bytes behind it',
      `${upgrade('/elsewhere')}\x81`,
      /^HTTP\/1.1 404 /,
    ],
    [
      '[HT7] an upgrade elsewhere with a frame behind it',
      `${upgrade('/healthz')}\x81\x01a`,
      /^HTTP\/1.1 200 /,
    ],
    [
      '[HT7] an upgrade under a foreign host',
      upgrade('/client/live').replace('localhost', 'evil.example'),
      / 421 /,
    ],
  ])('%s', async (_what, bytes, answer) => {
    using held = await holdConnection(port, bytes);
    await held.ended;
    expect(held.received()).toMatch(answer);
    await expectNoneLeft();
  });

  it('[HT5] an answer that is never read', async () => {
    // Larger than what the system buffers for a client that does not read.
    const { app } = test;
    const { accountId, avatarId: id } = await makeTestAccount(app, 'ours');
    const body = new PassThrough().end(glb({ binary: Buffer.alloc(20_000_000) }));
    await app.avatars.models.put(operatorActor, { accountId, id }, body);
    const { body: about } = await test.send({ url: `/client/avatars/${id}` });
    using held = await holdConnection(port, get((about as { model: string }).model), { reads: false });
    await expect.poll(open).toBe(1);
    await expectNoneLeft();
    expect(held.received()).toBe('');
    expect((await test.operate({ url: '/metrics' })).text).toContain(
      'parley_connections_dropped_total{reason="answer"} 1',
    );
  });

  it.each(['h2c', 'TLS/1.0', 'foo/2, bar', 'websocket'])(
    '[HT7] a request that asks for the upgrade %s gets the ordinary answer, as with curl --http2',
    async (protocol) => {
      const { answers, closed } = await rawExchange(port, [upgrade('/healthz', protocol)]);
      expect([answers.map(({ status }) => status), closed]).toEqual([[200], true]);
      const post = upgrade('/nothing', protocol)
        .replace('GET', 'POST')
        .replace(/\r\n$/, 'content-length: 2\r\n\r\n{}');
      const posted = await rawExchange(port, [post]);
      expect([posted.answers.map(({ status }) => status), posted.closed]).toEqual([[404], true]);
    },
  );

  it('[HT8] bytes behind a request are answered after it', async () => {
    const { answers, closed } = await rawExchange(port, [`${get('/readyz')}hello there\r\n\r\n`]);
    expect(answers.map(({ status }) => status)).toEqual([200, 400]);
    expect(closed).toBe(true);
  });

  it('[HT6] a socket without a hello, and one whose client ignores the close', async () => {
    const refused = Buffer.concat([
      Buffer.from(upgrade('/client/live')),
      // A masked text frame with the mask 0. It is not a hello.
      Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x7b, 0x7d]),
    ]);
    using held = await holdConnection(port, refused);
    await held.ended;
    expect(held.received()).toContain('bad_hello');
    await expectNoneLeft();
  });
});
