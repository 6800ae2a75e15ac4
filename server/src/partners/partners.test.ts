import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headersFor } from '../delivery/index.ts';
import { makeTestAccount, type TestApp, testApp } from '../testing/app/index.ts';
import { testChange } from '../testing/index.ts';
import { isClientSecret, type Partner } from './index.ts';
import { allow, makePartner } from './testing/partner-things.ts';

const day = 24 * 3_600_000;

describe('partners', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await testApp({ deliveryPollMs: null });
  });
  afterAll(() => test[Symbol.asyncDispose]());

  const activeGrant = async (partnerId: string, accountId: string) =>
    (await test.app.grants.active(partnerId, [accountId])).get(accountId);
  const change = <T>(work: Parameters<typeof testChange<T>>[1]) => testChange(test.sql, work);
  const update = (
    partner: Partner,
    input: Parameters<typeof test.app.partners.update>[2],
    version?: number,
  ) => change((made) => test.app.partners.update(made, { id: partner.id, version: version ?? null }, input));
  const entriesAbout = (id: string) => test.sql<{ action: string; account: string | null; text: string }[]>`
    select action, account_id as account, audit_log::text as text from audit_log where target_id = ${id} order by id`;
  /** How many signatures a request to the partner has now. */
  const signatures = async ({ webhook }: Partner): Promise<string[]> => {
    const opened = await test.app.webhookServices.webhooks.withSecrets(webhook.id);
    if (opened === null) throw new Error('there is no such webhook');
    const request = { eventId: 'evt_1', body: '{}', sequence: null };
    return headersFor(opened, request, test.clock.now())['webhook-signature']?.split(' ') ?? [];
  };

  it('get an id and two secrets in the agreed forms', async () => {
    const { partner, clientSecret, webhookSecret } = await makePartner(test.app);
    expect(partner.id).toMatch(/^cli_[a-z2-7]{24}$/);
    expect(clientSecret).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(webhookSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  });

  it('have their secrets nowhere in the database', async () => {
    const { partner, clientSecret, webhookSecret } = await makePartner(test.app);
    const rows = await test.sql<{ text: string }[]>`
      select partners::text as text from partners where id = ${partner.id}
      union all select webhooks::text from webhooks where partner_id = ${partner.id}
      union all select audit_log::text from audit_log where target_id = ${partner.id}`;
    expect(rows).toHaveLength(3);
    const stored = rows.map(({ text }) => text).join('\n');
    expect(stored).not.toContain(clientSecret);
    expect(stored).not.toContain(webhookSecret.slice('whsec_'.length));
    expect(JSON.stringify(await test.app.partners.get(partner.id))).not.toMatch(/secret"|whsec_/);
  });

  it('have two secrets, and neither is valid in place of the other', async () => {
    const { partner, clientSecret, webhookSecret } = await makePartner(test.app);
    const client = await test.app.partners.client(partner.id);
    if (client === null) throw new Error('there is no such client');
    expect(isClientSecret(client.secretHash, clientSecret)).toBe(true);
    const bare = webhookSecret.slice('whsec_'.length);
    for (const wrong of [webhookSecret, bare, clientSecret.toUpperCase(), `${clientSecret} `, ''])
      expect(isClientSecret(client.secretHash, wrong)).toBe(false);
    const opened = await test.app.webhookServices.webhooks.withSecrets(partner.webhook.id);
    expect(opened?.key?.export().toString('base64')).toBe(bare);
  });

  it('are changed field by field', async () => {
    const { partner } = await makePartner(test.app);
    const renamed = await update(partner, { name: ' Ärzte & Co ', webhookUrl: 'http://127.0.0.1:9/new' });
    expect(renamed).toMatchObject({
      name: 'Ärzte & Co',
      redirectUris: partner.redirectUris,
      conversations: true,
      version: 2,
      webhook: { url: 'http://127.0.0.1:9/new', events: null },
    });
    const changed = await update(partner, {
      conversations: false,
      events: ['agent:error'],
      redirectUris: ['https://other.example.com/back'],
    });
    expect(changed).toMatchObject({
      name: 'Ärzte & Co',
      conversations: false,
      redirectUris: ['https://other.example.com/back'],
      version: 3,
      webhook: { url: 'http://127.0.0.1:9/new', events: ['agent:error'] },
    });
    const opened = await test.app.webhookServices.webhooks.withSecrets(partner.webhook.id);
    expect(opened?.url).toBe('http://127.0.0.1:9/new');
  });

  it('keep their version if a change changes nothing', async () => {
    const { partner } = await makePartner(test.app);
    const before = (await entriesAbout(partner.id)).length;
    const same = await update(partner, { name: partner.name, conversations: true, events: null });
    expect(same.version).toBe(partner.version);
    expect(await entriesAbout(partner.id)).toHaveLength(before);
  });

  it('refuse a change that is based on an older version', async () => {
    const { partner } = await makePartner(test.app);
    await update(partner, { name: 'Second' }, 1);
    await expect(update(partner, { name: 'Third' }, 1)).rejects.toThrow(/Another change came first/);
  });

  it.each([
    [{ name: ' ' }, /must not be empty/],
    [{ redirectUris: [] }, /at least one/],
    [{ webhookUrl: 'ftp://example.com' }, /http/],
    [{ webhookUrl: `http://127.0.0.1/${'a'.repeat(2048)}` }, /2048/],
    [{ events: ['no:such'] }, /is not an event/],
    [{ events: [] }, /at least one event/],
  ])('refuse %j', async (input, reason) => {
    const { partner } = await makePartner(test.app);
    await expect(update(partner, input)).rejects.toThrow(reason);
    expect(await test.app.partners.get(partner.id)).toEqual(partner);
  });

  it('sign with the old and the new secret for a day after a rotation', async () => {
    const { partner, webhookSecret: old } = await makePartner(test.app);
    const [before] = await signatures(partner);
    const client = await test.app.partners.client(partner.id);
    const rotated = await change((made) => test.app.partners.rotate(made, partner));
    expect(rotated.webhookSecret).not.toBe(old);
    expect(rotated.oldSecretUntil.getTime()).toBe(test.clock.now() + day);
    expect(rotated.partner.webhook.oldSecretUntil).toEqual(rotated.oldSecretUntil);
    const both = await signatures(partner);
    expect(both).toHaveLength(2);
    expect(both[1]).toBe(before);
    test.clock.advance(day);
    expect(await signatures(partner)).toHaveLength(1);
    expect((await test.app.partners.get(partner.id)).webhook.oldSecretUntil).toBeNull();
    expect(await test.app.partners.client(partner.id)).toEqual(client);
  });

  it('are rotated once by two operators at the same instant', async () => {
    const { partner, webhookSecret } = await makePartner(test.app);
    const locked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const holding = test.sql.begin(async (tx) => {
      await tx`select from partners where id = ${partner.id} for update`;
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    const rotate = () => change((made) => test.app.partners.rotate(made, { id: partner.id }));
    const rotating = Promise.allSettled([rotate(), rotate()]);
    const waiting = () => test.sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(waiting).toHaveLength(2);
    release.resolve();
    await holding;
    const outcomes = await rotating;
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const opened = await test.app.webhookServices.webhooks.withSecrets(partner.webhook.id);
    expect(opened?.oldKey?.key.export().toString('base64')).toBe(webhookSecret.slice('whsec_'.length));
  });

  it('are paused and enabled without a test, also after failures', async () => {
    const { partner } = await makePartner(test.app);
    const paused = await change((made) => test.app.partners.pause(made, partner));
    expect(paused.webhook).toMatchObject({ state: 'paused', pauseReason: 'manual' });
    const enabled = await change((made) => test.app.partners.enable(made, { id: partner.id }));
    expect(enabled.webhook).toMatchObject({ state: 'active', pausedAt: null, pauseReason: null });
    await test.sql`
      update webhooks set state = 'paused', failures = 20, paused_at = now(), pause_reason = 'failures'
      where partner_id = ${partner.id}`;
    const again = await change((made) => test.app.partners.enable(made, { id: partner.id }));
    expect(again.webhook).toMatchObject({ state: 'active', failures: 0 });
    expect(again.version).toBe(4);
    expect((await entriesAbout(partner.id)).map(({ action }) => action)).toEqual([
      'partners.create',
      'partners.pause',
      'partners.enable',
      'partners.enable',
    ]);
  });

  it('no longer exist after they were deleted, nor do their grants', async () => {
    const { partner } = await makePartner(test.app);
    const { accountId } = await makeTestAccount(test.app, 'left');
    const grant = await allow(test.app, { partner, accountId, ownerEmail: 'left@example.com' });
    expect((await test.app.partners.get(partner.id)).grants).toBe(1);
    const removed = await change((made) => test.app.partners.remove(made, { id: partner.id }));
    expect(removed).toEqual({ grants: 1, discarded: 0 });
    await expect(test.app.partners.get(partner.id)).rejects.toThrow(/This partner does not exist/);
    expect(await test.app.partners.client(partner.id)).toBeNull();
    expect(await activeGrant(partner.id, accountId)).toBeUndefined();
    const [listed] = await test.app.grants.ofAccount(accountId, { after: null, limit: 10 });
    expect(listed).toMatchObject({ id: grant.id, withdrawnAt: expect.any(Date) });
    await expect(allow(test.app, { partner, accountId, ownerEmail: 'left@example.com' })).rejects.toThrow(
      /This partner does not exist/,
    );
    const entries = (await entriesAbout(partner.id)).filter(({ action }) => action === 'partners.delete');
    expect(entries.map(({ account }) => account)).toEqual([null, accountId]);
    const [webhook] = await test.sql`select secret_sealed from webhooks where partner_id = ${partner.id}`;
    expect(webhook).toEqual({ secret_sealed: null });
  });

  it('are listed newest first, page by page', async () => {
    const made = [];
    for (const name of ['One', 'Two', 'Three']) made.push((await makePartner(test.app, name)).partner.id);
    const [three, two] = await test.app.partners.list({ after: null, limit: 2 });
    const after = { at: two?.position ?? '', id: two?.id ?? '' };
    const [one] = await test.app.partners.list({ after, limit: 1 });
    expect([one?.id, two?.id, three?.id]).toEqual(made);
  });
});
