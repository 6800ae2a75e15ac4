import { beforeEach, describe, expect, it } from 'vitest';
import { addMember } from '../../accounts/index.ts';
import type { Queries } from '../../db/index.ts';
import { outsideTransaction } from '../../kernel/index.ts';
import { usePartnerScene } from '../../webhooks/testing/partner-scene.ts';
import { type TestPartner, testPartner } from '../../webhooks/testing/test-partner.ts';
import type { Customer, WebhookScene } from '../../webhooks/testing/webhook-scene.ts';

describe('locks on grants', () => {
  const here = usePartnerScene();
  let scene: WebhookScene;
  let customers: Customer[];
  let partner: TestPartner;
  /** In the order of the customers. */
  let grants: string[];
  beforeEach(async () => {
    ({ webhooks: scene, partner } = here);
    customers = [await scene.customer(), await scene.customer(), await scene.customer()];
    customers.sort((a, b) => (a.accountId < b.accountId ? -1 : 1));
    for (const customer of customers) await partner.allowedBy(customer);
    // The last account comes first: in the list, and by the ids of the grants.
    customers.reverse();
    grants = customers.map((_, index) => `gra_${index}_${partner.id}`);
    // A grant without periods covers everything since its last change.
    await scene.test.sql`
      delete from grant_periods using grants where grant_id = grants.id and partner_id = ${partner.id}`;
    for (const [index, { accountId }] of customers.entries())
      await scene.test.sql`
        update grants set id = ${grants[index] ?? ''}, updated_at = 'epoch'
        where account_id = ${accountId} and partner_id = ${partner.id}`;
  });

  const waitFor = (count: number) =>
    expect
      .poll(
        async () =>
          (await scene.test.sql`select from pg_stat_activity where wait_event_type = 'Lock'`).length,
      )
      .toBe(count);
  /** Keeps the grant in the middle locked until both wait for it or for each other. */
  const bothAtOnce = async (one: () => Promise<unknown>, other: () => Promise<unknown>) => {
    const { sql } = scene.test;
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const held = sql.begin(async (tx) => {
      await tx`select from grants where id = ${grants[1] ?? ''} for update`;
      begun.resolve();
      await end.promise;
    });
    await begun.promise;
    const first = one();
    await waitFor(1);
    const second = other();
    await waitFor(2);
    end.resolve();
    return await Promise.allSettled([first, second, held]);
  };
  const fulfilled = [{ status: 'fulfilled' }, { status: 'fulfilled' }, { status: 'fulfilled' }];
  const removePartner = () =>
    scene.change((change) => scene.test.app.partners.remove(change, { id: partner.id }));
  const inTransaction = (work: (tx: Queries) => PromiseLike<unknown>) =>
    scene.test.sql.begin(async (tx) => {
      await work(tx);
    });

  it('[PA4] race: the deletion of a partner and the events of several accounts never deadlock', async () => {
    const events = customers.flatMap((customer) => customer.events(1));
    const { outbox } = scene.test.app.webhookServices;
    const outcome = await bothAtOnce(() => inTransaction((tx) => outbox.enqueue(tx, events)), removePartner);
    expect(outcome).toMatchObject(fulfilled);
  });

  it('[PA3] race: the deletion of a partner and a sign-out never deadlock', async () => {
    const { sql, app } = scene.test;
    const [{ id: personId } = { id: '' }] = await sql<{ id: string }[]>`
      select id from people where email = ${customers[0]?.email ?? ''}`;
    for (const { accountId } of customers.slice(1))
      await sql.begin((tx) => addMember(tx, { accountId, personId, role: 'member' }));
    const { partnerOutbox } = app.webhookServices;
    const signOut = (tx: Queries) => partnerOutbox.signInsEnded(tx, { personId, signInIds: ['sgn_1'] });
    const outcome = await bothAtOnce(() => inTransaction(signOut), removePartner);
    expect(outcome).toMatchObject(fulfilled);
  });

  it('[PA4] race: an account withdraws the grants of two partners, and neither waits for the other', async () => {
    const { sql, app } = scene.test;
    const [customer, id = ''] = [customers[0], grants[0]];
    if (customer === undefined) throw new Error('there is no customer');
    const { accountId } = customer;
    await using second = await testPartner(app, { name: 'Second' });
    const secondId = await second.allowedBy(customer);
    await sql.begin(async (tx) => {
      await tx`update grants set withdrawn_at = now() where id = ${secondId}`;
      await outsideTransaction(() =>
        scene.change((change) => app.grants.withdraw(change, { accountId, id }, null)),
      );
    });
    const waiting = await sql`select from deliveries where webhook_id = ${partner.webhookId}`;
    expect(waiting).toHaveLength(1);
  });
});
