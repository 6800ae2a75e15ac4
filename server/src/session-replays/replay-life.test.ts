import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { completion } from '../brain/testing/model-under-test.ts';
import { until } from '../live/testing/index.ts';
import { type DashboardScene, dashboardScene } from '../management/testing/dashboard-scene.ts';
import { startReceiver } from '../outbound/testing/receiver.ts';
import { testApp, testBox } from '../testing/app/index.ts';
import { replayLimits } from './replay-limits.ts';
import { claimReplay, finishReplay, renewClaim } from './replay-rows.ts';
import { beginSession, takeCallback } from './session-rows.ts';
import { messageOf, type ReplayScene, replayScene, steady } from './testing/replay-scene.ts';

describe('a replay', () => {
  let scene: ReplayScene;
  let avatarId: number;
  beforeAll(async () => {
    scene = await replayScene();
    avatarId = await scene.app.avatar();
  });
  afterAll(() => scene[Symbol.asyncDispose]());
  const free = (id: string) => scene.app.test.sql`update replays set claimed_until = now() where id = ${id}`;

  it('[RP9] goes on after its process has died, and ends the session that had begun', async () => {
    const { sql } = scene.app.test;
    const ids = [await scene.hold(avatarId, ['One?', 'Two?']), await scene.hold(avatarId, ['Three?'])];
    const { id } = await scene.create({ sessions: ids });
    // The process that claimed it is gone after the first words.
    const dead = await claimReplay(sql, testBox);
    if (dead === null) throw new Error('nothing was due');
    expect(await beginSession(sql, dead, 1, 'ses_lost')).toBe(true);
    expect(await takeCallback(sql, 'ses_lost', 'Hello?')).toBe('taken');
    await scene.replays.settled();
    expect(await scene.replays.read(scene.accountId, id)).toMatchObject({ state: 'running' });
    await free(id);
    await scene.replays.settled();
    const { state, sessions, summary } = await scene.replays.read(scene.accountId, id);
    expect({ state, sessions, turns: summary.turns, different: summary.different }).toEqual({
      state: 'done',
      sessions: { chosen: 2, played: 2, deleted: 0 },
      turns: 3,
      different: 0,
    });
    expect(scene.other.actions('ses_lost')).toEqual(['LOGOUT']);
    // It comes back to life, and may not change anything any more.
    await finishReplay(sql, dead, 'late');
    expect([await renewClaim(sql, dead), await beginSession(sql, dead, 1, 'ses_late')]).toEqual([
      false,
      false,
    ]);
    expect(await scene.replays.read(scene.accountId, id)).toMatchObject({ state: 'done', problem: null });
  });

  it('[RP9] goes on in another process when its own stops, and what was played stays', async () => {
    const { sql, databaseUrl: url } = scene.app.test;
    const ids = [await scene.hold(avatarId, ['First?']), await scene.hold(avatarId, ['Second?', 'Third?'])];
    const { id } = await scene.create({ sessions: ids });
    let isHeld = false;
    scene.other.script.CHAT = (received) => {
      if (messageOf(received) !== 'Third?') return steady(received);
      isHeld = true;
    };
    const database = { sql, url, [Symbol.asyncDispose]: async () => {} };
    {
      await using second = await testApp({ database });
      void second.app.replays.settled();
      await until('it waits for the last answer', () => isHeld);
      await until('the first session is played', async () => {
        const { sessions } = await scene.replays.read(scene.accountId, id);
        return sessions.played === 1;
      });
    }
    expect(await scene.replays.read(scene.accountId, id)).toMatchObject({ state: 'running', endedAt: null });
    scene.other.script.CHAT = steady;
    await scene.replays.settled();
    const { state, summary } = await scene.replays.read(scene.accountId, id);
    expect({ state, turns: summary.turns, different: summary.different }).toEqual({
      state: 'done',
      turns: 3,
      different: 0,
    });
    const firsts = scene.other.received.filter(({ body }) => 'message' in body && body.message === 'First?');
    expect(firsts).toHaveLength(1);
  });

  it('[RP11] ends when its turns take as many bytes as they may, also those of earlier processes', async () => {
    const { sql } = scene.app.test;
    const ids = [await scene.hold(avatarId, ['One?']), await scene.hold(avatarId, ['Two?', 'Three?'])];
    const { id } = await scene.create({ sessions: ids });
    await claimReplay(sql, testBox);
    await sql`insert into replay_turns (replay_id, session, number, turn, question, interrupted, after_words, after_tags,
        different, words_differ, tags_differ)
      select ${id}, 1, number, number, repeat('q', 10000), false, repeat('a', 10000), '[]', false, false, false
      from generate_series(1, 998) as number`;
    await sql`update replay_sessions set state = 'played' where replay_id = ${id} and number = 1`;
    await free(id);
    scene.other.script.CHAT = (received) => received.ok({ reply: 'word '.repeat(8_000) });
    await scene.replays.settled();
    scene.other.script.CHAT = steady;
    const { state, problem, summary } = await scene.replays.read(scene.accountId, id);
    expect({ state, problem }).toEqual({ state: 'failed', problem: expect.stringContaining('20 MB') });
    expect(summary.turns).toBe(999);
  });

  it('[RP4] [RP11] the callback after as many as are kept is told that there are too many', async () => {
    const id = await scene.hold(avatarId, ['One?']);
    const answers: [number, string][] = [];
    scene.other.script.CHAT = async (received) => {
      const { sessionId } = received.body;
      const headers = { authorization: `Bearer ${scene.other.login(sessionId).authToken}` };
      const { takeCallback } = scene.replays;
      for (let count = 1; count < replayLimits.callbacks; count++)
        await takeCallback(sessionId, `Message ${count}`);
      for (const message of ['The last one.', 'One too many.']) {
        const body = { sessionId, message };
        const answer = await scene.app.test.send({ method: 'POST', url: '/gateway/callback', headers, body });
        answers.push([answer.status, (answer.body as { statusMessage: string }).statusMessage]);
      }
      steady(received);
    };
    const { allTurns } = await scene.played({ sessions: [id] });
    scene.other.script.CHAT = steady;
    expect(answers).toEqual([
      [200, 'Message accepted'],
      [429, 'This session of a replay has stored as many messages as it may between two questions: 20.'],
    ]);
    expect(allTurns[0]?.after.callbacks).toHaveLength(replayLimits.callbacks);
    expect(allTurns[0]?.after.callbacks.at(-1)).toBe('The last one.');
  });

  it('[RP8] refuses addresses that an endpoint may not have; the sealed key goes at the end', async () => {
    const id = await scene.hold(avatarId, ['One?']);
    await expect(scene.create({ sessions: [id], endpointUrl: 'http://192.168.0.1/' })).rejects.toThrow();
    await expect(scene.create({ sessions: [id], endpointUrl: 'nowhere' })).rejects.toThrow(/not an http/);
    const { sql } = scene.app.test;
    const { id: replay } = await scene.create({ sessions: [id], endpointKey: 'canary-key' });
    const read = async () => {
      const [row] = await sql<{ sealed: string | null; whole: string }[]>`
        select key_sealed as sealed, replays::text as whole from replays where id = ${replay}`;
      return row;
    };
    expect(await read()).toMatchObject({ sealed: expect.stringMatching(/^s1\./) });
    expect((await read())?.whole).not.toContain('canary-key');
    await scene.replays.settled();
    expect(await read()).toMatchObject({ sealed: null });
    expect(scene.other.received.at(-1)?.headers.authorization).toBe('Bearer canary-key');
  });

  it('[RP1] a language model gets the avatar’s prompt and the replayed conversation', async () => {
    await using server = await startReceiver((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(completion('The model says so.'));
    });
    const ids = [await scene.hold(avatarId, ['One?', 'Two?'])];
    const model = {
      modelName: 'other',
      modelUrl: `${server.url}v1`,
      modelKey: 'k-1',
      modelPrompt: 'Be kind.',
    };
    const { summary } = await scene.played({ sessions: ids, ...model });
    expect(summary).toMatchObject({ turns: 2, wordsDiffer: 2, after: { failed: 0 } });
    const bodies = server.requests.map(
      ({ body }) => JSON.parse(body) as { model: string; messages: unknown },
    );
    expect(bodies[1]).toMatchObject({
      model: 'other',
      messages: [
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: 'One?' },
        { role: 'assistant', content: 'The model says so.' },
        { role: 'user', content: 'Two?' },
      ],
    });
    await expect(scene.create({ sessions: ids, ...model, endpointUrl: server.url })).rejects.toThrow(
      /either endpointUrl or/,
    );
  });

  it('[RP12] has a report in one file that loads nothing, and escapes what was said', async () => {
    const hostile = '<script src="https://evil.example/">alert(1)</script> Hello?';
    const id = await scene.hold(avatarId, [hostile]);
    scene.other.script.CHAT = (received) =>
      received.ok({ reply: '1 < 2 & <img src="https://x.example/"> <new/> words' });
    const replay = await scene.played({ sessions: [id] });
    scene.other.script.CHAT = steady;
    const page = await scene.replays.report(scene.accountId, replay.id);
    expect(page).not.toMatch(/<(script|link|img|iframe|object)|@import|url\(|\b(src|href)=["']/);
    expect(page).toContain('1 of 1 answers differ');
    expect(page).toMatch(/<ins>[^<]*words/);
    expect(page).toContain('&lt;script src=');
    expect(page).toContain(id);
  });
});

describe('the calls of replays', () => {
  let scene: DashboardScene;
  beforeAll(async () => {
    scene = await dashboardScene();
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  it('[RP6] are for owners alone, and the start makes one audit entry without the key', async () => {
    const { accountId, owner, memberPerson, session } = await scene.makeThings('replaying');
    const parts = { account: accountId };
    const body = {
      sessions: [session],
      endpointUrl: 'http://127.0.0.1:9/x?key=hidden',
      endpointKey: 'canary',
    };
    expect((await scene.ask(memberPerson, 'replays.create', { parts, body })).status).toBe(403);
    expect((await scene.ask(memberPerson, 'replays.list', { parts })).status).toBe(403);
    const made = await scene.ask(owner, 'replays.create', { parts, body });
    expect(made).toMatchObject({ status: 201, body: { state: 'waiting', url: 'http://127.0.0.1:9/x' } });
    const { body: audit, text } = await scene.ask(owner, 'audit.list', {
      parts,
      query: { action: 'replays.create' },
    });
    const { items } = audit as { items: readonly { details: unknown; who: string }[] };
    expect(items.filter(({ who }) => who === owner.email)).toEqual([
      expect.objectContaining({
        details: { url: 'http://127.0.0.1:9/x', sessions: 1, keepUserIds: false },
      }),
    ]);
    expect(text).not.toMatch(/canary|hidden/);
  });
});
