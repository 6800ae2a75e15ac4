import { beforeEach, describe, expect, it } from 'vitest';
import { listAccountDeliveries, readDelivery, readPartnerDelivery } from '../../delivery/index.ts';
import { readFeed, startCursor } from '../../events/index.ts';
import { discard, discardMany, replay, replayMany } from '../../webhooks/index.ts';
import { usePartnerScene } from '../../webhooks/testing/partner-scene.ts';
import { type TestPartner, testPartner } from '../../webhooks/testing/test-partner.ts';
import type { Customer, WebhookScene } from '../../webhooks/testing/webhook-scene.ts';
import { listPartnerDeliveries, replayPartnerDelivery } from './partner-deliveries.ts';

describe('the deliveries of a partner', () => {
  const here = usePartnerScene();
  let scene: WebhookScene;
  let customer: Customer;
  let partner: TestPartner;
  let grant: string;
  beforeEach(async () => {
    ({ webhooks: scene, partner } = here);
    customer = await scene.customer();
    grant = await partner.allowedBy(customer);
  });

  const deps = () => {
    const { webhooks, outbound } = scene.test.app.webhookServices;
    return { ...scene.test, outbound, webhook: webhooks.withSecrets };
  };
  const idsOf = async (table: 'deliveries' | 'finished_deliveries'): Promise<number[]> => {
    const { sql } = scene.test;
    const rows = await sql<{ id: number }[]>`
      select id from ${sql(table)} where webhook_id = ${partner.webhookId} order by id`;
    return rows.map(({ id }) => id);
  };

  it('[PA7] do not exist for the account: not in the log, by id, in a replay, a discard or a count', async () => {
    const { sql, clock } = scene.test;
    const { accountId } = customer;
    partner.answer(500);
    await customer.emit(2);
    partner.answer(204);
    await customer.emit(1);
    const [waiting, finished] = [await idsOf('deliveries'), await idsOf('finished_deliveries')];
    expect([waiting.length, finished.length]).toEqual([2, 1]);
    const log = await listAccountDeliveries(sql, { accountId, limit: 50 });
    expect(new Set(log.items.map(({ webhookId }) => webhookId))).toEqual(new Set([customer.webhookId]));
    const ofPartner = { accountId, webhookId: partner.webhookId, limit: 50 };
    await expect(listAccountDeliveries(sql, ofPartner)).rejects.toThrow(/This webhook does not exist/);
    for (const id of [...waiting, ...finished]) {
      expect(await readDelivery(sql, accountId, id)).toBeNull();
      await expect(replay(deps(), accountId, id)).rejects.toThrow(/This delivery does not exist/);
      await expect(scene.change((change) => discard(change, clock, accountId, id))).rejects.toThrow(
        /does not exist/,
      );
    }
    const sent = partner.received().length;
    expect(await replayMany(deps(), accountId, { ids: waiting })).toMatchObject({ delivered: 0 });
    expect(partner.received()).toHaveLength(sent);
    const discarding = scene.change((change) => discardMany(change, clock, accountId, { ids: waiting }));
    expect(await discarding).toMatchObject({ discarded: 0 });
    expect(await idsOf('deliveries')).toEqual(waiting);
    const health = await scene.test.app.webhookServices.webhooks.health(accountId);
    expect(health.map(({ id, waiting: count }) => ({ id, count }))).toEqual([
      { id: customer.webhookId, count: 0 },
    ]);
  });

  it('[PA7] the feed has none of the events that are only for a partner', async () => {
    const { sql, clock } = scene.test;
    const emitted = await customer.emit(1);
    await partner.withdrawnBy(customer, grant);
    await scene.deliver();
    expect(partner.received().map(({ name }) => name)).toEqual(['agent:error', 'customer:logout']);
    const later = await customer.emit(1);
    const query = { accountId: customer.accountId, avatarIds: null, after: startCursor, limit: 100 };
    const feed = async () =>
      (await readFeed(sql, { ...query, nowMs: clock.now() })).events.map(({ id }) => id);
    expect(await feed()).toEqual([...emitted, ...later].map(({ id }) => id));
  });

  it('[PA7] the operator lists, filters, reads and replays them, even while the webhook is paused', async () => {
    const { sql, app } = scene.test;
    partner.answer(500);
    await customer.emit(2);
    partner.answer(204);
    await customer.emit(1);
    const list = (conditions = {}) =>
      listPartnerDeliveries(sql, { partnerId: partner.id, limit: 50, ...conditions });
    expect((await list()).items.map(({ state }) => state)).toEqual(['delivered', 'pending', 'pending']);
    expect((await list({ state: 'delivered' })).items).toHaveLength(1);
    expect((await list({ limit: 1 })).items).toHaveLength(1);
    await scene.change((change) => app.partners.pause(change, partner));
    const { items } = await list({ state: 'held' });
    expect(items).toHaveLength(2);
    const [{ id } = { id: 0 }] = items;
    expect(await readPartnerDelivery(sql, partner.id, id)).toMatchObject({
      id,
      accountId: customer.accountId,
      webhookId: partner.webhookId,
      lastStatus: 500,
    });
    scene.test.clock.advance(1_000);
    expect(await replayPartnerDelivery(deps(), partner.id, id)).toMatchObject({ success: true, status: 204 });
    expect(await readPartnerDelivery(sql, partner.id, id)).toMatchObject({ state: 'delivered', attempts: 2 });

    await using stranger = await testPartner(app);
    expect(await readPartnerDelivery(sql, stranger.id, id)).toBeNull();
    await expect(replayPartnerDelivery(deps(), stranger.id, id)).rejects.toThrow(
      /This delivery does not exist/,
    );
    expect((await listPartnerDeliveries(sql, { partnerId: stranger.id, limit: 50 })).items).toEqual([]);
    await expect(listPartnerDeliveries(sql, { partnerId: 'cli_none', limit: 50 })).rejects.toThrow(/partner/);
  });

  it('[PA8] the 20th failure pauses the webhook, with one mail to each operator and none to the account', async () => {
    const { sql, app } = scene.test;
    await sql`delete from mails`;
    await sql`insert into people (id, name, email, operator) values ('per_boss', 'Boss', 'boss@example.com', true)
      on conflict do nothing`;
    const operatorEmails = ['boss@example.com', 'on-call@example.com'];
    const engine = scene.engine({ pausedMails: { operatorEmails, baseUrl: '' } });
    partner.answer(500);
    await app.webhookServices.outbox.enqueue(sql, customer.events(25));
    await engine.lookForDue();
    await engine.idle();
    expect(await app.partners.get(partner.id)).toMatchObject({ webhook: { state: 'paused' } });
    const mails = await sql<{ accountId: string | null; recipient: string; subject: string; body: string }[]>`
      select account_id as "accountId", recipient, subject, body from mails order by recipient`;
    expect(mails).toEqual(
      operatorEmails.map((recipient) => ({
        accountId: null,
        recipient,
        subject: 'The webhook of partner "Partner" is paused',
        body: expect.stringContaining(`parley partner enable ${partner.id}`),
      })),
    );
    const held = partner.received().length;
    await customer.emit(1);
    expect(partner.received()).toHaveLength(held);
    // The operator enables it without a test, and what was held is delivered.
    partner.answer(204);
    await scene.change((change) => app.partners.enable(change, partner));
    await scene.deliver();
    await scene.after(60_000);
    expect(await idsOf('deliveries')).toEqual([]);
  });
});
