import { describe, expect, it } from 'vitest';
import { gatewayUnderTest, ok, sendJson } from '../brain/testing/gateway-under-test.ts';
import { neverAborted, outcomeOf, someQuestion } from '../brain/testing/turn.ts';
import { listAccountDeliveries, readAttempts } from '../delivery/index.ts';
import { makeEvent } from '../events/index.ts';
import { createAddressPolicy, createOutbound } from '../outbound/index.ts';
import { type ConnectProxy, startConnectProxy } from '../outbound/testing/connect-proxy.ts';
import { startReceiver } from '../outbound/testing/receiver.ts';
import { selfSignedCertificate } from '../outbound/testing/self-signed-certificate.ts';
import { testApp } from '../testing/app/index.ts';
import { testChange } from '../testing/index.ts';

/** The whole service behind the proxy delivers one event to a webhook under a name that only the proxy knows. */
async function deliverThrough(proxy: ConnectProxy) {
  await using test = await testApp({
    settings: { OUTBOUND_PROXY: `http://parley:hunter2@127.0.0.1:${proxy.port}`, loopbackOnly: false },
    deliveryPollMs: null,
  });
  const { app, sql, clock, logged } = test;
  const account = await testChange(sql, (change) =>
    app.accounts.create(change, { name: 'shop', email: 'shop@example.com' }),
  );
  const input = { name: 'orders', url: 'http://hooks.example/orders' };
  const { webhook } = await testChange(sql, (change) =>
    app.webhookServices.webhooks.create(change, account.id, input),
  );
  const avatar = await testChange(sql, (change) =>
    app.avatars.create(change, account.id, { name: 'Ada', webhookId: webhook.id }),
  );
  const source = { accountId: account.id, avatarId: avatar.id, sessionId: null, sequence: null };
  const fields = { error: 'lost', avatar_id: String(avatar.id), timestamp: clock.now() };
  await app.webhookServices.outbox.write([makeEvent(source, 'agent:error', fields)]);
  await app.webhookServices.engine.idle();
  const page = await listAccountDeliveries(sql, { accountId: account.id, limit: 10 });
  const [delivery] = page.items;
  const [attempt] = await readAttempts(sql, delivery?.id ?? 0);
  return { delivery, attempt, log: JSON.stringify(logged) };
}

describe('OUTBOUND_PROXY', () => {
  it('carries webhooks, and its credentials are not logged', async () => {
    await using receiver = await startReceiver((response) => response.end('thanks'));
    await using proxy = await startConnectProxy(() => ({ port: receiver.port }));
    const { delivery, log } = await deliverThrough(proxy);
    expect(delivery).toMatchObject({ state: 'delivered', attempts: 1 });
    expect(receiver.requests).toEqual([expect.objectContaining({ method: 'POST', path: '/orders' })]);
    expect(proxy.requests).toEqual([
      { target: 'hooks.example:80', authorization: `Basic ${btoa('parley:hunter2')}` },
    ]);
    expect(log).not.toMatch(new RegExp(`hunter2|${btoa('parley:hunter2')}`));
  });

  it('fails a delivery attempt before anything is sent if it refuses', async () => {
    await using proxy = await startConnectProxy(() => 'HTTP/1.1 407 Who are you\r\n\r\n');
    const { delivery, attempt, log } = await deliverThrough(proxy);
    expect(delivery).toMatchObject({ state: 'pending', attempts: 1 });
    expect(attempt).toMatchObject({ stage: 'connect', problem: expect.stringContaining('OUTBOUND_PROXY') });
    expect(log).not.toContain('hunter2');
  });

  it('carries the endpoint of an avatar', async () => {
    const tls = selfSignedCertificate({ names: ['brain.example'] });
    await using endpoint = await startReceiver(
      (response) => sendJson(response, { ...ok, reply: 'Hello through the tunnel.' }),
      { tls },
    );
    await using proxy = await startConnectProxy(() => ({ port: endpoint.port }));
    const policy = createAddressPolicy({ allowLoopback: false, proxy: `http://127.0.0.1:${proxy.port}` });
    await using outbound = createOutbound({ policy, ca: tls.cert });
    await using test = await gatewayUnderTest(() => {}, { outbound }, { url: 'https://brain.example/' });
    expect(await outcomeOf(test.brain.answer(someQuestion(), neverAborted))).toEqual({
      pieces: ['Hello through the tunnel.'],
      failure: null,
    });
    expect(proxy.requests.map(({ target }) => target)).toEqual(['brain.example:443']);
  });
});
