import { describe, expect, it } from 'vitest';
import { createAddressPolicy, createOutbound } from '../index.ts';
import { failureOf } from '../testing/failure-of.ts';
import { localOutbound } from '../testing/local-outbound.ts';
import { startReceiver } from '../testing/receiver.ts';

describe('names', () => {
  it('[OB5] a name that changes between look-ups is checked again for each connection', async () => {
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

  it('[OB4] a message does not reveal the address of a name', async () => {
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
