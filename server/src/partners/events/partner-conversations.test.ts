import { eventSchemas } from '@parley/protocol';
import { Check } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LiveApp, until } from '../../live/testing/index.ts';
import { testChange } from '../../testing/index.ts';
import { eraseVisitor, exportVisitor } from '../../user-data/index.ts';
import { type AccountOwner, type TestPartner, testPartner } from '../../webhooks/testing/test-partner.ts';

describe('a conversation, from a page to a partner', () => {
  const undo = new AsyncDisposableStack();
  let app: LiveApp;
  let partner: TestPartner;
  let silent: TestPartner;
  let owner: AccountOwner;
  beforeAll(async () => {
    app = undo.use(await LiveApp.start());
    partner = undo.use(await testPartner(app.test.app));
    silent = undo.use(await testPartner(app.test.app, { name: 'Silent', conversations: false }));
    const { accountId } = app.party;
    const [{ email } = { email: '' }] = await app.test.sql<{ email: string }[]>`
      select email from people join members on person_id = people.id
      where account_id = ${accountId} and role = 'owner'`;
    owner = { accountId, email };
    await partner.allowedBy(owner);
    await silent.allowedBy(owner);
  });
  afterAll(() => undo.disposeAsync());

  const talk = async (transcript: boolean) => {
    const avatarId = await app.avatar({ transcript });
    const { sessionId, wire } = await app.talk(avatarId, { userId: 'ann', userName: 'Ann' });
    await wire.quiet();
    wire.say('my secret is 4711');
    await wire.listen();
    await app.disconnect(sessionId);
    await app.untilSettled(sessionId);
    await until('both know that the session has ended', () =>
      [partner, silent].every((one) =>
        toldOf(one, sessionId).some(({ details }) => details.reason === 'hangup'),
      ),
    );
    return sessionId;
  };
  const toldOf = (one: TestPartner, sessionId: string) =>
    one.received().filter(({ details }) => details.session_id === sessionId);
  const conversations = (one: TestPartner, sessionId: string) =>
    toldOf(one, sessionId).filter(({ name }) => name === 'session:conversation');

  it('[PA2] has an event of its own with the client_id, if the operator allows it', async () => {
    const sessionId = await talk(true);
    await until('the conversation', () => conversations(partner, sessionId).length > 0);
    const [event] = conversations(partner, sessionId);
    expect(event?.details).toMatchObject({ client_id: partner.id, user_name: 'Ann' });
    expect(JSON.stringify(event?.details)).toContain('my secret is 4711');
    expect(Check(eventSchemas['session:conversation'], event?.details)).toBe(true);
    expect(conversations(silent, sessionId)).toEqual([]);
    const stored = await app.test.sql<{ id: string; partnerId: string | null; body: string }[]>`
      select id, partner_id as "partnerId", body from events
      where session_id = ${sessionId} and name = 'session:conversation' order by partner_id nulls first`;
    expect(stored.map(({ partnerId }) => partnerId)).toEqual([null, partner.id]);
    expect(stored[0]?.body).not.toContain('client_id');
    expect(event?.id).toBe(stored[1]?.id);
  });

  it('[PA2] is not sent for an avatar without transcripts', async () => {
    const sessionId = await talk(false);
    expect(conversations(partner, sessionId)).toEqual([]);
    expect(toldOf(partner, sessionId).map(({ name }) => name)).toContain('connection:state-changed');
  });

  it('[PA2] is not sent under a grant from before the operator enabled conversations', async () => {
    await testChange(app.test.sql, (change) =>
      app.test.app.partners.update(change, silent, { conversations: true }),
    );
    const before = await talk(true);
    await until('the conversation', () => conversations(partner, before).length > 0);
    expect(conversations(silent, before)).toEqual([]);
    await silent.allowedBy(owner);
    const after = await talk(true);
    await until('the conversation', () => conversations(silent, after).length > 0);
  });

  it('[PA7] [PA9] is in the account’s views and in an export once, and deleted with the visitor', async () => {
    const sessionId = await talk(true);
    await until('the conversation', () => conversations(partner, sessionId).length > 0);
    const { sql, clock } = app.test;
    const { accountId } = app.party;
    const [{ visitor } = { visitor: '' }] = await sql<{ visitor: string }[]>`
      select visitor_id::text as visitor from sessions where id = ${sessionId}`;
    let exported = '';
    for await (const part of exportVisitor(sql, accountId, visitor, clock.now())) exported += part;
    expect(exported.match(/"name":"session:conversation"/g)?.length).toBeGreaterThan(0);
    expect(exported).not.toContain(partner.id);
    const rows = async () => {
      const [row] = await sql<{ events: number; deliveries: number }[]>`
        select (select count(*)::int from events where session_id = ${sessionId}) as events,
          (select count(*)::int from deliveries where session_id = ${sessionId})
          + (select count(*)::int from finished_deliveries where session_id = ${sessionId}) as deliveries`;
      return row;
    };
    expect((await rows())?.deliveries).toBeGreaterThan(0);
    await testChange(sql, (change) => eraseVisitor(change, accountId, visitor));
    expect(await rows()).toEqual({ events: 0, deliveries: 0 });
  });
});
