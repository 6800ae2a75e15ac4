import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { type HeldConnection, holdConnection, testApp } from '../../testing/app/index.ts';
import { Connections, connectionTimeouts, createForwardedSource, type DropReason } from './index.ts';

const get = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n';
const upgrade = (forwardedFor: string) =>
  `GET /client/live HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: ${forwardedFor}\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`;
/** A request that stays in progress, because its body is not complete. */
const busy = 'POST /client/authenticate HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10\r\n\r\n{';

type Settings = NonNullable<NonNullable<Parameters<typeof testApp>[0]>['settings']>;

const held: HeldConnection[] = [];
afterEach(() => {
  for (const socket of held.splice(0)) socket[Symbol.dispose]();
});

async function start(settings: Settings, timeouts = {}) {
  const test = await testApp({ settings, timeouts });
  await test.app.server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = test.app.server.server.address() as AddressInfo;
  const hold = async (bytes: string, from = '127.0.0.1') => {
    const connection = await holdConnection(port, bytes, { from });
    held.push(connection);
    return connection;
  };
  const answered = async (connection: HeldConnection, status: number) =>
    await expect.poll(() => connection.received()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  return { test, hold, answered, [Symbol.asyncDispose]: () => test[Symbol.asyncDispose]() };
}

describe('the number of connections', () => {
  it('[HT1] of one source is limited, without effect on other sources', async () => {
    await using app = await start({ MAX_CONNECTIONS_PER_SOURCE: 10 });
    const ten = await Promise.all(Array.from({ length: 10 }, () => app.hold(busy)));
    const eleventh = await app.hold(get);
    await eleventh.ended;
    expect(eleventh.received()).toBe('');
    await app.answered(await app.hold(get, '127.0.0.2'), 200);
    expect(ten.every(({ isOpen }) => isOpen)).toBe(true);
    ten[0]?.socket.destroy();
    await expect
      .poll(async () => {
        const again = await app.hold(get);
        await expect.poll(() => !again.isOpen || again.received() !== '').toBe(true);
        return again.received();
      })
      .toMatch(/^HTTP\/1.1 200 /);
    expect((await app.test.operate({ url: '/metrics' })).text).toMatch(
      /parley_connections_dropped_total\{reason="source"\} [1-9]/,
    );
  });

  it('[HT1] of all sources together is limited', async () => {
    await using app = await start({ MAX_CONNECTIONS: 10 });
    await Promise.all(Array.from({ length: 10 }, (_, index) => app.hold(busy, `127.0.0.${index + 1}`)));
    const eleventh = await app.hold(get, '127.0.0.99');
    await eleventh.ended;
    expect(eleventh.received()).toBe('');
  });

  it('[HT2] gives a new connection the place of one that sends nothing, or else of an idle one', async () => {
    await using app = await start({ MAX_CONNECTIONS_PER_SOURCE: 10 }, { firstHeadMs: 0 });
    const working = await Promise.all(Array.from({ length: 8 }, () => app.hold(busy)));
    const idle = await app.hold(get);
    await app.answered(idle, 200);
    const silent = await app.hold('GET /healthz HTTP/1.1\r\n');
    await app.answered(await app.hold(get), 200);
    await silent.ended;
    expect(idle.isOpen).toBe(true);
    const places = [await app.hold(busy), await app.hold(busy)];
    await idle.ended;
    expect([...working, ...places].every(({ isOpen }) => isOpen)).toBe(true);
  });

  it('[HT1] behind a trusted proxy counts WebSockets for the forwarded address', async () => {
    await using app = await start({
      MAX_CONNECTIONS_PER_SOURCE: 10,
      TRUSTED_PROXIES: ['127.0.0.1', '10.0.0.0/8'],
    });
    const ten = await Promise.all(
      Array.from({ length: 10 }, () => app.hold(upgrade('198.51.100.7, 10.0.0.1'))),
    );
    for (const socket of ten) await app.answered(socket, 101);
    await app.answered(await app.hold(upgrade('203.0.113.1, 198.51.100.7')), 503);
    await app.answered(await app.hold(upgrade('198.51.100.8')), 101);
    // All other requests come over few connections for many visitors.
    await app.answered(await app.hold(get), 200);
  });

  it.each(['/openapi.json', '/nothing'])(
    '[HT10] a connection that sends thousands of requests to %s at once is closed, and few of them are handled',
    async (path) => {
      await using app = await start({});
      let begun = 0;
      const count = () => {
        begun += 1;
      };
      subscribe('http.server.request.start', count);
      const flood = await app.hold(get.replace('/healthz', path).repeat(2_000));
      await flood.ended;
      unsubscribe('http.server.request.start', count);
      expect(begun).toBeGreaterThanOrEqual(4);
      expect(begun).toBeLessThanOrEqual(6);
      expect((await app.test.operate({ url: '/metrics' })).text).toContain(
        'parley_connections_dropped_total{reason="pipeline"} 1',
      );
    },
  );

  it('[HT10] four requests at once are answered, again and again', async () => {
    await using app = await start({});
    const connection = await app.hold(get.repeat(4));
    const answers = () => connection.received().split('HTTP/1.1 200 ').length - 1;
    await expect.poll(answers).toBe(4);
    connection.socket.write(get.repeat(4));
    await expect.poll(answers).toBe(8);
    expect(connection.isOpen).toBe(true);
  });

  it('[HT1] takes an IPv6 network as one source', () => {
    const server = new Server();
    const drops: DropReason[] = [];
    const connections = new Connections({
      server,
      limits: { total: 100, perSource: 2 },
      timeouts: connectionTimeouts,
      forwardedSource: createForwardedSource([]),
      dropped: (reason) => drops.push(reason),
    });
    const from = (remoteAddress: string) =>
      server.emit('connection', Object.assign(new PassThrough(), { remoteAddress }) as unknown as Socket);
    for (const host of ['1', '2:3', 'ffff:ffff:ffff:ffff', '5'])
      from(`2001:db8:0:1::${host}`.replace('::ffff:ffff:ffff', ':ffff:ffff:ffff'));
    expect(drops).toEqual(['source', 'source']);
    from('2001:db8:0:2::1');
    expect([drops.length, connections.size]).toEqual([2, 3]);
    connections.destroyAll();
    connections.stop();
    server.close();
  });
});
