import { type CallName, managementCalls, type Scope } from '@parley/protocol/management';
import { addMember, insertPerson } from '../../accounts/index.ts';
import { makeEvent } from '../../events/index.ts';
import { makeGrant, makePausedPartner } from '../../partners/testing/partner-things.ts';
import {
  type Answer,
  makeKey,
  makeTestAccount,
  type TestApp,
  testApp,
  testBaseUrl,
} from '../../testing/app/index.ts';
import { testChange } from '../../testing/index.ts';

export type Person = { readonly email: string; readonly cookie: string };
/** A program that sends a management key or the operator's token. */
export type Program = { readonly token: string };
export type CallParts = {
  readonly parts?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: unknown;
  readonly origin?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Everything an account can have, so that each call has something to act on. */
export type Things = {
  readonly accountId: string;
  readonly avatar: string;
  readonly key: string;
  readonly webhook: string;
  readonly delivery: string;
  readonly session: string;
  /** It waits, because tests play replays only when they say so. */
  readonly replay: string;
  readonly visitor: string;
  readonly member: string;
  readonly invitation: string;
  readonly disabledKey: string;
  readonly managementKey: string;
  readonly pausedWebhook: string;
  readonly ownerEmail: string;
  readonly partner: string;
  readonly pausedPartner: string;
  readonly grant: string;
  /** A delivery that waits for the partner. */
  readonly partnerDelivery: string;
};

/** With its own app, or with one that already listens at an address. */
export async function dashboardScene(given?: { readonly test: TestApp; readonly url: string }) {
  const test = given?.test ?? (await testApp({ deliveryPollMs: null, hasPages: true }));
  const ownOrigin = given?.url ?? testBaseUrl;
  const { app, sql } = test;

  const enter = async (email: string): Promise<Person> => {
    const { flow } = app.managementServices.signIn;
    const { url } = await flow.makeSignInLink(email);
    const address = `198.51.100.${(++signIns % 250) + 1}`;
    const signInRequest = {
      cookie: undefined,
      address,
      source: address,
      browser: 'Test',
    };
    const { cookies } = await flow.useSignInLink(signInRequest, url.split('#')[1] ?? '');
    return { email, cookie: cookies.map((line) => line.split(';')[0] ?? '').join('; ') };
  };
  let signIns = 0;

  const ask = async (who: Person | Program | null, name: CallName, call: CallParts = {}): Promise<Answer> => {
    const { method, path } = managementCalls[name];
    const address = path.replace(/:(\w+)/g, (_, part: string) =>
      encodeURIComponent(call.parts?.[part] ?? 'none'),
    );
    const query = new URLSearchParams(
      Object.entries(call.query ?? {}).map(([key, value]) => [key, String(value)]),
    );
    const isPerson = who !== null && 'cookie' in who;
    const origin = call.origin === undefined ? (isPerson ? ownOrigin : null) : call.origin;
    return await test.send({
      method,
      url: `${address}${query.size === 0 ? '' : `?${query}`}`,
      headers: {
        ...(isPerson ? { cookie: who.cookie } : {}),
        ...(who !== null && 'token' in who ? { authorization: `Bearer ${who.token}` } : {}),
        ...(origin === null ? {} : { origin }),
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...call.headers,
      },
      ...(call.body === undefined ? {} : { body: call.body }),
    });
  };

  const makeProgram = async (
    accountId: string,
    scopes: readonly Scope[],
  ): Promise<Program & { readonly id: string; readonly actor: string }> => {
    const { record, key } = await testChange(sql, (change) =>
      app.managementServices.managementKeys.create(change, accountId, { name: 'Program', scopes }),
    );
    return { token: key, id: record.id, actor: `key Program (${record.id})` };
  };

  const makePausedWebhook = async (accountId: string): Promise<string> => {
    const { webhooks } = app.webhookServices;
    return await testChange(sql, async (change) => {
      const { webhook } = await webhooks.create(change, accountId, {
        name: 'Paused',
        url: 'http://127.0.0.1:9/paused',
      });
      await webhooks.pause(change, { accountId, id: webhook.id });
      return webhook.id;
    });
  };

  const makeThings = async (name: string): Promise<Things & { owner: Person; memberPerson: Person }> => {
    const party = await makeTestAccount(app, name);
    const { accountId } = party;
    const { webhook } = await testChange(sql, (change) =>
      app.webhookServices.webhooks.create(change, accountId, {
        name: 'Hook',
        url: 'http://127.0.0.1:9/hook',
      }),
    );
    await testChange(sql, (change) =>
      app.avatars.update(
        change,
        { accountId, id: party.avatarId },
        { webhookId: webhook.id, transcript: true },
      ),
    );
    const { partner, grant } = await makeGrant(app, accountId, `${name}@example.com`);
    // The grant is older than the session, so that the partner gets its event.
    await sql`update grant_periods set since = since - interval '1 day' where grant_id = ${grant.id}`;
    const session = await makeSession(test, accountId, party.avatarId, `${name}-user`);
    const replay = await testChange(sql, (change) =>
      app.replays.create(change, accountId, { sessions: [session.id], endpointUrl: 'http://127.0.0.1:9/' }),
    );
    const deliveryTo = async (webhookId: string): Promise<string> => {
      const [row] = await sql<{ id: number }[]>`
        select id from deliveries where account_id = ${accountId} and webhook_id = ${webhookId} limit 1`;
      return String(row?.id);
    };
    const email = `member-of-${name}@example.com`;
    await sql.begin(async (tx) => {
      const person = await insertPerson(tx, email);
      await addMember(tx, { accountId, personId: person.id, role: 'member' });
    });
    const [member] = await sql<{ id: string }[]>`
      select members.id from members join people on people.id = person_id where email = ${email}`;
    const invitation = await testChange(sql, (change) =>
      app.managementServices.signIn.invitations.create(change, accountId, {
        email: `invited-to-${name}@example.com`,
        role: 'member',
      }),
    );
    const { id: disabledKey } = await makeKey(app, accountId);
    await testChange(sql, (change) => app.keys.setDisabled(change, { accountId, id: disabledKey }, true));
    const pausedWebhook = await makePausedWebhook(accountId);
    const { id: managementKey } = await makeProgram(accountId, ['account:read']);
    return {
      accountId,
      avatar: String(party.avatarId),
      key: party.keyId,
      webhook: webhook.id,
      delivery: await deliveryTo(webhook.id),
      session: session.id,
      replay: replay.id,
      visitor: String(session.visitorId),
      member: member?.id ?? '',
      invitation: invitation.id,
      disabledKey,
      managementKey,
      pausedWebhook,
      partner: partner.id,
      pausedPartner: await makePausedPartner(app),
      grant: grant.id,
      partnerDelivery: await deliveryTo(partner.webhook.id),
      ownerEmail: `${name}@example.com`,
      owner: await enter(`${name}@example.com`),
      memberPerson: await enter(email),
    };
  };

  return {
    test,
    app,
    sql,
    ask,
    enter,
    makeThings,
    makeProgram,
    [Symbol.asyncDispose]: () => test[Symbol.asyncDispose](),
  };
}
export type DashboardScene = Awaited<ReturnType<typeof dashboardScene>>;

let visitors = 5_000_000_000_000;
let sessions = 0;

/** A session that has ended, with a transcript, turns and an event. */
export async function makeSession(
  { sql, app, clock }: TestApp,
  accountId: string,
  avatarId: number,
  pageUserId: string,
  options: { ageMs?: number; state?: 'connected' | 'ended'; soundMs?: number } = {},
): Promise<{ id: string; visitorId: number }> {
  const { ageMs = 60_000, state = 'ended', soundMs = 400 } = options;
  visitors += 1;
  sessions += 1;
  const id = `ses_${String(sessions).padStart(24, 'a')}`;
  const at = clock.now() - ageMs;
  const moment = (ms: number) => new Date(at + ms);
  await sql`
    insert into visitors (id, account_id, page_user_id, last_seen)
    values (${visitors}, ${accountId}, ${`${pageUserId}-${visitors}`}, ${moment(0)})`;
  await sql`
    insert into sessions (id, account_id, avatar_id, visitor_id, page_user_id, user_name, user_last_seen, state,
      max_session_duration, resume_hash, created_at, first_connected_at, connected_at, connected_ms, ended_at,
      end_reason, login, logout, webhook_id)
    values (${id}, ${accountId}, ${avatarId}, ${visitors}, ${`${pageUserId}-${visitors}`}, ${'Grace & <Co>'},
      ${moment(0)}, ${state}, -1, ${Buffer.alloc(32)}, ${moment(0)}, ${moment(100)},
      ${state === 'connected' ? moment(100) : null}, ${state === 'ended' ? 30_000 : 0},
      ${state === 'ended' ? moment(30_000) : null}, ${state === 'ended' ? 'hangup' : null}, 'done',
      ${state === 'ended' ? 'done' : 'none'}, (select webhook_id from avatars where id = ${avatarId}))`;
  await sql`
    insert into messages (session_id, number, speaker, message, at) values
      (${id}, 1, 'user', 'When --> do you open?', ${moment(1_000)}),
      (${id}, 2, 'avatar', 'At nine.', ${moment(1_500)})`;
  await sql`
    insert into turns (session_id, number, kind, received_at, sent_at, first_byte_at, first_sentence_at,
      first_audio_at, ended_at, outcome)
    values (${id}, 1, 'chat', ${moment(1_000)}, ${moment(1_010)}, ${moment(1_200)}, ${moment(1_210)},
      ${moment(1_000 + soundMs)}, ${moment(3_000)}, 'answered')`;
  const event = makeEvent({ accountId, avatarId, sessionId: id, sequence: 1 }, 'agent:error', {
    error: 'a sample',
    avatar_id: String(avatarId),
    session_id: id,
    timestamp: at,
  });
  await app.webhookServices.outbox.write([event]);
  return { id, visitorId: visitors };
}

/** The body of an answer, which must be a success. */
export async function good<T>(
  answering: Promise<{ status: number; body: unknown; text: string }>,
): Promise<T> {
  const answer = await answering;
  if (answer.status !== 200 && answer.status !== 201) throw new Error(`${answer.status}: ${answer.text}`);
  return answer.body as T;
}
