import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createAddressPolicy, type Outbound } from './index.ts';
import { failureOf } from './testing/failure-of.ts';
import { localOutbound } from './testing/local-outbound.ts';
import { startReceiver } from './testing/receiver.ts';
import { startSlowNames } from './testing/slow-names.ts';

const ask = (outbound: Outbound, url: string) =>
  outbound.request({ url, method: 'POST', totalTimeoutMs: url.endsWith('/slow') ? 600_000 : 5_000 });

/** A provider that many accounts use. It answers all but the hostile account. */
async function sharedProvider() {
  const held: ServerResponse[] = [];
  const receiver = await startReceiver((response, { path }) => {
    if (path === '/slow') held.push(response);
    else response.end('ok');
  });
  return { receiver, held };
}

describe('accounts that share a client', () => {
  it('[OB34] slow answers to one account do not keep other accounts from the same server', async () => {
    const { receiver, held } = await sharedProvider();
    await using _receiver = receiver;
    await using outbound = localOutbound({ connectionsPerOrigin: 4 });
    const hostile = outbound.forAccount('hostile');
    const slow = Array.from({ length: 50 }, () => failureOf(ask(hostile, `${receiver.url}slow`)));
    while (held.length < 4) await new Promise(setImmediate);
    const { status } = await ask(outbound.forAccount('honest'), receiver.url);
    expect([status, held.length]).toEqual([200, 4]);
    await outbound[Symbol.asyncDispose]();
    await Promise.all(slow);
  });

  it('[OB34] one account never uses all requests of a client, whatever servers it names', async () => {
    const { receiver, held } = await sharedProvider();
    await using _receiver = receiver;
    await using outbound = localOutbound({ maxRequests: 8 });
    const hostile = outbound.forAccount('hostile');
    const slow = Array.from({ length: 50 }, () => failureOf(ask(hostile, `${receiver.url}slow`)));
    while (held.length < 4) await new Promise(setImmediate);
    for (const account of ['a', 'b', 'c']) {
      expect((await ask(outbound.forAccount(account), receiver.url)).status).toBe(200);
    }
    expect(held.length).toBe(4);
    await outbound[Symbol.asyncDispose]();
    await Promise.all(slow);
  });

  it('[OB34] if too many requests wait, those of the account with the most waiting are refused', async () => {
    const { receiver, held } = await sharedProvider();
    await using _receiver = receiver;
    await using outbound = localOutbound({ maxRequests: 2, maxWaiting: 2 });
    const hostile = outbound.forAccount('hostile');
    const slow = Array.from({ length: 5 }, () => failureOf(ask(hostile, `${receiver.url}slow`)));
    const refused = await Promise.race(slow);
    expect(refused).toMatchObject({ stage: 'connect', bytesSent: false });
    expect(refused.message).toContain('are waiting');
    while (held.length < 1) await new Promise(setImmediate);
    expect((await ask(outbound.forAccount('honest'), receiver.url)).status).toBe(200);
    await outbound[Symbol.asyncDispose]();
    await Promise.all(slow);
  });

  it.each([1, 2])(
    '[OB35] slow names of %d accounts do not keep other accounts from their look-ups',
    async (count) => {
      const { receiver } = await sharedProvider();
      await using _receiver = receiver;
      await using names = await startSlowNames();
      const policy = createAddressPolicy({ allowLoopback: true, allowedNetworks: ['127.0.0.0/8'] });
      await using outbound = localOutbound({ policy, allowHttp: true, resolve: names.resolve });
      const slow = Array.from({ length: 20 }, (_, i) =>
        failureOf(
          ask(outbound.forAccount(`hostile-${i % count}`), `http://slow-${i}.example:${receiver.port}/`),
        ),
      );
      await names.areAsked(count);
      const url = `http://quick.example:${receiver.port}/`;
      const { status } = await ask(outbound.forAccount('honest'), url);
      expect(status).toBe(200);
      await outbound[Symbol.asyncDispose]();
      await Promise.all(slow);
    },
  );
});
