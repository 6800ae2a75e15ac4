import { beforeEach, describe, expect, it } from 'vitest';
import { connect } from '../../db/index.ts';
import { endpoints, makeTestAccount, type TestApp, testApp } from '../../testing/app/index.ts';
import { testChange } from '../../testing/index.ts';

describe('operating the service', () => {
  let test: TestApp;
  beforeEach(async () => {
    test = await testApp({ settings: { EDGE_BURST: 1, EDGE_RATE: 1 } });
    return () => test[Symbol.asyncDispose]();
  });

  const metrics = async () => (await test.send({ url: '/metrics', from: '127.0.0.1' })).text;

  it('/healthz and /readyz say so when all is well', async () => {
    expect(await test.send({ url: '/healthz' })).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await test.send({ url: '/readyz' })).toMatchObject({ status: 200, body: { status: 'ready' } });
  });

  it('/readyz says that the service is stopping, while /healthz still answers', async () => {
    await test.app.drain();
    expect(await test.send({ url: '/readyz' })).toMatchObject({
      status: 503,
      body: { status: 'degraded', reasons: ['the service is stopping'] },
    });
    expect(await test.send({ url: '/healthz' })).toMatchObject({ status: 200 });
  });

  it('/readyz says that the database cannot be reached, and is well again when it can', async () => {
    const { pathname } = new URL(test.databaseUrl);
    const name = pathname.slice(1);
    const adminUrl = new URL(test.databaseUrl);
    adminUrl.pathname = '/postgres';
    const admin = connect({ url: adminUrl.href, max: 1 });
    await admin.unsafe(`alter database ${name} allow_connections false`);
    await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`;
    expect(await test.send({ url: '/readyz' })).toMatchObject({
      status: 503,
      body: {
        status: 'degraded',
        reasons: [expect.stringMatching(/^the database (cannot be reached|does not answer)$/)],
      },
    });
    await admin.unsafe(`alter database ${name} allow_connections true`);
    await expect.poll(async () => (await test.send({ url: '/readyz' })).status).toBe(200);
    await admin.end();
  });

  it('/metrics counts requests and their times per route, not per address', async () => {
    const ours = await makeTestAccount(test.app, 'ours');
    for (let i = 0; i < 3; i++) await test.send(endpoints.avatars.request({ ...ours, sessionId: '' }));
    await test.send({ url: '/avatars?page=x', headers: { 'x-api-key': ours.key } });
    for (const id of ['1', '2', '3']) await test.operate({ url: `/v1/accounts/${id}` });
    for (const path of ['/a', '/b']) await test.send({ url: path });
    const text = await metrics();
    expect(text).toContain('parley_http_requests_total{method="GET",route="/avatars",status="200"} 3');
    expect(text).toContain('parley_http_requests_total{method="GET",route="/avatars",status="400"} 1');
    expect(text).toContain(
      'parley_http_requests_total{method="GET",route="/v1/accounts/:account",status="404"} 3',
    );
    expect(text).toContain('parley_http_requests_total{method="other",route="unknown",status="404"} 2');
    expect(text).toContain('parley_http_request_duration_seconds_count{method="GET",route="/avatars"} 4');
    expect(text).toMatch(
      /parley_http_request_duration_seconds_bucket\{le="0\.005",method="GET",route="\/avatars"\} \d/,
    );
  });

  it('/metrics counts hits of the key cache and refusals by limits', async () => {
    const ours = await makeTestAccount(test.app, 'ours');
    await testChange(test.sql, (change) =>
      test.app.keys.setLimits(change, { accountId: ours.accountId, id: ours.keyId }, { burst: 2, rate: 1 }),
    );
    for (let i = 0; i < 5; i++) await test.send(endpoints.avatars.request({ ...ours, sessionId: '' }));
    for (let i = 0; i < 4; i++) await test.send({ url: '/session/query' });
    const text = await metrics();
    expect(text).toContain('parley_rate_refusals_total{layer="key"} 3');
    expect(text).toContain('parley_rate_refusals_total{layer="edge"} 3');
    expect(text).toContain('parley_key_cache_reads_total{outcome="hit"} 4');
    expect(text).toContain('parley_key_cache_reads_total{outcome="miss"} 1');
  });

  it('every answer carries a request id of its own, and the log has it with the route and no secret', async () => {
    const ours = await makeTestAccount(test.app, 'ours');
    const request = endpoints.avatars.request({ ...ours, sessionId: '' });
    const ids = [];
    for (let i = 0; i < 3; i++) ids.push((await test.send(request)).headers['x-request-id']);
    expect(new Set(ids).size).toBe(3);
    expect(test.logged.filter((line) => line.msg === 'request').map((line) => line.requestId)).toEqual(ids);
    expect(test.logged).toContainEqual(
      expect.objectContaining({ requestId: ids[0], path: '/avatars', status: 200 }),
    );
    expect(JSON.stringify(test.logged)).not.toContain(ours.key);
  });
});
