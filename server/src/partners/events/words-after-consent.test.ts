import type { EventDetails } from '@parley/protocol';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeEvent } from '../../events/index.ts';
import { LiveApp, until } from '../../live/testing/index.ts';
import { type AccountOwner, type TestPartner, testPartner } from '../../webhooks/testing/test-partner.ts';
import { replayPartnerDelivery } from '../webhooks/partner-deliveries.ts';
import { conversationsForPartners } from './partner-outbox.ts';

type Conversation = {
  readonly transcript: readonly { message: string }[];
  readonly summary: string;
  readonly conversation_start_time: number;
};

describe('what a partner gets of a session in which its grant changes', () => {
  let app: LiveApp;
  let partner: TestPartner;
  let owner: AccountOwner;
  let avatarId: number;
  beforeAll(async () => {
    app = await LiveApp.start();
    const { accountId } = app.party;
    const [{ email } = { email: '' }] = await app.test.sql<{ email: string }[]>`
      select email from people join members on person_id = people.id
      where account_id = ${accountId} and role = 'owner'`;
    owner = { accountId, email };
    await app.enableEvents('agent:message');
  });
  afterAll(() => app[Symbol.asyncDispose]());
  beforeEach(async () => {
    partner = await testPartner(app.test.app);
    avatarId = await app.avatar({ transcript: true });
    app.test.clock.advance(60_000);
  });
  afterEach(() => partner[Symbol.asyncDispose]());

  const talk = async () => {
    const { sessionId, wire } = await app.talk(avatarId, { userName: 'Ann' });
    return {
      sessionId,
      wire,
      async say(text: string) {
        app.test.clock.advance(1_000);
        wire.say(text);
        await wire.listen();
        app.test.clock.advance(1_000);
      },
    };
  };
  const end = async (sessionId: string): Promise<void> => {
    await app.disconnect(sessionId);
    await app.untilSettled(sessionId);
    // Deliveries of a session arrive in no fixed order.
    await until('everything was delivered', async () => {
      const { sql } = app.test;
      const [waiting] = await sql`select from deliveries where webhook_id = ${partner.webhookId} limit 1`;
      return waiting === undefined;
    });
  };
  const named = (name: string) => partner.received().filter((event) => event.name === name);
  const conversations = () =>
    named('session:conversation').map(({ details }) => details as unknown as Conversation);
  const words = () => [
    ...(conversations()[0]?.transcript.map(({ message }) => message) ?? []),
    ...named('agent:message').map(({ details }) => String(details.message)),
  ];
  const everything = () => JSON.stringify(partner.received());
  /** The account's event, not the partner's copy of it: both have the same place in the session. */
  const ownConversation = async (sessionId: string) => {
    const events = await app.events(sessionId);
    return events.find(
      ({ name, details }) => name === 'session:conversation' && details.client_id === undefined,
    );
  };

  it('[PA5] has only the words from after the consent, in messages, transcript and summary', async () => {
    const { sessionId, say } = await talk();
    await say('the secret is 4711');
    const consentAtMs = app.test.clock.now();
    await partner.allowedBy(owner);
    await say('the weather is fine');
    await end(sessionId);
    await until('the conversation', () => conversations().length > 0);
    expect(everything()).toContain('the weather is fine');
    expect(everything()).not.toContain('4711');
    const [conversation] = conversations();
    expect(conversation?.summary).toContain('First question: “the weather is fine”');
    expect(conversation?.summary).toContain('The user spoke once');
    expect(conversation?.conversation_start_time).toBe(consentAtMs);
    const own = await ownConversation(sessionId);
    expect(JSON.stringify(own?.details)).toContain('4711');
  });

  it('[PA5] has no words from before a withdrawal or from the time without a grant', async () => {
    const { sessionId, say } = await talk();
    const first = await partner.allowedBy(owner);
    await say('said under the first grant');
    await partner.withdrawnBy(owner, first);
    await say('said without a grant');
    app.test.clock.advance(1);
    await partner.allowedBy(owner);
    await say('said under the second grant');
    await end(sessionId);
    await until('the conversation', () => conversations().length > 0);
    const { transcript, summary } = conversations()[0] as Conversation;
    expect(JSON.stringify(transcript)).toContain('said under the second grant');
    expect(JSON.stringify({ transcript, summary })).not.toMatch(/first grant|without a grant/);
    expect(everything()).not.toContain('without a grant');
  });

  it('[PA5] has only words to an avatar from the times in which the grant covered it', async () => {
    const other = await app.avatar();
    const { sessionId, say } = await talk();
    await partner.allowedBy(owner, [other, avatarId]);
    await say('covered first');
    await partner.allowedBy(owner, [other]);
    await say('covered never');
    await partner.allowedBy(owner, null);
    await say('covered again');
    await end(sessionId);
    await until('the conversation', () => conversations().length > 0);
    expect(words().join()).toMatch(/covered first.*covered again/);
    expect(everything()).not.toContain('covered never');
  });

  it('[PA5] gets nothing of what the avatar began to say before the consent', async () => {
    const { sessionId, wire } = await talk();
    wire.say('the secret is 4711');
    const { utterance, sentences } = await wire.next('utterance-end');
    app.test.clock.advance(1_000);
    await partner.allowedBy(owner);
    wire.heard(utterance, sentences);
    await wire.quiet();
    await end(sessionId);
    await until('the conversation', () => conversations().length > 0);
    expect(await app.record(sessionId)).toMatchObject({ transcript: [{}, { speaker: 'avatar' }] });
    expect(words()).toEqual([]);
    expect(conversations()[0]?.summary).toBe('Nothing was said.');
  });

  it('[PA5] has the whole conversation, with its own summary, if the same is allowed again meanwhile', async () => {
    await partner.allowedBy(owner, [avatarId]);
    const { sessionId, say } = await talk();
    await say('before');
    await partner.allowedBy(owner, [avatarId]);
    await say('after');
    await end(sessionId);
    await until('the conversation', () => conversations().length > 0);
    const own = await ownConversation(sessionId);
    expect(conversations()[0]).toMatchObject({
      transcript: own?.details.transcript,
      summary: own?.details.summary,
    });
  });

  it('[PA5] has no event of a conversation that ended before the consent and is written after it', async () => {
    const { sql, clock } = app.test;
    const { sessionId, say } = await talk();
    await say('the secret is 4711');
    await end(sessionId);
    const own = await ownConversation(sessionId);
    const source = { accountId: owner.accountId, avatarId, sessionId, sequence: 9 };
    const write = () =>
      sql.begin((tx) =>
        conversationsForPartners(tx, source, own?.details as EventDetails['session:conversation']),
      );
    clock.advance(1_000);
    await partner.allowedBy(owner);
    expect((await write()).filter(({ partnerId }) => partnerId === partner.id)).toEqual([]);
  });

  it('[PA5] gets no event that happened before the consent and is written after it', async () => {
    const { clock, sql } = app.test;
    const details = {
      session_id: 'ses_1',
      avatar_id: String(avatarId),
      user_id: '1',
      user_name: 'Ann',
      speaker: 'user' as const,
      message: 'the secret is 4711',
      message_id: 'ses_1-1',
      interrupted: false,
    };
    const source = { accountId: owner.accountId, avatarId, sessionId: null, sequence: null };
    const early = makeEvent(source, 'agent:message', { ...details, timestamp: clock.now() });
    const error = { avatar_id: String(avatarId), error: 'early', timestamp: clock.now() };
    clock.advance(1_000);
    await partner.allowedBy(owner);
    const late = makeEvent(source, 'agent:message', { ...details, message: 'fine', timestamp: clock.now() });
    await app.test.app.webhookServices.outbox.write([early, makeEvent(source, 'agent:error', error), late]);
    const rows = await sql`
      select event_id from deliveries where webhook_id = ${partner.webhookId}
      union all select event_id from finished_deliveries where webhook_id = ${partner.webhookId}`;
    expect(rows).toEqual([{ event_id: late.id }]);
  });

  it('[PA5] [PA4] gets no replay of what it missed under an earlier grant', async () => {
    const { clock, sql, app: service } = app.test;
    const { webhooks, outbound } = service.webhookServices;
    const first = await partner.allowedBy(owner);
    partner.answer(500);
    const error = { avatar_id: String(avatarId), error: 'early', timestamp: clock.now() };
    const source = { accountId: owner.accountId, avatarId, sessionId: null, sequence: null };
    await service.webhookServices.outbox.write([makeEvent(source, 'agent:error', error)]);
    await partner.withdrawnBy(owner, first);
    clock.advance(1_000);
    await partner.allowedBy(owner);
    partner.answer(204);
    const [discarded] = await sql<{ id: number }[]>`
      select id from finished_deliveries where webhook_id = ${partner.webhookId} and event_name = 'agent:error'`;
    const deps = { sql, clock, outbound, webhook: webhooks.withSecrets };
    await expect(replayPartnerDelivery(deps, partner.id, discarded?.id ?? 0)).rejects.toThrow(
      /no longer allows/,
    );
  });

  it('[PA5] a grant from before the periods were stored covers what came after it', async () => {
    const { sql } = app.test;
    const grant = await partner.allowedBy(owner, [avatarId]);
    await sql`delete from grant_periods where grant_id = ${grant}`;
    await sql`update grants set updated_at = to_timestamp(${app.test.clock.now()}::bigint / 1000.0) where id = ${grant}`;
    const { sessionId, say } = await talk();
    await say('covered since the grant');
    await partner.allowedBy(owner, null);
    await say('covered still');
    await end(sessionId);
    await until('the conversation', () => conversations().length > 0);
    expect(words().join()).toMatch(/covered since the grant.*covered still/);
  });
});
