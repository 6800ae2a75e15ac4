import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAddressPolicy, createOutbound, type OutboundClient } from '../index.ts';
import { failureOf } from '../testing/failure-of.ts';
import { asUrlHost, loopbackHosts, specialAddresses } from '../testing/forbidden-addresses.ts';
import { type Receiver, startReceiver } from '../testing/receiver.ts';

describe('no form of a forbidden address reaches a listening receiver', () => {
  let receiver: Receiver;
  let guarded: OutboundClient;
  let answer: readonly string[] = [];

  beforeAll(async () => {
    receiver = await startReceiver((response) => response.end('inside'), { host: '::' });
    const policy = createAddressPolicy({ allowLoopback: false });
    guarded = createOutbound({ policy, allowHttp: true, resolve: async () => answer });
  });

  afterAll(async () => {
    await guarded[Symbol.asyncDispose]();
    await receiver[Symbol.asyncDispose]();
  });

  async function expectRefused(host: string): Promise<void> {
    const before = receiver.connections;
    const url = `http://${host}:${receiver.port}/latest/meta-data`;
    const failure = await failureOf(guarded.request({ url, method: 'GET' }));
    expect(failure).toMatchObject({ stage: 'address', bytesSent: false });
    expect(receiver.connections).toBe(before);
  }

  it.each(loopbackHosts)('[OB2] [OB3] http://%s', async (host) => {
    await expectRefused(host);
  });

  it.each(specialAddresses.map(asUrlHost))('[OB3] http://%s', async (host) => {
    await expectRefused(host);
  });

  it.each(specialAddresses)('[OB4] a name that leads to %s', async (address) => {
    answer = [address];
    await expectRefused('innocent.example');
  });

  it('[OB4] a name that leads only to forbidden addresses', async () => {
    answer = ['127.0.0.1', '::1', '10.0.0.1'];
    await expectRefused('innocent.example');
  });

  it.each(['garbage', '', '127.1', '0x7f.1', '[::1]', 'localhost'])(
    '[OB4] a look-up that answers "%s" instead of an address',
    async (address) => {
      answer = [address];
      await expectRefused('innocent.example');
    },
  );

  it('[OB3] not one connection was made, while the receiver was there to be reached', async () => {
    expect(receiver.connections).toBe(0);
    await using open = createOutbound({ policy: createAddressPolicy({ allowLoopback: true }) });
    for (const host of [
      '127.0.0.1',
      '[::1]',
      'localhost',
      '2130706433',
      '[::ffff:127.0.0.1]',
      '127.42.0.7',
    ]) {
      const { body } = await open.request({ url: `http://${host}:${receiver.port}/`, method: 'GET' });
      expect(body.toString()).toBe('inside');
    }
    expect(receiver.requests.length).toBe(6);
  });
});
