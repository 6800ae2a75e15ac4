import { beforeEach, describe, expect, it } from 'vitest';
import type { Queries } from '../../db/index.ts';
import { openQueueConnections } from '../../delivery/index.ts';
import { usePartnerScene } from '../../webhooks/testing/partner-scene.ts';
import type { TestPartner } from '../../webhooks/testing/test-partner.ts';
import type { Customer, WebhookScene } from '../../webhooks/testing/webhook-scene.ts';
import { replayPartnerDelivery } from '../webhooks/partner-deliveries.ts';

describe('a grant that is withdrawn', () => {
  const here = usePartnerScene();
  let scene: WebhookScene;
  let customer: Customer;
  let other: Customer;
  let partner: TestPartner;
  let grant: string;
  beforeEach(async () => {
    ({ webhooks: scene, partner } = here);
    [customer, other] = [await scene.customer(), await scene.customer()];
    grant = await partner.allowedBy(customer);
    await partner.allowedBy(other);
  });

  const outbox = () => scene.test.app.webhookServices.outbox;
  const names = () => partner.received().map(({ name }) => name);
  const waiting = () => scene.test.sql<{ accountId: string; name: string }[]>`
    select account_id as "accountId", event_name as name from deliveries
    where webhook_id = ${partner.webhookId} order by id`;
  /** A transaction waits for a lock that another one holds. */
  const someoneWaits = () =>
    expect
      .poll(
        async () =>
          (await scene.test.sql`select from pg_stat_activity where wait_event_type = 'Lock'`).length,
      )
      .toBe(1);
  /** A transaction that stays open until the test lets it commit. */
  const hold = async (work: (tx: Queries) => PromiseLike<unknown>) => {
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const over = scene.test.sql.begin(async (tx) => {
      await work(tx);
      begun.resolve();
      await end.promise;
    });
    await begun.promise;
    return async () => {
      end.resolve();
      await over;
    };
  };

  it('[PA3] [PA4] the partner’s waiting deliveries are discarded, and only customer:logout is sent', async () => {
    await outbox().enqueue(scene.test.sql, [...customer.events(3), ...other.events(2)]);
    await partner.withdrawnBy(customer, grant);
    expect(await waiting()).toEqual([
      { accountId: other.accountId, name: 'agent:error' },
      { accountId: other.accountId, name: 'agent:error' },
      { accountId: customer.accountId, name: 'customer:logout' },
    ]);
    await outbox().write(customer.events(1));
    await scene.deliver();
    expect(names().toSorted()).toEqual(['agent:error', 'agent:error', 'customer:logout']);
    const logout = partner.received().find(({ name }) => name === 'customer:logout');
    expect(logout?.details).toEqual({
      client_id: partner.id,
      account_id: customer.accountId,
      session_id: 'sgn_of_the_owner',
      timestamp: scene.test.clock.now(),
    });
    // The account’s own webhook is not affected.
    expect(customer.receiver.requests).toHaveLength(4);
  });

  it('[PA4] race: events that are being written when the grant is withdrawn are discarded, too', async () => {
    const commit = await hold((tx) => outbox().enqueue(tx, customer.events(2)));
    const withdrawing = partner.withdrawnBy(customer, grant);
    await someoneWaits();
    await commit();
    await withdrawing;
    expect((await waiting()).map(({ name }) => name)).toEqual(['customer:logout']);
  });

  it('[PA4] race: events that are written during a withdrawal do not go to the partner', async () => {
    const commit = await hold((tx) => tx`update grants set withdrawn_at = now() where id = ${grant}`);
    const writing = scene.test.sql.begin(async (tx) => await outbox().enqueue(tx, customer.events(2)));
    await someoneWaits();
    await commit();
    expect((await writing).map(({ webhookId }) => webhookId)).toEqual([
      customer.webhookId,
      customer.webhookId,
    ]);
    expect(await waiting()).toEqual([]);
  });

  it('[PA4] race: the same holds on the connections of a full queue, whose plans are fixed', async () => {
    await using queue = new AsyncDisposableStack();
    const sql = queue.adopt(openQueueConnections(scene.test.databaseUrl, { max: 1 }), (open) => open.end());
    const commit = await hold((tx) => tx`update grants set withdrawn_at = now() where id = ${grant}`);
    const writing = sql.begin(async (tx) => await outbox().enqueue(tx, customer.events(2)));
    await someoneWaits();
    await commit();
    expect(await writing).toHaveLength(2);
    expect(await waiting()).toEqual([]);
  });

  it('[PA4] race: a claimed delivery whose token is being signed is not sent', async () => {
    const signed = Promise.withResolvers<string>();
    const asked = Promise.withResolvers<void>();
    const { webhooks } = scene.test.app.webhookServices;
    const engine = scene.engine({
      webhook: async (id) => {
        const webhook = await webhooks.withSecrets(id);
        const mintToken = () => {
          asked.resolve();
          return signed.promise;
        };
        return webhook && { ...webhook, mintToken: webhook.mintToken && mintToken };
      },
    });
    await outbox().enqueue(scene.test.sql, customer.events(1));
    await engine.lookForDue();
    await asked.promise;
    await partner.withdrawnBy(customer, grant);
    signed.resolve('late');
    await engine.idle();
    expect(names()).not.toContain('agent:error');
    const [row] = await scene.test.sql<{ state: string; attempts: number }[]>`
      select state, attempts from finished_deliveries
      where webhook_id = ${partner.webhookId} and event_name = 'agent:error'`;
    expect(row).toEqual({ state: 'discarded', attempts: 0 });
  });

  it('[PA4] a replay of a delivery that was sent, waited or was discarded under it is refused', async () => {
    const { webhooks, outbound } = scene.test.app.webhookServices;
    const deps = { ...scene.test, outbound, webhook: webhooks.withSecrets };
    await outbox().write(customer.events(1));
    await scene.deliver();
    await outbox().enqueue(scene.test.sql, customer.events(1));
    await partner.withdrawnBy(customer, grant);
    await scene.deliver();
    const log = await scene.test.sql<{ id: number; name: string; state: string }[]>`
      select id, event_name as name, state from finished_deliveries
      where webhook_id = ${partner.webhookId} order by id`;
    expect(log.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'agent:error delivered',
      'agent:error discarded',
      'customer:logout delivered',
    ]);
    const sent = names().length;
    for (const { id } of log.slice(0, 2))
      await expect(replayPartnerDelivery(deps, partner.id, id)).rejects.toThrow(/no longer allows/);
    expect(names()).toHaveLength(sent);
    expect((await replayPartnerDelivery(deps, partner.id, log[2]?.id ?? 0)).success).toBe(true);
  });

  it('[PA4] a grant that names fewer avatars discards the waiting deliveries of the others', async () => {
    const { app, sql } = scene.test;
    const kept = await scene.change((change) =>
      app.avatars.create(change, customer.accountId, { name: 'Kept' }),
    );
    await outbox().enqueue(sql, [
      ...customer.events(1, 'of the avatar that is left out'),
      ...customer.events(1, 'kept').map((event) => ({ ...event, avatarId: kept.id })),
    ]);
    await partner.allowedBy(customer, [kept.id]);
    await scene.deliver();
    expect(partner.received().map(({ details }) => details.error)).toEqual(['kept']);
  });
});
