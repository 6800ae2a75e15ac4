import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type * as contract from '@parley/protocol/management';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testChange } from '../../testing/index.ts';
import {
  type DashboardScene,
  dashboardScene,
  good,
  makeSession,
  type Person,
  type Things,
} from '../testing/dashboard-scene.ts';

let scene: DashboardScene;
let ours: Things & { owner: Person; memberPerson: Person };
let answerWith = 500;
const received: { headers: Record<string, unknown>; body: string }[] = [];
const receiver = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => {
    body += chunk.toString();
  });
  request.on('end', () => {
    received.push({ headers: request.headers, body });
    response.writeHead(answerWith, { 'content-type': 'text/plain' }).end('the receiver says so');
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  scene = await dashboardScene();
  ours = await scene.makeThings('ours');
});
afterAll(async () => {
  await scene[Symbol.asyncDispose]();
  receiver.close();
});

const at = (more: Record<string, string> = {}) => ({ account: ours.accountId, ...more });
const url = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;

describe('a webhook’s life in the dashboard', () => {
  let webhook = '';

  it('its secret is shown once, its headers never again', async () => {
    const made = await good<contract.WebhookWithSecret>(
      scene.ask(ours.owner, 'webhooks.create', {
        parts: at(),
        body: { name: 'Orders', url: url(), headers: { 'x-token': 'hidden-value' } },
      }),
    );
    webhook = made.id;
    expect(made).toMatchObject({
      secret: expect.stringMatching(/^whsec_/),
      headerNames: ['x-token'],
      signed: true,
    });
    const again = await scene.ask(ours.memberPerson, 'webhooks.get', { parts: at({ webhook }) });
    expect(again.text).not.toContain(made.secret);
    expect(again.text).not.toContain('hidden-value');
    const rows = await scene.sql`select * from audit_log where account_id = ${ours.accountId}`;
    expect(JSON.stringify(rows)).not.toContain(made.secret);
    expect(JSON.stringify(rows)).not.toContain('hidden-value');
  });

  it('a failing webhook is paused and says why; tested and enabled, it continues', async () => {
    await testChange(scene.sql, (change) =>
      scene.app.avatars.update(
        change,
        { accountId: ours.accountId, id: Number(ours.avatar) },
        { webhookId: webhook },
      ),
    );
    for (let i = 0; i < 25; i++) await makeSession(scene.test, ours.accountId, Number(ours.avatar), 'x');
    await scene.app.webhookServices.engine.lookForDue();
    await expect.poll(async () => (await read()).state).toBe('paused');
    const paused = await read();
    expect(paused.pauseReason).toContain('The last one: The receiver answered with HTTP 500.');
    expect(paused.canEnable).toBe(false);
    const refused = await scene.ask(ours.owner, 'webhooks.enable', { parts: at({ webhook }), body: {} });
    expect(refused.status).toBe(409);
    answerWith = 204;
    const test = await good<contract.Attempt>(
      scene.ask(ours.memberPerson, 'webhooks.test', { parts: at({ webhook }), body: {} }),
    );
    expect(test).toMatchObject({ passed: true, status: 204 });
    const body = JSON.parse(received.at(-1)?.body ?? '{}') as { details: { triggered_by: string } };
    expect(body.details.triggered_by).toBe(ours.memberPerson.email);
    expect((await read()).canEnable).toBe(true);
    const enabled = await good<contract.Webhook>(
      scene.ask(ours.owner, 'webhooks.enable', { parts: at({ webhook }), body: {} }),
    );
    expect(enabled).toMatchObject({ state: 'active', pauseReason: null });

    async function read(): Promise<contract.Webhook> {
      return await good(scene.ask(ours.memberPerson, 'webhooks.get', { parts: at({ webhook }) }));
    }
  });

  it('its log is filtered, pages on without gaps, and a delivery shows all its details', async () => {
    const list = (query: Record<string, string | number>) =>
      good<contract.DeliveryPage>(scene.ask(ours.memberPerson, 'deliveries.list', { parts: at(), query }));
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: contract.DeliveryPage = await list({ limit: 4, ...(cursor === null ? {} : { cursor }) });
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.next;
    } while (cursor !== null);
    const all = await scene.sql<{ id: string }[]>`
      select id::text from (
        select id, webhook_id from deliveries where account_id = ${ours.accountId}
        union select id, webhook_id from finished_deliveries where account_id = ${ours.accountId}) as known
      where webhook_id in (select id from webhooks where account_id = ${ours.accountId}) order by known.id desc`;
    expect(seen).toEqual(all.map(({ id }) => id));

    const tests = await list({ event: 'webhook.test' });
    expect(tests.items).toMatchObject([
      { status: 'delivered', event: 'webhook.test', webhook: { name: 'Orders' } },
    ]);
    const none = await list({ to: scene.test.clock.now() - 86_400_000 });
    expect(none).toEqual({ items: [], next: null });
    const [first] = (await list({ webhook, limit: 1, event: 'agent:error' })).items;
    const detail = await good<contract.DeliveryDetail>(
      scene.ask(ours.memberPerson, 'deliveries.get', { parts: at({ delivery: first?.id ?? '' }) }),
    );
    expect(JSON.parse(detail.payload ?? '{}')).toMatchObject({ name: 'agent:error' });
    expect(detail.headers).toMatchObject({ 'x-token': '[hidden]', 'webhook-id': first?.eventId });
  });

  it('a delivery is replayed and one is discarded, and the log names who did it', async () => {
    const { engine } = scene.app.webhookServices;
    await engine.idle();
    answerWith = 500;
    for (let i = 0; i < 4; i++) await makeSession(scene.test, ours.accountId, Number(ours.avatar), 'x');
    await engine.lookForDue();
    await engine.idle();
    answerWith = 204;
    const waiting = await good<contract.DeliveryPage>(
      scene.ask(ours.memberPerson, 'deliveries.list', {
        parts: at(),
        query: { webhook, status: 'pending', limit: 2 },
      }),
    );
    const [one, two] = waiting.items;
    const replayed = await good<contract.Attempt>(
      scene.ask(ours.memberPerson, 'deliveries.replay', { parts: at({ delivery: one?.id ?? '' }), body: {} }),
    );
    expect(replayed).toMatchObject({ passed: true, kind: 'replay' });
    await good(
      scene.ask(ours.owner, 'deliveries.discard', { parts: at({ delivery: two?.id ?? '' }), body: {} }),
    );
    const many = await good<contract.Replayed>(
      scene.ask(ours.memberPerson, 'deliveries.replayMany', {
        parts: at(),
        body: { webhook, status: 'pending' },
      }),
    );
    expect(many).toMatchObject({ failed: 0, left: 0 });
    expect(many.delivered).toBeGreaterThan(0);
    const log = await good<contract.AuditPage>(scene.ask(ours.owner, 'audit.list', { parts: at() }));
    expect(log.items.slice(0, 3).map(({ action, who }) => [action, who])).toEqual([
      ['deliveries.replayMany', ours.memberPerson.email],
      ['deliveries.discard', ours.owner.email],
      ['deliveries.replay', ours.memberPerson.email],
    ]);
  });

  it('a sample of any event is sent signed, and appears in no log', async () => {
    const { items } = await good<contract.EventCatalogue>(
      scene.ask(ours.memberPerson, 'events.catalogue', { parts: at() }),
    );
    expect(items.length).toBeGreaterThan(12);
    const before = await scene.sql`select from finished_deliveries`;
    for (const { name } of items) {
      const sent = await good<contract.SentSample>(
        scene.ask(ours.memberPerson, 'webhooks.sendSample', {
          parts: at({ webhook }),
          body: { event: name },
        }),
      );
      expect(sent.attempt.passed).toBe(true);
      expect(JSON.parse(received.at(-1)?.body ?? '{}')).toMatchObject({ message_type: 'Event', name });
      expect(received.at(-1)?.headers['webhook-signature']).toBe(sent.headers['webhook-signature']);
    }
    expect(await scene.sql`select from finished_deliveries`).toHaveLength(before.length);
  });
});
