import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type CallParts,
  type DashboardScene,
  dashboardScene,
  good,
  makeSession,
  type Person,
  type Program,
  type Things,
} from '../testing/dashboard-scene.ts';
import { watchedSession } from '../testing/watched-session.ts';

type Verb = 'take' | 'say' | 'typing' | 'release';

let scene: DashboardScene;
let ours: Things & { owner: Person; memberPerson: Person };
let sessionId: string;
beforeAll(async () => {
  scene = await dashboardScene();
  ours = await scene.makeThings('ours');
});
afterAll(() => scene[Symbol.asyncDispose]());
beforeEach(async () => {
  const made = await makeSession(scene.test, ours.accountId, Number(ours.avatar), 'live', {
    state: 'connected',
  });
  sessionId = made.id;
  // Each test may say as much as the limit allows.
  scene.test.clock.advance(2_000);
});

const owned = () => watchedSession(scene.test.bus.sessions, { accountId: ours.accountId, sessionId });
const ask = (who: Person | Program, verb: Verb, body?: object, more: Partial<CallParts> = {}) =>
  scene.ask(who, `sessions.${verb}`, {
    parts: { account: ours.accountId, session: sessionId },
    ...(body === undefined ? {} : { body }),
    ...more,
  });
const refusalOf = async (answering: ReturnType<typeof ask>) => {
  const { status, body } = await answering;
  const { code, message } = (body as { error: { code: string; message: string } }).error;
  return { status, code, message };
};
const audited = async () => [
  ...(await scene.sql<{ action: string; who: string; details: object }[]>`
    select action, who, details from audit_log where target_id = ${sessionId} order by id`),
];
const personIdOf = async (email: string): Promise<string> => {
  const [row] = await scene.sql<{ id: string }[]>`select id from people where email = ${email}`;
  return row?.id ?? '';
};

describe('a person who takes over', () => {
  it('is named to the owner of the session, with the silence of the account', async () => {
    using session = owned();
    const parts = { account: ours.accountId };
    await good(scene.ask(ours.owner, 'account.update', { parts, body: { takeoverSilence: 45 } }));
    await good(ask(ours.owner, 'take', {}));
    await good(ask(ours.owner, 'typing'));
    await good(ask(ours.owner, 'say', { id: 'w1', text: 'Hello.' }));
    await good(ask(ours.owner, 'release'));
    const personId = await personIdOf(ours.owner.email);
    expect(session.commands).toEqual([
      { kind: 'take', person: { id: personId, name: 'ours' }, cut: true, handBackMs: 45_000 },
      { kind: 'typing', personId },
      { kind: 'say', personId, id: 'w1', text: 'Hello.' },
      { kind: 'release', personId },
    ]);
    expect(await audited()).toEqual([
      { action: 'session.taken', who: ours.owner.email, details: { cut: true } },
      { action: 'session.released', who: ours.owner.email, details: {} },
    ]);
  });

  it('can be a program, which has the name of its key', async () => {
    using session = owned();
    const program = await scene.makeProgram(ours.accountId, ['sessions:answer']);
    await good(ask(program, 'take', { cut: false }));
    expect(session.commands).toMatchObject([
      { kind: 'take', person: { id: program.id, name: 'Program' }, cut: false },
    ]);
    expect(await audited()).toMatchObject([{ who: program.actor, details: { cut: false } }]);
  });

  it('cannot be a program that may only watch', async () => {
    using session = owned();
    const watcher = await scene.makeProgram(ours.accountId, ['sessions:watch', 'sessions:write']);
    for (const verb of ['take', 'say', 'typing', 'release'] as const)
      expect(await refusalOf(ask(watcher, verb, {}))).toMatchObject({ status: 403, code: 'scope_missing' });
    expect(session.commands).toEqual([]);
  });

  it('is a member whom an owner has allowed it, as long as they are allowed', async () => {
    using session = owned();
    const parts = { account: ours.accountId, member: ours.member };
    const allow = (answers: boolean) =>
      good(scene.ask(ours.owner, 'members.update', { parts, body: { answers } }));
    expect(await refusalOf(ask(ours.memberPerson, 'take', {}))).toMatchObject({
      status: 403,
      code: 'forbidden',
    });
    expect(await allow(true)).toMatchObject({ answers: true, role: 'member' });
    const { body: me } = await scene.ask(ours.memberPerson, 'me.get');
    expect(me).toMatchObject({ accounts: [{ id: ours.accountId, answers: true }] });
    await good(ask(ours.memberPerson, 'take', {}));
    await allow(false);
    expect(await refusalOf(ask(ours.memberPerson, 'release'))).toMatchObject({ status: 403 });
    expect(session.commands.map(({ kind }) => kind)).toEqual(['take']);
  });

  it('finds no session of another account, and does not learn that it exists', async () => {
    using session = owned();
    const theirs = await scene.makeThings(`theirs-${sessionId}`);
    const parts = { account: theirs.accountId, session: sessionId };
    for (const verb of ['take', 'say', 'typing', 'release'] as const) {
      const body = verb === 'say' ? { id: '1', text: 'Hi' } : {};
      expect(await refusalOf(ask(theirs.owner, verb, body, { parts }))).toMatchObject({ status: 404 });
      expect(await refusalOf(ask(theirs.owner, verb, body))).toMatchObject({ status: 404 });
    }
    expect(session.commands).toEqual([]);
    expect(await audited()).toEqual([]);
  });
});

describe('the sessions that people have taken over', () => {
  it('are at most 50 in an account', async () => {
    using session = owned();
    const theirs = await scene.makeThings(`many-${sessionId}`);
    const ids: string[] = [];
    for (let made = 0; made < 51; made++) {
      const live = { state: 'connected' } as const;
      ids.push((await makeSession(scene.test, theirs.accountId, Number(theirs.avatar), 'taken', live)).id);
    }
    const [last, ...others] = ids;
    const parts = { account: theirs.accountId, session: last ?? '' };
    using free = watchedSession(scene.test.bus.sessions, {
      accountId: theirs.accountId,
      sessionId: last ?? '',
    });
    await scene.sql`update sessions set person = '{"id": "x", "name": "Ben"}' where id = any(${others})`;
    expect(await refusalOf(ask(theirs.owner, 'take', {}, { parts }))).toMatchObject({ status: 429 });
    await scene.sql`update sessions set state = 'ended', ended_at = now() where id = ${others[0] ?? ''}`;
    await good(ask(theirs.owner, 'take', {}, { parts }));
    expect(free.commands).toHaveLength(1);
    // Another account has its own limit.
    await good(ask(ours.owner, 'take', {}));
    expect(session.commands).toHaveLength(1);
    const { body } = await scene.ask(theirs.owner, 'sessions.get', {
      parts: { ...parts, session: others[1] ?? '' },
    });
    expect(body).toMatchObject({ person: { name: 'Ben' } });
  });

  it('are at most 50, also if several are taken over at the same instant', async () => {
    const theirs = await scene.makeThings(`race-${sessionId}`);
    const { accountId } = theirs;
    const ids: string[] = [];
    for (let made = 0; made < 53; made++) {
      const live = { state: 'connected' } as const;
      ids.push((await makeSession(scene.test, accountId, Number(theirs.avatar), 'race', live)).id);
    }
    const takeOver = (taken: readonly string[]) =>
      scene.sql`update sessions set person = '{"id": "x", "name": "Ben"}' where id = any(${[...taken]})`;
    const free = ids.slice(0, 4);
    await takeOver(ids.slice(4));
    let begun = 0;
    const debug = (_connection: number, text: string) => {
      if (text.includes('takeover_silence as')) begun += 1;
    };
    Object.assign(scene.sql.options, { debug });
    using owners = new DisposableStack();
    for (const id of free) {
      const store = async () => {
        await expect.poll(() => begun).toBeGreaterThanOrEqual(free.length);
        // Those that need not wait have counted after these.
        for (let times = 0; times < 20; times++) await scene.sql`select`;
        await takeOver([id]);
      };
      owners.use(watchedSession(scene.test.bus.sessions, { accountId, sessionId: id, store }));
    }
    const taking = free.map((session) =>
      ask(theirs.owner, 'take', {}, { parts: { account: accountId, session } }),
    );
    const statuses = (await Promise.all(taking)).map(({ status }) => status);
    Object.assign(scene.sql.options, { debug: undefined });
    expect(statuses.sort()).toEqual([200, 429, 429, 429]);
  });
});

describe('what the owner of a session refuses', () => {
  it.each([
    [{ outcome: 'not-yours', by: { id: 'mem_b', name: 'Ben' } }, 409, 'not_answering', 'Ben has taken over'],
    [{ outcome: 'not-yours' }, 409, 'not_answering', 'Take it over first'],
    [{ outcome: 'too-many' }, 429, 'too_many_requests', 'wait to be said'],
    [{ outcome: 'full' }, 409, 'conflict', 'as many words as it may'],
    [{ outcome: 'ended' }, 409, 'session_over', 'has ended'],
  ] as const)('%o', async (outcome, status, code, message) => {
    using session = owned();
    session.answerCommands(outcome);
    expect(await refusalOf(ask(ours.owner, 'say', { id: '1', text: 'Hi' }))).toEqual({
      status,
      code,
      message: expect.stringContaining(message),
    });
  });

  it('leaves no entry in the audit log', async () => {
    using session = owned();
    session.answerCommands({ outcome: 'not-yours' });
    await ask(ours.owner, 'take', {});
    await ask(ours.owner, 'release');
    expect(session.commands).toHaveLength(2);
    expect(await audited()).toEqual([]);
  });
});

describe('the words of a person', () => {
  it('are limited to five a second in an account', async () => {
    using session = owned();
    const theirs = await scene.makeThings(`limit-${sessionId}`);
    const say = (n: number) =>
      ask(
        theirs.owner,
        'say',
        { id: `w${n}`, text: 'Hi' },
        {
          parts: { account: theirs.accountId, session: theirSession.id },
        },
      );
    const theirSession = await makeSession(scene.test, theirs.accountId, Number(theirs.avatar), 'live', {
      state: 'connected',
    });
    using other = watchedSession(scene.test.bus.sessions, {
      accountId: theirs.accountId,
      sessionId: theirSession.id,
    });
    const statuses = await Promise.all(Array.from({ length: 8 }, async (_, n) => (await say(n)).status));
    expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    expect(other.commands).toHaveLength(5);
    // Another account has its own limit.
    await good(ask(ours.owner, 'say', { id: '1', text: 'Hi' }));
    expect(session.commands).toHaveLength(1);
  });

  it.each([
    { id: '', text: 'Hi' },
    { id: 'x'.repeat(65), text: 'Hi' },
    { id: '1', text: '' },
    { id: '1', text: 'x'.repeat(4001) },
    { text: 'Hi' },
  ])('%o are refused', async (body) => {
    expect(await refusalOf(ask(ours.owner, 'say', body))).toMatchObject({ status: 400, code: 'invalid' });
  });
});

describe('the settings for people who answer', () => {
  const change = (body: object) =>
    scene.ask(ours.owner, 'account.update', { parts: { account: ours.accountId }, body });

  it('are changed and read', async () => {
    const settings = { quickReplies: ['One moment.', 'Bye.'], takeoverSilence: 15, personMailAfter: 0 };
    expect(await good(change(settings))).toMatchObject(settings);
    const again = await good(change({ quickReplies: ['  Bye. ', 'Bye.'] }));
    expect(again).toMatchObject({ ...settings, quickReplies: ['Bye.'] });
  });

  it.each([
    [{ takeoverSilence: 14 }, 'takeoverSilence'],
    [{ takeoverSilence: 3601 }, 'takeoverSilence'],
    [{ personMailAfter: 29 }, 'personMailAfter'],
    [{ personMailAfter: 3601 }, 'personMailAfter'],
    [{ quickReplies: ['x'.repeat(501)] }, 'quickReplies'],
    [{ quickReplies: Array.from({ length: 31 }, (_, n) => `${n}`) }, 'quickReplies'],
    [{ quickReplies: ['two\nlines'] }, 'quickReplies'],
  ])('%o are refused', async (body, field) => {
    const answer = await change(body);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(field);
  });
});
