import { describe, expect, it } from 'vitest';
import { startEndpoint } from '../../live/testing/endpoint.ts';
import { until } from '../../live/testing/until.ts';
import { freePort, seededDataFolder, startService } from '../index.ts';
import { operatorClient } from '../running/index.ts';
import { type ProxyName, proxyProgram, site, startProxy } from './proxy.ts';
import { redirectOf } from './site-client.ts';

describe.for<ProxyName>(['nginx', 'caddy'])('behind %s with our configuration', (name) => {
  it('a conversation works over TLS and continues after a restart of the service', async (context) => {
    const program = proxyProgram(context, name);
    await using endpoint = await startEndpoint();
    await using data = await seededDataFolder('behind-proxy');
    const env = {
      PORT: String(await freePort()),
      BASE_URL: `https://${site}`,
      TRUSTED_PROXIES: '127.0.0.1',
      ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8',
    };
    await using first = await startService({ env, dataDir: data.path });
    await using proxy = await startProxy(name, program, Number(env.PORT));
    const operator = operatorClient(first);
    const { items } = await operator.call<{ items: { id: string }[] }>('GET', '/v1/accounts');
    const avatar = await operator.call<{ id: string }>('POST', `/v1/accounts/${items[0]?.id}/avatars`, {
      name: 'Ada',
      greeting: '',
      endpointUrl: endpoint.url,
    });

    const client = proxy.client.talk(avatar.id);
    const said: string[] = [];
    client.on('sentence', ({ text }) => said.push(text));
    await client.connect();
    client.sendMessage('Hello');
    await until('an answer', () => said.includes('You said Hello.'));
    const { sessionId } = client;

    expect(await redirectOf(proxy.plainPort, site)).toMatch(new RegExp(`^https://${site}(:\\d+)?/avatar/1$`));
    expect((await proxy.client.get('/metrics')).status).toBe(401);
    const large = await proxy.client.send('/client/authenticate', { method: 'POST', body: 'x'.repeat(1e6) });
    expect(large.status).toBe(400);

    await first.stop();
    await using _second = await startService({ env, dataDir: data.path });
    await until('the return', () => client.state === 'connected');
    client.sendMessage('Still here');
    await until('another answer', () => said.includes('You said Still here.'));
    expect(client.sessionId).toBe(sessionId);
    await client.hangUp();
  });
});
