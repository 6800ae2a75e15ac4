import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember, insertPerson } from '../accounts/index.ts';
import { makeEvent } from '../events/index.ts';
import { makeTestAccount, type TestApp, testApp } from '../testing/app/index.ts';
import { testChange } from '../testing/index.ts';
import type { Partner } from './index.ts';
import { allow, makePartner } from './testing/partner-things.ts';

describe('grants', () => {
  let test: TestApp;
  let count = 0;
  beforeAll(async () => {
    test = await testApp({ deliveryPollMs: null });
  });
  afterAll(() => test[Symbol.asyncDispose]());

  const activeGrant = async (partnerId: string, accountId: string) =>
    (await test.app.grants.active(partnerId, [accountId])).get(accountId);
  const newAccount = async () => {
    count += 1;
    const account = await makeTestAccount(test.app, `grants-${count}`);
    return { ...account, ownerEmail: `grants-${count}@example.com` };
  };
  const newAvatar = async (accountId: string): Promise<number> => {
    const avatar = await testChange(test.sql, (change) =>
      test.app.avatars.create(change, accountId, { name: 'Another' }),
    );
    return avatar.id;
  };
  const scene = async () => ({ ...(await newAccount()), partner: (await makePartner(test.app)).partner });
  const withdraw = (accountId: string, id: string, signInId: string | null = 'sgn_1') =>
    testChange(test.sql, (change) => test.app.grants.withdraw(change, { accountId, id }, signInId));
  const write = (accountId: string, avatarId: number) =>
    test.app.webhookServices.outbox.write([
      makeEvent({ accountId, avatarId, sessionId: null, sequence: null }, 'agent:error', {
        error: 'a sample',
        avatar_id: String(avatarId),
        timestamp: test.clock.now(),
      }),
    ]);
  /** What waits for a partner: event names with their details. */
  const waitingFor = async ({ webhook }: Partner) => {
    const rows = await test.sql<{ body: string }[]>`
      select body from deliveries join events on events.id = event_id and events.created_at = event_at
      where webhook_id = ${webhook.id} order by deliveries.id`;
    return rows.map(({ body }) => JSON.parse(body) as { name: string; details: Record<string, unknown> });
  };

  it('exist once for each account and partner: a new one replaces what is allowed', async () => {
    const { partner, accountId, avatarId, ownerEmail } = await scene();
    const first = await allow(test.app, { partner, accountId, ownerEmail });
    expect(first).toMatchObject({ scopes: ['read_avatars', 'generate_tokens'], avatarIds: null });
    const input = { avatarIds: [avatarId], scopes: ['read_avatars'] };
    const second = await allow(test.app, { partner, accountId, ownerEmail, ...input });
    expect(second.id).toBe(first.id);
    expect(await activeGrant(partner.id, accountId)).toMatchObject(input);
    expect((await test.app.partners.get(partner.id)).grants).toBe(1);
  });

  it('exist once even if two owners give consent at the same instant', async () => {
    const { partner, accountId, ownerEmail } = await scene();
    const outcomes = await Promise.allSettled([
      allow(test.app, { partner, accountId, ownerEmail }),
      allow(test.app, { partner, accountId, ownerEmail }),
    ]);
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect((await test.app.partners.get(partner.id)).grants).toBe(1);
  });

  it('are given by owners only', async () => {
    const { partner, accountId } = await scene();
    const email = `member-${count}@example.com`;
    await test.sql.begin(async (tx) => {
      const person = await insertPerson(tx, email);
      await addMember(tx, { accountId, personId: person.id, role: 'member' });
    });
    const other = await newAccount();
    await expect(allow(test.app, { partner, accountId, ownerEmail: email })).rejects.toThrow(/Only an owner/);
    await expect(allow(test.app, { partner, accountId, ownerEmail: other.ownerEmail })).rejects.toThrow(
      /This account does not exist/,
    );
    expect(await activeGrant(partner.id, accountId)).toBeUndefined();
  });

  it('name avatars of the account and known scopes', async () => {
    const { partner, accountId, avatarId, ownerEmail } = await scene();
    const other = await newAccount();
    const give = (input: { avatarIds?: number[]; scopes?: string[] }) =>
      allow(test.app, { partner, accountId, ownerEmail, ...input });
    await expect(give({ avatarIds: [avatarId, other.avatarId] })).rejects.toThrow(/no avatar/);
    await expect(give({ avatarIds: [] })).rejects.toThrow(/at least one avatar/);
    await expect(give({ scopes: ['read_session_state'] })).rejects.toThrow(/at least one scope of/);
    await expect(give({ scopes: [] })).rejects.toThrow(/at least one scope of/);
    expect(await activeGrant(partner.id, accountId)).toBeUndefined();
  });

  it('end at once when they are withdrawn, and the partner learns by which sign-in', async () => {
    const { partner, accountId, avatarId, ownerEmail } = await scene();
    const { id } = await allow(test.app, { partner, accountId, ownerEmail });
    await write(accountId, avatarId);
    expect(await waitingFor(partner)).toHaveLength(1);
    const grant = await withdraw(accountId, id);
    expect(grant.withdrawnAt).toBeInstanceOf(Date);
    expect(await activeGrant(partner.id, accountId)).toBeUndefined();
    const [told, ...others] = await waitingFor(partner);
    expect(told).toMatchObject({
      name: 'customer:logout',
      details: { client_id: partner.id, session_id: 'sgn_1' },
    });
    expect(others).toEqual([]);
    await write(accountId, avatarId);
    expect(await waitingFor(partner)).toHaveLength(1);
  });

  it('are withdrawn once: a second withdrawal gives the same answer and sends no event', async () => {
    const { partner, accountId, ownerEmail } = await scene();
    const { id } = await allow(test.app, { partner, accountId, ownerEmail });
    const first = await withdraw(accountId, id, null);
    expect(await withdraw(accountId, id)).toEqual(first);
    expect(await waitingFor(partner)).toMatchObject([{ details: { session_id: id } }]);
    const entries = await test.sql`
      select from audit_log where account_id = ${accountId} and action = 'grants.withdraw'`;
    expect(entries).toHaveLength(1);
  });

  it('of another account cannot be withdrawn', async () => {
    const { partner, accountId, ownerEmail } = await scene();
    const { id } = await allow(test.app, { partner, accountId, ownerEmail });
    const other = await newAccount();
    await expect(withdraw(other.accountId, id)).rejects.toThrow(/This grant does not exist/);
    expect(await activeGrant(partner.id, accountId)).toBeDefined();
  });

  it('that name fewer avatars than before discard what waits for the others', async () => {
    const { partner, accountId, avatarId, ownerEmail } = await scene();
    const second = await newAvatar(accountId);
    const other = await newAccount();
    for (const one of [{ accountId, ownerEmail }, other]) await allow(test.app, { partner, ...one });
    await write(accountId, avatarId);
    await write(accountId, second);
    await write(other.accountId, other.avatarId);
    await allow(test.app, { partner, accountId, ownerEmail, avatarIds: [second] });
    const waiting = (await waitingFor(partner)).map(({ details }) => details.avatar_id);
    expect(waiting).toEqual([String(second), String(other.avatarId)]);
    const discarded = await test.sql`
      select from finished_deliveries where webhook_id = ${partner.webhook.id} and state = 'discarded'`;
    expect(discarded).toHaveLength(1);
  });

  it('leave nothing behind if an event is written while they are withdrawn', async () => {
    const { partner, accountId, avatarId, ownerEmail } = await scene();
    const { id } = await allow(test.app, { partner, accountId, ownerEmail });
    const { outbox } = test.app.webhookServices;
    const written = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const writing = test.sql.begin(async (tx) => {
      const source = { accountId, avatarId, sessionId: null, sequence: null };
      const details = { error: 'late', avatar_id: String(avatarId), timestamp: test.clock.now() };
      await outbox.enqueue(tx, [makeEvent(source, 'agent:error', details)]);
      written.resolve();
      await release.promise;
    });
    await written.promise;
    const withdrawing = withdraw(accountId, id);
    const isWaiting = () => test.sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(isWaiting).toHaveLength(1);
    release.resolve();
    await Promise.all([writing, withdrawing]);
    expect((await waitingFor(partner)).map(({ name }) => name)).toEqual(['customer:logout']);
  });

  it('are listed for their account and their partner, withdrawn ones too, and not for others', async () => {
    const { partner, accountId, avatarId, ownerEmail } = await scene();
    const other = await newAccount();
    const old = await allow(test.app, { partner, accountId, ownerEmail });
    await withdraw(accountId, old.id);
    const { id } = await allow(test.app, { partner, accountId, ownerEmail, avatarIds: [avatarId] });
    await allow(test.app, { partner, ...other });
    const page = { after: null, limit: 10 };
    const mine = await test.app.grants.ofAccount(accountId, page);
    expect(mine.map((grant) => grant.id)).toEqual([id, old.id]);
    expect(mine[0]).toMatchObject({
      partner: { id: partner.id, name: 'Partner', webhookUrl: 'http://127.0.0.1:9/partner' },
      account: { id: accountId },
      avatars: [{ id: avatarId, name: expect.stringContaining('Avatar of') }],
      conversations: true,
      grantedBy: 'operator',
      lastUsedAt: null,
      withdrawnAt: null,
    });
    expect((await test.app.grants.ofPartner(partner.id, page)).map(({ account }) => account.id)).toEqual([
      other.accountId,
      accountId,
      accountId,
    ]);
    const [first] = await test.app.grants.ofAccount(accountId, { after: null, limit: 1 });
    const after = { at: first?.position ?? '', id: first?.id ?? '' };
    expect((await test.app.grants.ofAccount(accountId, { after, limit: 10 })).map((one) => one.id)).toEqual([
      old.id,
    ]);
  });

  it('store when they were last used, at most once a minute', async () => {
    const { partner, accountId, ownerEmail } = await scene();
    const { id } = await allow(test.app, { partner, accountId, ownerEmail });
    const lastUse = async () => {
      const [grant] = await test.app.grants.ofAccount(accountId, { after: null, limit: 1 });
      return grant?.lastUsedAt ?? null;
    };
    expect(await lastUse()).toBeNull();
    await test.app.grants.noteUse(id);
    const first = await lastUse();
    expect(first).toBeInstanceOf(Date);
    await test.app.grants.noteUse(id);
    expect(await lastUse()).toEqual(first);
    await test.sql`update grants set last_used_at = now() - interval '61 seconds' where id = ${id}`;
    const stale = await lastUse();
    await test.app.grants.noteUse(id);
    expect((await lastUse())?.getTime()).toBeGreaterThan(stale?.getTime() ?? 0);
  });
});
