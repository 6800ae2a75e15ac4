import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addMember } from '../../accounts/index.ts';
import {
  type DashboardScene,
  dashboardScene,
  good,
  type Person,
} from '../../management/testing/dashboard-scene.ts';
import { makeTestAccount } from '../../testing/app/index.ts';
import { testChange } from '../../testing/index.ts';
import { type TestPartner, testPartner } from '../../webhooks/testing/test-partner.ts';

describe('customer:logout', () => {
  let scene: DashboardScene;
  let partners: readonly [TestPartner, TestPartner, TestPartner];
  let owner: { accountId: string; email: string };
  let grant: string;
  let undo = new AsyncDisposableStack();
  let accounts = 0;
  beforeAll(async () => {
    scene = await dashboardScene();
  });
  afterAll(async () => {
    await undo.disposeAsync();
    await scene[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    await undo.disposeAsync();
    undo = new AsyncDisposableStack();
    const { app } = scene.test;
    const make = async (name: string) => undo.use(await testPartner(app, { name }));
    partners = [await make('First'), await make('Second'), await make('Not let in')];
    accounts += 1;
    const { accountId } = await makeTestAccount(app, `shop-${accounts}`);
    owner = { accountId, email: `shop-${accounts}@example.com` };
    grant = await partners[0].allowedBy(owner);
    await partners[1].allowedBy(owner);
  });

  const signInOf = async (person: Person): Promise<string> => {
    const { items } = await good<{ items: { id: string; current: boolean }[] }>(
      scene.ask(person, 'me.signIns'),
    );
    return items.find(({ current }) => current)?.id ?? '';
  };
  const received = async () => {
    const { engine } = scene.test.app.webhookServices;
    await engine.lookForDue();
    await engine.idle();
    return partners.map((partner) => partner.received().map(({ name, details }) => ({ name, ...details })));
  };
  const logout = (partner: TestPartner, id: string, accountId = owner.accountId) => ({
    name: 'customer:logout',
    client_id: partner.id,
    account_id: accountId,
    session_id: id,
    timestamp: scene.test.clock.now(),
  });

  it('[PA3] signing out tells each partner of the person’s accounts, once, with the id of the sign-in', async () => {
    const person = await scene.enter(owner.email);
    const id = await signInOf(person);
    await good(scene.ask(person, 'auth.signOut'));
    expect((await scene.ask(person, 'me.get')).status).toBe(401);
    expect(await received()).toEqual([[logout(partners[0], id)], [logout(partners[1], id)], []]);
  });

  it('[PA3] a sign-out of a person of two accounts is sent for each of them to a partner of both', async () => {
    const { app, sql } = scene.test;
    const second = await makeTestAccount(app, `second-shop-${accounts}`);
    const email = `second-shop-${accounts}@example.com`;
    await partners[0].allowedBy({ accountId: second.accountId, email });
    const [{ id: personId } = { id: '' }] = await sql<{ id: string }[]>`
      select id from people where email = ${owner.email}`;
    await sql.begin((tx) => addMember(tx, { accountId: second.accountId, personId, role: 'member' }));
    const person = await scene.enter(owner.email);
    const id = await signInOf(person);
    await good(scene.ask(person, 'auth.signOut'));
    const [events = []] = await received();
    expect(events).toHaveLength(2);
    expect(events).toEqual(
      expect.arrayContaining([logout(partners[0], id), logout(partners[0], id, second.accountId)]),
    );
  });

  it('[PA3] ending one other sign-in, or all of them, sends an event for each', async () => {
    const [here, there, elsewhere] = [
      await scene.enter(owner.email),
      await scene.enter(owner.email),
      await scene.enter(owner.email),
    ];
    const [id, endedId, lastId] = [await signInOf(here), await signInOf(there), await signInOf(elsewhere)];
    await good(scene.ask(here, 'me.endSignIn', { parts: { signIn: endedId } }));
    expect((await received())[0]).toEqual([logout(partners[0], endedId)]);
    expect((await scene.ask(here, 'me.endSignIn', { parts: { signIn: endedId } })).status).toBe(404);
    await good(scene.ask(here, 'auth.signOutEverywhere'));
    const [first = [], second = []] = await received();
    expect(first).toHaveLength(3);
    expect(first).toEqual(
      expect.arrayContaining([endedId, id, lastId].map((ended) => logout(partners[0], ended))),
    );
    expect(second).toHaveLength(3);
  });

  it('[PA3] a withdrawn grant tells its partner with the sign-in of the owner, and the others nothing', async () => {
    const person = await scene.enter(owner.email);
    const id = await signInOf(person);
    await good(scene.ask(person, 'grants.withdraw', { parts: { account: owner.accountId, grant } }));
    expect(await received()).toEqual([[logout(partners[0], id)], [], []]);
    await good(scene.ask(person, 'auth.signOut'));
    expect(await received()).toEqual([[logout(partners[0], id)], [logout(partners[1], id)], []]);
  });

  it('[PA3] a partner whose webhook chose other events receives it, too', async () => {
    const { app, sql } = scene.test;
    await testChange(sql, (change) =>
      app.partners.update(change, partners[0], { events: ['agent:message'] }),
    );
    const person = await scene.enter(owner.email);
    const id = await signInOf(person);
    await good(scene.ask(person, 'grants.withdraw', { parts: { account: owner.accountId, grant } }));
    expect((await received())[0]).toEqual([logout(partners[0], id)]);
  });

  it('[PA3] a sign-out that is not stored sends nothing', async () => {
    const person = await scene.enter(owner.email);
    const { sql } = scene.test;
    await sql`alter table events rename to events_away`;
    try {
      expect((await scene.ask(person, 'auth.signOut')).status).toBe(500);
    } finally {
      await sql`alter table events_away rename to events`;
    }
    expect((await scene.ask(person, 'me.get')).status).toBe(200);
    expect((await received())[0]).toEqual([]);
  });
});
