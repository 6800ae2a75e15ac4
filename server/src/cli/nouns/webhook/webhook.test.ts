import type { Delivery } from '@parley/protocol/management';
import { createManagementClient, listAll, type ManagementClient } from '@parley/protocol/management/client';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Receiver, startReceiver } from '../../../outbound/testing/receiver.ts';
import { type RunningService, startService } from '../../../testing/index.ts';
import { parleyProcess } from '../../../testing/running/index.ts';
import { commandLine } from '../../testing/command-line.ts';

type Created = { id: string; secret: string };

describe('webhooks from the shell', () => {
  let service: RunningService;
  let operator: ManagementClient;
  let receiver: Receiver;
  let account: string;
  let avatar: string;
  let hook: Created;
  let status = 200;

  beforeAll(async () => {
    receiver = await startReceiver((response) => response.writeHead(status).end('heard'));
    service = await startService();
    operator = createManagementClient({ url: service.url, token: service.operatorToken });
    account = await makeAccount('Ours');
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await receiver[Symbol.asyncDispose]();
  });

  const { json, text, refused } = commandLine(() => service.dataDir);
  const makeAccount = async (name: string) => {
    const body = { name, email: `${name.toLowerCase()}@example.com` };
    return (await operator.call('accounts.create', { body })).id;
  };
  /** A visitor joins, which causes one event. Resolves when the receiver has got it. */
  const join = async () => {
    const before = receiver.requests.length;
    const answer = await fetch(`${service.url}/client/authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ avatarId: avatar }),
    });
    expect(answer.status).toBe(200);
    await expect.poll(() => receiver.requests.length).toBeGreaterThan(before);
  };
  const list = (query = '') =>
    json<Delivery[]>(`delivery list --account ${account} --webhook ${hook.id}${query}`);
  /**
   * A delivery that waits for its first attempt does not count: it is pending too, and may be claimed at any moment.
   */
  const settled = (wanted: string) =>
    expect.poll(
      async () =>
        (await listed()).filter(
          ({ status: found, attempts }) => found === wanted && (wanted !== 'pending' || attempts > 0),
        ).length,
    );
  const listed = () =>
    listAll(operator, 'deliveries.list', { params: { account }, query: { webhook: hook.id } });

  it('webhook create shows id and secret, and what is sent is signed with it', async () => {
    hook = await json<Created>(
      `webhook create --account ${account} --name Orders --url ${receiver.url}`,
      '--header',
      'X-Tenant: one: two',
      '--header',
      'x-empty:',
    );
    expect(hook).toEqual({
      id: expect.stringMatching(/^whk_/),
      secret: expect.stringMatching(/^whsec_/),
      warning: expect.stringContaining('plain http'),
    });
    const body = { name: 'Ada', webhookId: hook.id, private: false };
    ({ id: avatar } = await operator.call('avatars.create', { params: { account }, body }));
    await join();
    const [request] = receiver.requests;
    expect(request?.headers).toMatchObject({ 'x-tenant': 'one: two', 'x-empty': '', 'parley-sequence': '1' });
    const verified = new StandardWebhook(hook.secret).verify(
      request?.body ?? '',
      request?.headers as Record<string, string>,
    );
    expect(verified).toMatchObject({ name: 'connection:state-changed', details: { state: 'connecting' } });
    await settled('delivered').toBe(1);
  });

  it('webhook list, show and update, delivery list and show', async () => {
    const [hooks, table, shown, deliveries] = await Promise.all([
      json(`webhook list --account ${account}`),
      text(`webhook list --account ${account}`),
      text(`webhook show ${hook.id} --account ${account}`),
      list(),
    ]);
    expect(hooks).toMatchObject([
      { id: hook.id, name: 'Orders', state: 'active', headerNames: ['x-tenant', 'x-empty'] },
    ]);
    expect(table).toMatch(/^ID +NAME +STATE +WAITING +URL\n/);
    expect(shown).toContain(receiver.url);
    expect(shown).not.toContain(hook.secret);
    expect(deliveries).toMatchObject([
      { status: 'delivered', event: 'connection:state-changed', attempts: 1, lastStatus: 200 },
    ]);
    const [updated, one, asText] = await Promise.all([
      json(`webhook update ${hook.id} --account ${account} --name Invoices`),
      json(`delivery show ${deliveries[0]?.id} --account ${account}`),
      text(`delivery show ${deliveries[0]?.id} --account ${account}`),
    ]);
    expect(updated).toMatchObject({ name: 'Invoices', url: receiver.url });
    expect(one).toMatchObject({
      payload: receiver.requests[0]?.body,
      headers: { 'x-tenant': '[hidden]' },
      tries: [{ kind: 'scheduled', status: 200, body: 'heard' }],
    });
    expect(asText).toContain('heard');
  });

  it('delivery replay, of one and of many, and discard', async () => {
    status = 500;
    await join();
    await join();
    await settled('pending').toBe(2);
    const [newest] = await list(' --status pending');
    expect(await json(`delivery replay ${newest?.id} --account ${account}`)).toMatchObject({
      passed: false,
      status: 500,
    });
    status = 200;
    expect(await json(`delivery replay ${newest?.id} --account ${account}`)).toMatchObject({
      passed: true,
      status: 200,
    });
    expect(await json(`delivery replay --account ${account} --webhook ${hook.id} --status pending`)).toEqual({
      tried: 1,
      delivered: 1,
      failed: 0,
      left: 0,
    });
    status = 500;
    await join();
    await settled('pending').toBe(1);
    const [last] = await listed();
    const [discarded, ...refusals] = await Promise.all([
      json(`delivery discard ${last?.id} --account ${account}`),
      refused('delivery replay'),
      refused(`delivery show 999999 --account ${account}`),
      refused(`delivery list --webhook ${hook.id} --status lost`),
    ]);
    expect(discarded).toEqual({ done: true });
    expect(refusals).toEqual([
      'Name a delivery, or choose deliveries with --webhook and --status.',
      'This delivery does not exist. Check its id.',
      '--status must be one of pending, held, delivered, exhausted, discarded.',
    ]);
  });

  it('a receiver that keeps failing: mail, held deliveries, test, rotate, enable', async () => {
    status = 500;
    const requests = Array.from({ length: 20 }, join);
    await Promise.all(requests);
    await settled('held').toBeGreaterThanOrEqual(20);
    const [mails, mailTable, enabling] = await Promise.all([
      json<{ to: string; subject: string }[]>('mail list'),
      text('mail list'),
      refused(`webhook enable ${hook.id} --account ${account}`),
    ]);
    expect(mails).toMatchObject([
      { to: 'ours@example.com', subject: 'Webhook "Invoices" of Ours is paused' },
    ]);
    expect(mailTable).toContain('Webhook "Invoices" of Ours is paused');
    expect(enabling).toContain('test');
    expect(await json(`webhook test ${hook.id} --account ${account}`)).toMatchObject({
      passed: false,
      status: 500,
    });
    status = 200;
    const rotated = await json<Created>(`webhook rotate ${hook.id} --account ${account} --overlap 60`);
    expect(rotated.secret).not.toBe(hook.secret);
    expect(await json(`webhook test ${hook.id} --account ${account}`)).toMatchObject({
      passed: true,
      status: 200,
    });
    const last = receiver.requests.at(-1);
    for (const { secret } of [hook, rotated]) {
      new StandardWebhook(secret).verify(last?.body ?? '', last?.headers as Record<string, string>);
    }
    hook = rotated;
    expect(await json(`webhook enable ${hook.id} --account ${account}`)).toMatchObject({
      state: 'active',
      consecutiveFailures: 0,
    });
  });

  it('listen prints the requests to a webhook and forwards them, signed', async () => {
    await using local = await startReceiver((response) => response.writeHead(418).end());
    await using listening = parleyProcess(service.dataDir, [
      'listen',
      '--account',
      account,
      '--header',
      'X-Tenant: local',
      '--webhook',
      hook.id,
      '--forward-to',
      `${local.url}mine`,
    ]);
    expect(await listening.line()).toContain(hook.id);
    status = 200;
    await join();
    expect(await listening.line()).toBe('connection:state-changed → 418');
    expect(JSON.parse(await listening.line())).toMatchObject({ details: { state: 'connecting' } });
    const [request] = local.requests;
    expect(request?.path).toBe('/mine');
    expect(request?.headers).toMatchObject({ 'x-tenant': 'local' });
    new StandardWebhook(hook.secret).verify(request?.body ?? '', request?.headers as Record<string, string>);
    await local[Symbol.asyncDispose]();
    await join();
    expect(await listening.line()).toMatch(/^connection:state-changed → .*(ECONNREFUSED|refused)/);
    expect(await listening.interrupt()).not.toBe(1);
  });

  it('listen says what is wrong with its arguments', async () => {
    const [address, unknown] = await Promise.all([
      refused(`listen --webhook ${hook.id} --forward-to nowhere`),
      refused(`listen --account ${account} --webhook whk_nobody`),
    ]);
    expect(address).toBe('--forward-to "nowhere" must be a URL such as http://localhost:3000/.');
    expect(unknown).toMatch(/^This webhook does not exist/);
  });

  it('[DE23] no command finds anything of another account', async () => {
    const other = await makeAccount('Theirs');
    const look = async () => {
      const params = { account, webhook: hook.id };
      return { ...(await operator.call('webhooks.get', { params })), waiting: 0 };
    };
    const before = await look();
    const [delivery] = await listed();
    const commands = [
      `webhook show ${hook.id}`,
      `webhook update ${hook.id} --name Taken`,
      `webhook rotate ${hook.id}`,
      `webhook test ${hook.id}`,
      `webhook pause ${hook.id}`,
      `webhook enable ${hook.id}`,
      `webhook delete ${hook.id} --discard`,
      `delivery list --webhook ${hook.id}`,
      `delivery replay --webhook ${hook.id} --status held`,
      `delivery show ${delivery?.id}`,
      `delivery replay ${delivery?.id}`,
      `delivery discard ${delivery?.id}`,
    ];
    // Held events may still arrive, so only tests are counted.
    const tests = () => receiver.requests.filter(({ body }) => body.includes('webhook.test')).length;
    const sent = tests();
    const answers = await Promise.all(commands.map((command) => refused(`${command} --account ${other}`)));
    for (const answer of answers) expect(answer).toMatch(/^This (webhook|delivery) does not exist\./);
    expect(await json(`webhook list --account ${other}`)).toEqual([]);
    expect(await look()).toEqual(before);
    expect(tests()).toBe(sent);
  });

  it('webhook delete asks first', async () => {
    status = 500;
    await join();
    await settled('pending').toBeGreaterThanOrEqual(1);
    expect(await refused(`webhook delete ${hook.id} --account ${account}`)).toContain('discard');
    expect(await json(`webhook delete ${hook.id} --account ${account} --discard`)).toMatchObject({
      discarded: expect.any(Number),
    });
    expect(await refused(`webhook show ${hook.id} --account ${account}`)).toMatch(
      /^This webhook does not exist/,
    );
  });

  it('webhook create says what is wrong', async () => {
    const base = `webhook create --account ${account} --name Bad`;
    const answers = await Promise.all([
      refused(`${base} --url ftp://a.example`),
      refused(`${base}`),
      refused(`${base} --url https://a.example --header nonsense`),
      refused(`${base} --url https://a.example --header Host:x`),
      refused(`webhook rotate whk_nobody --overlap soon`),
    ]);
    expect(answers[1]).toContain('--url');
    expect(answers[2]).toContain('--header "nonsense" must have the form "Name: value".');
    expect(answers[3]).toContain('The service sets the header');
    expect(answers[4]).toContain('--overlap');
  });
});
