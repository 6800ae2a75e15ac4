import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../live/testing/index.ts';
import { testBox } from '../testing/app/index.ts';
import { replayLimits } from './replay-limits.ts';
import { claimReplay, releaseClaim, renewClaim } from './replay-rows.ts';
import { beginSession } from './session-rows.ts';
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
  const giveTo = async (account: string, id: string): Promise<void> => {
    const { sql } = scene.app.test;
    await sql`insert into accounts select (jsonb_populate_record(accounts, ${sql.json({ id: account })})).* from accounts
      where id = ${scene.accountId} on conflict do nothing`;
    await sql`update replays set account_id = ${account} where id = ${id}`;
  };
  /** Makes it look as if it had run for so long. */
  const letRun = (id: string, ms: number) =>
    scene.app.test.sql`update replays set ran_ms = ${ms} where id = ${id}`;
  const sixHoursMs = replayLimits.longestHours * 3_600_000;

  it('[RP14] comes before the second one of an account that has one under way', async () => {
    const { sql } = scene.app.test;
    const id = await scene.hold(avatarId, ['One?']);
    const [first, second] = [await scene.create({ sessions: [id] }), await scene.create({ sessions: [id] })];
    await giveTo('acc_patient', second.id);
    const third = await scene.create({ sessions: [id] });
    await sql`update replays set claimed_until = now() - interval '1 minute' where id = ${third.id}`;
    await sql`update replays set claimed_until = now() - interval '1 hour' where id = ${first.id}`;
    const claim = async (...accountsHere: string[]) => (await claimReplay(sql, testBox, accountsHere))?.id;
    expect(await claim()).toBe(first.id);
    expect(await claim()).toBe(second.id);
    expect(await claim(scene.accountId)).toBe(undefined);
    expect(await claim('acc_patient')).toBe(third.id);
    await sql`delete from replays where ended_at is null`;
  });

  it('[RP14] ends when processes have carried it out for its longest time, says so and sends LOGOUT', async () => {
    const { sql } = scene.app.test;
    const { id } = await scene.create({ sessions: [await scene.hold(avatarId, ['One?', 'Two?'])] });
    await claimReplay(sql, testBox);
    await letRun(id, sixHoursMs - 500);
    await free(id);
    // It would never answer.
    scene.other.script.CHAT = (received) => (messageOf(received) === 'One?' ? steady(received) : undefined);
    await scene.replays.settled();
    scene.other.script.CHAT = steady;
    const { state, problem, replayedSessions, summary } = await scene.replays.detail(scene.accountId, id);
    expect({ state, problem, turns: summary.turns }).toEqual({
      state: 'failed',
      problem: expect.stringContaining('after 6 hours'),
      turns: 1,
    });
    expect(replayedSessions).toMatchObject([
      { state: 'failed', problem: 'The replay ended before this session was over.', turns: 1 },
    ]);
    const { body } = scene.other.received.at(-1) ?? expect.fail();
    expect(scene.other.actions(body.sessionId)).toEqual(['LOGIN', 'CHAT', 'CHAT', 'LOGOUT']);
  });

  it('[RP9] [RP14] the time in which no process carries it out does not count', async () => {
    const { sql } = scene.app.test;
    const { id } = await scene.create({ sessions: [await scene.hold(avatarId, ['One?'])] });
    const age = (interval: string) =>
      sql`update replays set created_at = created_at - ${interval}::interval,
        claimed_until = claimed_until - ${interval}::interval where id = ${id}`;
    const claim = async () => (await claimReplay(sql, testBox)) ?? expect.fail();
    await age('1 day');
    const first = await claim();
    expect(first.ranMs).toBe(0);
    await age('8 seconds');
    expect(await renewClaim(sql, first)).toBe(true);
    await age('2 seconds');
    await releaseClaim(sql, first);
    await age('1 day');
    const second = await claim();
    expect(second.ranMs).toBeGreaterThanOrEqual(10_000);
    expect(second.ranMs).toBeLessThan(30_000);
    // Its process dies.
    await age('1 day');
    expect((await claim()).ranMs).toBe(second.ranMs);
    await free(id);
    await scene.replays.settled();
    expect(await scene.replays.read(scene.accountId, id)).toMatchObject({ state: 'done' });
  });

  it('[RP1] [RP10] sends LOGOUT when it is stopped, and its session is over', async () => {
    const { id } = await scene.create({ sessions: [await scene.hold(avatarId, ['One?', 'Two?'])] });
    await using runner = scene.runnerWith();
    let asked = '';
    scene.other.script.CHAT = async (received) => {
      asked = received.body.sessionId;
      await scene.stop(id);
      steady(received);
    };
    await runner.settled();
    scene.other.script.CHAT = steady;
    expect(scene.other.actions(asked)).toEqual(['LOGIN', 'CHAT', 'LOGOUT']);
    const { state, replayedSessions } = await scene.replays.detail(scene.accountId, id);
    expect([state, replayedSessions[0]?.state]).toEqual(['stopped', 'failed']);
  });

  it('[RP10] race: a session that begins while its replay is stopped does not begin, or is over', async () => {
    const { sql } = scene.app.test;
    const { id } = await scene.create({ sessions: [await scene.hold(avatarId, ['One?'])] });
    const claimed = (await claimReplay(sql, testBox)) ?? expect.fail();
    const [isLocked, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const stopped = scene.stop(id, async () => {
      isLocked.resolve();
      await mayEnd.promise;
    });
    await isLocked.promise;
    const begins = beginSession(sql, claimed, 1, 'ses_race');
    await until('it waits for the stop', async () => {
      const waiting = await sql`select from pg_locks where not granted`;
      return waiting.length > 0;
    });
    mayEnd.resolve();
    await stopped;
    expect(await begins).toBe(false);
    const { replayedSessions } = await scene.replays.detail(scene.accountId, id);
    expect(replayedSessions).toMatchObject([{ state: 'waiting' }]);
  });

  it('[RP14] gives way after some minutes to accounts that have none under way, and goes on later', async () => {
    const { sql, clock } = scene.app.test;
    const sessions = await Promise.all(
      ['A1', 'A2', 'A3', 'A4', 'A5', 'A6'].map((question) => scene.hold(avatarId, [question])),
    );
    const long = await scene.create({ sessions });
    const held = await scene.create({ sessions: [await scene.hold(avatarId, ['Held?'])] });
    await giveTo('acc_held', held.id);
    const patient = await scene.create({ sessions: [await scene.hold(avatarId, ['Patient?'])] });
    await giveTo('acc_patient', patient.id);
    const asked: string[] = [];
    let letGo = (): void => {};
    scene.other.script.CHAT = (received) => {
      const question = messageOf(received);
      asked.push(question);
      if (asked.length === 1) clock.advance(replayLimits.minutesAtOnce * 60_000);
      if (question === 'Held?') letGo = () => steady(received);
      else steady(received);
    };
    await using runner = scene.runnerWith();
    const settled = runner.settled();
    await until('the patient one is played', async () => {
      void runner.settled();
      return (await scene.replays.read('acc_patient', patient.id)).state === 'done';
    });
    const atOnce = asked.slice(0, asked.indexOf('Patient?')).filter((question) => question.startsWith('A'));
    expect(atOnce.toSorted()).toEqual(['A1', 'A2', 'A3', 'A4']);
    letGo();
    await settled;
    await runner.settled();
    scene.other.script.CHAT = steady;
    expect(await scene.replays.read(scene.accountId, long.id)).toMatchObject({
      state: 'done',
      sessions: { played: 6 },
      summary: { turns: 6 },
    });
    const [row] = await sql`select claim, gave_way as "gaveWay" from replays where id = ${long.id}`;
    expect(row).toEqual({ claim: 2, gaveWay: 1 });
  });

  it('[RP9] [RP14] is given up after many interruptions; giving way is none', async () => {
    const { sql } = scene.app.test;
    const { interruptions } = replayLimits;
    const play = async (gaveWay: number) => {
      const { id } = await scene.create({ sessions: [await scene.hold(avatarId, ['One?'])] });
      await sql`update replays set claim = ${interruptions}, gave_way = ${gaveWay} where id = ${id}`;
      await scene.replays.settled();
      return await scene.replays.read(scene.accountId, id);
    };
    expect(await play(1)).toMatchObject({ state: 'done' });
    expect(await play(0)).toMatchObject({ state: 'failed', problem: expect.stringContaining('20 times') });
  });
});
