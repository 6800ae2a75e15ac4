import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../live/testing/index.ts';
import { isRunByName, testChange } from '../testing/index.ts';
import { eraseVisitor } from '../user-data/index.ts';
import {
  messageOf,
  type ReplayScene,
  replayScene,
  steady,
  steadyReply,
  visitsTo,
} from './testing/replay-scene.ts';

const questionsOf = (session: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `question ${'x'.repeat(index % 5)} ${session}.${index}`);

describe('a replay', () => {
  let scene: ReplayScene;
  let avatarId: number;
  beforeAll(async () => {
    scene = await replayScene();
    avatarId = await scene.app.avatar();
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  /** Sessions of an avatar of their own, held side by side. */
  const holdMany = async (sessions: number, questions: number): Promise<number> => {
    const avatar = await scene.app.avatar();
    await Promise.all(
      Array.from({ length: sessions }, (_, session) => scene.hold(avatar, questionsOf(session, questions))),
    );
    return avatar;
  };
  /** How many rows there are of all that real sessions leave behind. */
  const countAll = async () => {
    const { sql } = scene.app.test;
    const [row] = await sql<Record<string, number>[]>`
      select (select count(*)::int from events) as events, (select count(*)::int from deliveries) as deliveries,
        (select count(*)::int from finished_deliveries) as finished, (select count(*)::int from sessions) as sessions,
        (select count(*)::int from visitors) as visitors, (select count(*)::int from turns) as turns,
        (select count(*)::int from messages) as messages,
        (select count(*)::int from gateway_exchanges) as exchanges,
        (select count(*)::int from account_hours) as sums`;
    return row;
  };
  const overview = async () => {
    const { test, party } = scene.app;
    await test.app.managementServices.analytics.count();
    return (await test.operate({ url: `/v1/accounts/${party.accountId}/overview` })).body;
  };

  it('[RP1] [RP2] [RP4] gives no difference with the same brain, and leaves nothing behind', async () => {
    const conversations = isRunByName ? 50 : 15;
    const avatar = await holdMany(conversations, 10);
    await scene.app.test.app.managementServices.analytics.count();
    const [before, figures] = [await countAll(), await overview()];
    const { summary, state, sessions, allTurns } = await scene.played({ avatar: String(avatar) });
    expect({ state, sessions }).toEqual({
      state: 'done',
      sessions: { chosen: conversations, played: conversations, deleted: 0 },
    });
    expect(allTurns.filter(({ different }) => different)).toEqual([]);
    expect(summary).toMatchObject({ turns: 10 * conversations, different: 0, wordsDiffer: 0, tagsDiffer: 0 });
    expect(summary.after).toMatchObject({ failed: 0, firstSentenceMs: { median: expect.any(Number) } });
    expect(allTurns.filter(({ before: { tags } }) => (tags?.length ?? 0) > 0).length).toBeGreaterThan(
      2 * conversations,
    );
    expect(await countAll()).toEqual(before);
    expect(await overview()).toEqual(figures);
  });

  it('[RP2] finds 20 changed answers in 200 turns, and no others', async () => {
    const avatar = await holdMany(20, 10);
    const changes: Readonly<Record<number, (reply: string) => string>> = {
      3: (reply) => reply.replace('letters', 'characters'),
      8: (reply) => `${reply} <extra/>`,
    };
    const changed = (received: Parameters<typeof steady>[0]) => {
      const index = Number(messageOf(received).split('.').at(-1));
      const change = changes[index];
      const isOdd = Number(/(\d+)\.\d+$/.exec(messageOf(received))?.[1]) % 2 === 1;
      if (change === undefined || !isOdd) return steady(received);
      received.ok({ reply: change(steadyReply(messageOf(received))) });
    };
    scene.other.script.CHAT = changed;
    const { summary, allTurns } = await scene.played({ avatar: String(avatar) });
    scene.other.script.CHAT = steady;
    expect(summary).toMatchObject({ turns: 200, different: 20, wordsDiffer: 10, tagsDiffer: 10 });
    const found = allTurns.filter(({ different }) => different).map(({ question }) => question);
    const seeded = questionsOf(0, 10).flatMap((_, session) =>
      [3, 8].flatMap((index) => questionsOf(2 * session + 1, 10)[index] ?? []),
    );
    expect(found.toSorted()).toEqual(seeded.toSorted());
    expect(allTurns.find(({ wordsDiffer }) => wordsDiffer)?.words).toEqual([
      expect.objectContaining({ kind: 'same' }),
      { kind: 'removed', text: 'letters.' },
      { kind: 'added', text: 'characters.' },
      expect.objectContaining({ kind: 'same' }),
    ]);
  });

  it('[RP1] [RP5] sends LOGIN, the questions and LOGOUT under new ids, with pseudonyms or with the ids', async () => {
    const ids = [
      await scene.hold(avatarId, ['One?', '<order json=\'{"n":1}\'/>', 'Three <x/>?'], { userId: 'grace' }),
      await scene.hold(avatarId, ['Four?'], { userId: 'grace' }),
      await scene.hold(avatarId, ['Five?'], { userId: 'ada' }),
    ];
    const visits = async (keepUserIds: boolean) => {
      const known = scene.other.received.length;
      await scene.played({ sessions: ids, keepUserIds });
      const fresh = scene.other.received.slice(known).map(({ body }) => body);
      return [...Map.groupBy(fresh, ({ sessionId }) => sessionId)].toSorted(([, [one]], [, [other]]) =>
        JSON.stringify(one) < JSON.stringify(other) ? -1 : 1,
      );
    };
    const found = new Map((await visits(true)).map(([id, bodies]) => [id, bodies]));
    expect([...found.keys()].some((id) => ids.includes(id))).toBe(false);
    const long = [...found.values()].find((bodies) => bodies.length === 5) ?? [];
    expect(long.map(({ action }) => action)).toEqual(['LOGIN', 'CHAT', 'CHAT', 'CHAT', 'LOGOUT']);
    expect(long[0]).toMatchObject({
      userId: 'grace',
      locale: expect.any(String),
      authToken: expect.any(String),
    });
    expect(long.slice(1, 4).map((body) => ('message' in body ? body.message : ''))).toEqual([
      'One?',
      '<order json=\'{"n":1}\'/>',
      'Three <x/>?',
    ]);
    const userIds = async () =>
      (await visits(false)).flatMap(([, [login]]) => (login && 'userId' in login ? [login.userId] : []));
    const [first, second] = [await userIds(), await userIds()];
    expect(new Set(first).size).toBe(2);
    expect(first.every((id) => /^replay-[0-9a-f]{16}$/.test(id))).toBe(true);
    expect(first.some((id) => second.includes(id))).toBe(false);
  });

  it('[RP2] a failure on one side alone is a difference', async () => {
    const id = await scene.hold(avatarId, ['Good?', 'Bad?']);
    scene.other.script.CHAT = (received) =>
      messageOf(received) === 'Bad?' ? received.answer(500, 'no') : steady(received);
    const { summary, allTurns } = await scene.played({ sessions: [id] });
    scene.other.script.CHAT = steady;
    expect(summary).toMatchObject({ turns: 2, different: 1, wordsDiffer: 0, after: { failed: 1 } });
    expect(allTurns[1]).toMatchObject({
      different: true,
      after: { problem: expect.stringContaining('500') },
    });
  });

  it('[RP3] compares what was heard of a reply that was interrupted, and says so to the next question', async () => {
    const avatar = await scene.app.avatar({ sendsHeard: true });
    const { wire, sessionId } = await scene.app.talk(avatar);
    wire.say('Tell me');
    const { utterance } = await wire.next('sentence');
    wire.say('Stop it', { heard: { utterance, text: 'Well, Tell' } });
    await wire.listen();
    await scene.app.disconnect(sessionId);
    await scene.app.untilSettled(sessionId);
    const reply = (received: Parameters<typeof steady>[0]) =>
      received.ok({ reply: 'Well, Tell <b/> all to everybody.' });
    scene.other.script.CHAT = reply;
    const { allTurns, id } = await scene.played({ sessions: [sessionId] });
    scene.other.script.CHAT = steady;
    expect(id).toMatch(/^rep_/);
    expect(allTurns[0]).toMatchObject({ interrupted: true, wordsDiffer: false });
    expect(allTurns[0]?.words).toEqual([
      { kind: 'same', text: 'Well, Tell' },
      { kind: 'unheard', text: 'all to everybody.' },
    ]);
    const chats = scene.other.received.slice(-3).map(({ body }) => body);
    expect(chats.find((body) => body.action === 'CHAT' && 'heard' in body)).toMatchObject({
      heard: 'Well, Tell',
    });
  });

  it('[RP4] messages to the callback address are accepted and shown, and nobody hears them', async () => {
    const id = await scene.hold(avatarId, ['One?', 'Two?']);
    const answers: number[] = [];
    scene.other.script.CHAT = async (received) => {
      const { sessionId } = received.body;
      const { authToken, callbackUrl } = scene.other.login(sessionId);
      const answer = await fetch(callbackUrl, {
        method: 'POST',
        headers: { authorization: `Bearer ${authToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ sessionId, message: `By the way, ${messageOf(received)}` }),
      });
      answers.push(answer.status);
      steady(received);
    };
    const before = await countAll();
    const { allTurns } = await scene.played({ sessions: [id] });
    scene.other.script.CHAT = steady;
    expect(answers).toEqual([200, 200]);
    expect(allTurns.map(({ after }) => after.callbacks)).toEqual([
      ['By the way, One?'],
      ['By the way, Two?'],
    ]);
    expect(await countAll()).toEqual(before);
    const last = scene.other.received.at(-1)?.body.sessionId ?? '';
    const { authToken } = scene.other.login(last);
    const late = await scene.app.test.send({
      method: 'POST',
      url: '/gateway/callback',
      headers: { authorization: `Bearer ${authToken}`, 'content-type': 'application/json' },
      body: { sessionId: last, message: 'Too late.' },
    });
    expect(late.status).toBe(404);
  });

  it('[RP7] refuses sessions of erased visitors, and an erasure takes their part of each replay', async () => {
    const [gone, stays] = [
      await scene.hold(avatarId, ['My secret?'], { userId: 'erased-one' }),
      await scene.hold(avatarId, ['Open?'], { userId: 'other-one' }),
    ];
    const { id } = await scene.played({ sessions: [gone, stays] });
    const { sql } = scene.app.test;
    const [row] = await sql<{ visitor: string }[]>`
      select visitor_id::text as visitor from sessions where id = ${gone}`;
    await testChange(sql, (change) => eraseVisitor(change, scene.accountId, row?.visitor ?? ''));
    const kept = await scene.replays.detail(scene.accountId, id);
    expect(kept.sessions).toEqual({ chosen: 2, played: 1, deleted: 1 });
    expect((await scene.turnsOf(id)).map(({ question }) => question)).toEqual(['Open?']);
    await expect(scene.create({ sessions: [gone] })).rejects.toThrow(/was erased/);
    const again = await scene.played({ avatar: String(avatarId) });
    expect(again.allTurns.some(({ question }) => question === 'My secret?')).toBe(false);
  });

  it('[RP7] an erasure while the session is being played ends it', async () => {
    const id = await scene.hold(avatarId, ['One?', 'Two?', 'Three?'], { userId: 'erased-two' });
    const { sql } = scene.app.test;
    scene.other.script.CHAT = async (received) => {
      if (messageOf(received) === 'Two?') {
        const [row] = await sql<{ visitor: string }[]>`
          select visitor_id::text as visitor from sessions where id = ${id}`;
        await testChange(sql, (change) => eraseVisitor(change, scene.accountId, row?.visitor ?? ''));
      }
      steady(received);
    };
    const { allTurns, state } = await scene.played({ sessions: [id] });
    scene.other.script.CHAT = steady;
    expect([allTurns, state]).toEqual([[], 'done']);
    const visit = [...visitsTo(scene.other).values()].at(-1) ?? [];
    expect(visit.map(({ body }) => body.action)).toEqual(['LOGIN', 'CHAT', 'CHAT', 'LOGOUT']);
  });

  it('[RP7] refuses live sessions and those of others', async () => {
    const { sessionId, wire } = await scene.app.talk(avatarId);
    await expect(scene.create({ sessions: [sessionId] })).rejects.toThrow(/has not ended/);
    await expect(scene.create({ sessions: ['ses_none'] })).rejects.toThrow(/no session/);
    await expect(scene.create({ avatar: '999' })).rejects.toThrow(/no avatar 999/);
    await scene.app.disconnect(sessionId);
    await scene.app.untilSettled(sessionId);
    wire.socket.close();
  });

  it('[RP10] [RP11] [RP14] can be stopped, keeps what it has, and at most two wait or run', async () => {
    const id = await scene.hold(avatarId, ['One?', 'Two?']);
    const held: (() => void)[] = [];
    scene.other.script.CHAT = (received) =>
      messageOf(received) === 'Two?' ? void held.push(() => steady(received)) : steady(received);
    const replay = await scene.create({ sessions: [id] });
    const next = await scene.create({ sessions: [id] });
    await expect(scene.create({ sessions: [id] })).rejects.toThrow(/At most 2/);
    const settled = scene.replays.settled();
    await until('it waits for an answer', () => held.length === 1);
    expect(await scene.replays.read(scene.accountId, next.id)).toMatchObject({ state: 'waiting' });
    for (const { id: open } of await scene.replays.list(scene.accountId, { after: null, limit: 2 }))
      await testChange(scene.app.test.sql, (change) => scene.replays.stop(change, scene.accountId, open));
    for (const answer of held) answer();
    await settled;
    scene.other.script.CHAT = steady;
    const stopped = await scene.replays.detail(scene.accountId, replay.id);
    expect(stopped).toMatchObject({ state: 'stopped', summary: { turns: 1 }, endedAt: expect.any(Number) });
    expect(stopped.problem).toMatch(/stopped it/);
  });

  it('[RP7] [RP10] ends by itself if nothing but failures comes, and only its turns quote the other brain', async () => {
    const avatar = await holdMany(8, 5);
    scene.other.script.CHAT = (received) =>
      received.answer(500, `Cannot parse "${messageOf(received)}, I am ill."`);
    const { state, problem, summary, allTurns } = await scene.played({ avatar: String(avatar) });
    scene.other.script.CHAT = steady;
    expect(state).toBe('failed');
    expect(problem).toBe(
      'The other brain failed 20 times in a row, so the replay ended. Its turns and sessions say why.',
    );
    expect(summary.turns).toBeLessThan(40);
    expect(allTurns[0]?.after.problem).toContain('500');
  });
});
