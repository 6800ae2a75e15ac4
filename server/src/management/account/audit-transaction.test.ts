import type { CallName } from '@parley/protocol/management';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testChange } from '../../testing/index.ts';
import {
  type CallParts,
  type DashboardScene,
  dashboardScene,
  makeSession,
  type Person,
  type Things,
} from '../testing/dashboard-scene.ts';

let scene: DashboardScene;
let ours: Things & { owner: Person; memberPerson: Person };
let boss: Person;
let extra = '';
beforeAll(async () => {
  scene = await dashboardScene();
  ours = await scene.makeThings('ours');
  await testChange(scene.sql, (change) =>
    scene.app.accounts.create(change, { name: 'Operations', email: 'boss@example.com' }),
  );
  await scene.sql`update people set operator = true where email = 'boss@example.com'`;
  boss = await scene.enter('boss@example.com');
  await testChange(scene.sql, (change) =>
    scene.app.keys.setDisabled(change, { accountId: ours.accountId, id: ours.key }, true),
  );
  const signIns = await scene.sql<{ id: string }[]>`
    select sign_ins.id from sign_ins join people on people.id = person_id where email = ${ours.owner.email}`;
  extra = signIns[0]?.id ?? '';
  await scene.sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'no room in the log'; end $$`;
});
afterAll(() => scene[Symbol.asyncDispose]());

/** Every delivery waits for its second attempt, so that nothing changes on its own. */
const untilTried = async () => {
  const untried = () => scene.sql`select from deliveries where attempts = 0 or lease is not null`;
  await expect.poll(untried).toHaveLength(0);
};

const tables = [
  'accounts',
  'account_events',
  'people',
  'members',
  'invitations',
  'credentials',
  'sign_ins',
  'avatars',
  'api_keys',
  'webhooks',
  'partners',
  'grants',
  'events',
  'deliveries',
  'finished_deliveries',
  'sessions',
  'messages',
  'visitors',
  'mails',
  'audit_log',
];
const state = async (): Promise<Record<string, string>> => {
  const hashes = tables.map(async (table) => {
    const [row] = await scene.sql<{ hash: string | null }[]>`
      select md5(string_agg(line, ',')) as hash from (
        select (to_jsonb(rows) - 'updated_at' - 'last_sign_in_at')::text as line from ${scene.sql(table)} as rows
        order by 1) as lines`;
    return [table, row?.hash ?? ''];
  });
  return Object.fromEntries(await Promise.all(hashes)) as Record<string, string>;
};

const newPartner = {
  name: 'New',
  redirectUris: ['https://partner.example.com/'],
  webhookUrl: 'http://127.0.0.1:9/new',
};

type Call = [CallName, () => CallParts, (() => Person)?];
const calls: readonly Call[] = [
  ['account.update', () => ({ body: { name: 'Another' } })],
  ['avatars.create', () => ({ body: { name: 'New' } })],
  ['avatars.update', () => ({ parts: { avatar: ours.avatar }, body: { greeting: 'Good day' } })],
  ['avatars.delete', () => ({ parts: { avatar: ours.avatar } })],
  ['keys.create', () => ({ body: { name: 'New', permissions: ['read_avatars'] } })],
  ['keys.update', () => ({ parts: { key: ours.key }, body: { name: 'Other', origins: null } })],
  ['keys.enable', () => ({ parts: { key: ours.key }, body: {} })],
  ['keys.revoke', () => ({ parts: { key: ours.key }, body: {} })],
  ['webhooks.create', () => ({ body: { name: 'New', url: 'http://127.0.0.1:9/new' } })],
  ['webhooks.update', () => ({ parts: { webhook: ours.webhook }, body: { name: 'Other' } })],
  ['webhooks.update', () => ({ parts: { webhook: ours.webhook }, body: { events: ['agent:error'] } })],
  ['webhooks.pause', () => ({ parts: { webhook: ours.webhook }, body: {} })],
  ['webhooks.rotate', () => ({ parts: { webhook: ours.webhook }, body: { overlapSeconds: 0 } })],
  ['webhooks.delete', () => ({ parts: { webhook: ours.webhook }, query: { discard: true } })],
  ['deliveries.discard', () => ({ parts: { delivery: ours.delivery }, body: {} })],
  ['deliveries.discardMany', () => ({ body: { webhook: ours.webhook, status: 'pending' } })],
  ['members.update', () => ({ parts: { member: ours.member }, body: { role: 'owner' } })],
  ['members.remove', () => ({ parts: { member: ours.member } })],
  ['members.leave', () => ({ body: {} }), () => ours.memberPerson],
  ['invitations.create', () => ({ body: { email: 'new@example.com', role: 'member' } })],
  ['invitations.resend', () => ({ parts: { invitation: ours.invitation }, body: {} })],
  ['invitations.revoke', () => ({ parts: { invitation: ours.invitation } })],
  ['data.erase', () => ({ parts: { visitor: ours.visitor }, body: { confirm: ours.visitor } })],
  ['grants.withdraw', () => ({ parts: { grant: ours.grant } })],
  ['partners.create', () => ({ body: newPartner }), () => boss],
  ['partners.update', () => ({ parts: { partner: ours.partner }, body: { name: 'Other' } }), () => boss],
  ['partners.rotate', () => ({ parts: { partner: ours.partner } }), () => boss],
  ['partners.pause', () => ({ parts: { partner: ours.partner } }), () => boss],
  ['partners.enable', () => ({ parts: { partner: ours.pausedPartner } }), () => boss],
  ['partners.delete', () => ({ parts: { partner: ours.partner } }), () => boss],
  ['me.update', () => ({ body: { name: 'Another' } })],
  ['me.changePassword', () => ({ body: { password: 'correct horse battery' } })],
  ['me.endSignIn', () => ({ parts: { signIn: extra } })],
  ['accounts.create', () => ({ body: { name: 'Third', email: 'third@example.com' } }), () => boss],
  ['account.setExtendedEvents', () => ({ body: { names: ['agent:message'], enabled: true } }), () => boss],
  ['keys.setLimits', () => ({ parts: { key: ours.key }, body: { burst: 7, rate: 7 } }), () => boss],
];

describe('a change and its entry in the audit log', () => {
  it.each(calls)('%s: neither is stored without the other', async (name, call, who) => {
    const { parts, ...given } = call();
    const wanted = { ...given, parts: { account: ours.accountId, ...parts } };
    await untilTried();
    const before = await state();
    await scene.sql`create trigger refused before insert on audit_log execute function refuse()`;
    const refused = await scene.ask(who?.() ?? ours.owner, name, wanted);
    await scene.sql`drop trigger refused on audit_log`;
    expect(refused.status).toBe(500);
    expect(refused.text).not.toContain('no room');
    expect(await state()).toEqual(before);
  });

  it('are stored together', async () => {
    const { id } = await makeSession(scene.test, ours.accountId, Number(ours.avatar), 'more');
    await makeSession(scene.test, ours.accountId, Number(ours.avatar), 'more');
    // A delivery that is being sent would be left alone. After its first attempt it waits.
    await untilTried();
    const parts = { account: ours.accountId };
    const filter = { webhook: ours.webhook, status: 'pending' };
    const some = await scene.ask(ours.owner, 'deliveries.discardMany', {
      parts,
      body: { ...filter, session: id },
    });
    expect(some.body).toEqual({ discarded: 1, more: false });
    const rest = await scene.ask(ours.owner, 'deliveries.discardMany', { parts, body: filter });
    expect(rest.body).toEqual({ discarded: 2, more: false });
    const states = await scene.sql<{ state: string }[]>`
      select distinct state from finished_deliveries where account_id = ${ours.accountId}`;
    expect(states).toEqual([{ state: 'discarded' }]);
    const log = await scene.sql<{ details: unknown }[]>`
      select details from audit_log where action = 'deliveries.discardMany' order by id`;
    expect(log.map(({ details }) => details)).toEqual([
      { ...filter, session: id, discarded: 1, more: false },
      { ...filter, discarded: 2, more: false },
    ]);
  });

  it('discarding many needs a webhook and a waiting status, and never affects another account', async () => {
    const theirs = await scene.makeThings('theirs');
    const ask = (who: Person, account: string, body: object) =>
      scene.ask(who, 'deliveries.discardMany', { parts: { account }, body });
    const { accountId } = ours;
    expect((await ask(ours.owner, accountId, {})).status).toBe(400);
    expect((await ask(ours.owner, accountId, { webhook: ours.webhook, status: 'delivered' })).status).toBe(
      400,
    );
    expect((await ask(ours.owner, accountId, { webhook: theirs.webhook, status: 'pending' })).status).toBe(
      404,
    );
    expect((await ask(ours.memberPerson, accountId, { ids: [ours.delivery] })).status).toBe(403);
    const foreign = await ask(ours.owner, accountId, { ids: [theirs.delivery, 'x'] });
    expect(foreign.body).toEqual({ discarded: 0, more: false });
    const held = await ask(theirs.owner, theirs.accountId, { webhook: theirs.webhook, status: 'held' });
    expect(held.body).toEqual({ discarded: 0, more: false });
    const own = await ask(theirs.owner, theirs.accountId, { ids: [theirs.delivery] });
    expect(own.body).toEqual({ discarded: 1, more: false });
  });
});
