import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSealedBox } from '../kernel/index.ts';
import { until } from '../live/testing/index.ts';
import { testBox } from '../testing/app/index.ts';
import { testChange } from '../testing/index.ts';
import { eraseVisitor } from '../user-data/index.ts';
import { replayLimits } from './replay-limits.ts';
import { claimReplay } from './replay-rows.ts';
import { beginSession, takeCallback } from './session-rows.ts';
import { messageOf, type ReplayScene, replayScene, steady } from './testing/replay-scene.ts';

describe('a replay whose process is gone', () => {
  let scene: ReplayScene;
  let sessionId: string;
  beforeAll(async () => {
    scene = await replayScene();
    sessionId = await scene.hold(await scene.app.avatar(), ['One?']);
  });
  afterAll(() => scene[Symbol.asyncDispose]());
  const free = (id: string) => scene.app.test.sql`update replays set claimed_until = now() where id = ${id}`;
  /** Its process dies after the LOGIN of its session. */
  const begun = async (playedAs: string, session = sessionId): Promise<string> => {
    const { sql } = scene.app.test;
    const { id } = await scene.create({ sessions: [session], endpointKey: 'its-key' });
    const dead = (await claimReplay(sql, testBox)) ?? expect.fail();
    expect(await beginSession(sql, dead, 1, playedAs)).toBe(true);
    return id;
  };
  const stateOf = async (id: string) => {
    const { state, problem, endedAt, replayedSessions } = await scene.replays.detail(scene.accountId, id);
    const [row] = await scene.app.test.sql<{ hasKey: boolean }[]>`
      select key_sealed is not null as "hasKey" from replays where id = ${id}`;
    return { state, problem, isOver: endedAt !== null, session: replayedSessions[0]?.state, ...row };
  };
  const over = { isOver: true, session: 'failed', hasKey: false };

  it.each([
    ['was interrupted too often', { claim: replayLimits.interruptions }, /was given up/],
    ['took too long', { ran_ms: replayLimits.longestHours * 3_600_000 }, /after 6 hours/],
  ])('[RP1] sends LOGOUT before it ends because it %s', async (what, values, problem) => {
    const { sql } = scene.app.test;
    const id = await begun(`ses_${what}`);
    await sql`update replays set ${sql(values)}, claimed_until = now() where id = ${id}`;
    await scene.replays.settled();
    expect(scene.other.actions(`ses_${what}`)).toEqual(['LOGOUT']);
    expect(await stateOf(id)).toEqual({ ...over, state: 'failed', problem: expect.stringMatching(problem) });
  });

  it('[RP1] [RP8] [RP10] that is stopped keeps its key until another process has sent LOGOUT', async () => {
    const { sql } = scene.app.test;
    const id = await begun('ses_stopped');
    await scene.stop(id);
    const stopped = { state: 'stopped', problem: expect.stringContaining('stopped it') };
    expect(await stateOf(id)).toEqual({ ...stopped, isOver: false, session: 'playing', hasKey: true });
    expect(await takeCallback(sql, 'ses_stopped', 'Hello?')).toBe('ended');
    await expect(scene.stop(id)).rejects.toThrow(/over already/);
    await free(id);
    await scene.replays.settled();
    expect(scene.other.actions('ses_stopped')).toEqual(['LOGOUT']);
    expect(scene.other.of('ses_stopped')[0]?.headers.authorization).toBe('Bearer its-key');
    expect(await stateOf(id)).toEqual({ ...stopped, ...over });
  });

  it('[RP10] is over if its key cannot be opened any more, and does not keep others waiting', async () => {
    const { sql } = scene.app.test;
    const [lost, stopped] = [await begun('ses_lost'), await begun('ses_lost_and_stopped')];
    await scene.stop(stopped);
    const sealed = createSealedBox([randomBytes(32)]).seal('its-key', 'anything');
    await sql`update replays set key_sealed = ${sealed}, claimed_until = now() where id = any(${[lost, stopped]})`;
    const next = await scene.create({ sessions: [sessionId] });
    await scene.replays.settled();
    expect(await stateOf(lost)).toEqual({
      ...over,
      state: 'failed',
      problem: expect.stringContaining('SECRET_KEY'),
    });
    expect(await stateOf(stopped)).toMatchObject({ ...over, state: 'stopped' });
    expect(await scene.replays.read(scene.accountId, next.id)).toMatchObject({ state: 'done' });
  });

  it('[RP8] [RP10] is over although its LOGOUT fails, or although LOGOUT ends every process', async () => {
    scene.other.script.LOGOUT = (received) => received.answer(500, {});
    const failing = await begun('ses_failing');
    await scene.stop(failing);
    await free(failing);
    await scene.replays.settled();
    scene.other.script.LOGOUT = (received) => received.ok();
    expect(await stateOf(failing)).toMatchObject({ ...over, state: 'stopped' });

    const fatal = await begun('ses_fatal');
    await scene.stop(fatal);
    const claim = replayLimits.interruptions + 1;
    await scene.app.test.sql`update replays set claim = ${claim}, claimed_until = now() where id = ${fatal}`;
    await scene.replays.settled();
    expect(scene.other.actions('ses_fatal')).toEqual([]);
    expect(await stateOf(fatal)).toMatchObject({ ...over, state: 'stopped' });
  });

  it('[RP7] [RP8] that is stopped is over without LOGOUT if its visitor is erased meanwhile', async () => {
    const { sql } = scene.app.test;
    const erased = await scene.hold(await scene.app.avatar(), ['Two?'], { userId: 'erased' });
    const id = await begun('ses_erased', erased);
    await scene.stop(id);
    const [row] = await sql<{ visitor: string }[]>`
      select visitor_id::text as visitor from sessions where id = ${erased}`;
    await testChange(sql, (change) => eraseVisitor(change, scene.accountId, row?.visitor ?? ''));
    await free(id);
    await scene.replays.settled();
    expect(scene.other.actions('ses_erased')).toEqual([]);
    expect(await stateOf(id)).toMatchObject({ ...over, state: 'stopped', session: undefined });
  });

  it('[RP1] [RP10] that is stopped waits for no other replay, and another one may start', async () => {
    const held: (() => void)[] = [];
    scene.other.script.CHAT = (received) => void held.push(() => steady(received));
    const id = await begun('ses_first');
    const long = await scene.create({ sessions: [sessionId] });
    await using runner = scene.runnerWith();
    const settled = runner.settled();
    await until('the other one waits for an answer', () => held.length === 1);
    await scene.stop(id);
    await scene.create({ sessions: [sessionId] });
    await free(id);
    await until('it is over', async () => {
      void runner.settled();
      return (await stateOf(id)).isOver;
    });
    expect(scene.other.actions('ses_first')).toEqual(['LOGOUT']);
    expect(await scene.replays.read(scene.accountId, long.id)).toMatchObject({ state: 'running' });
    scene.other.script.CHAT = steady;
    for (const answer of held) answer();
    await settled;
  });

  it('[RP1] [RP9] that is stopped and then loses its process during LOGOUT gets it from the next one', async () => {
    const { id } = await scene.create({ sessions: [sessionId] });
    let [playedAs, isHeld] = ['', false];
    scene.other.script.CHAT = async (received) => {
      playedAs = received.body.sessionId;
      if (messageOf(received) === 'One?') await scene.stop(id);
      steady(received);
    };
    scene.other.script.LOGOUT = () => {
      isHeld = true;
    };
    {
      await using runner = scene.runnerWith();
      void runner.settled();
      await until('LOGOUT waits for its answer', () => isHeld);
    }
    scene.other.script.CHAT = steady;
    scene.other.script.LOGOUT = (received) => received.ok();
    expect(await stateOf(id)).toMatchObject({ state: 'stopped', isOver: false });
    await scene.replays.settled();
    expect(scene.other.actions(playedAs)).toEqual(['LOGIN', 'CHAT', 'LOGOUT', 'LOGOUT']);
    expect(await stateOf(id)).toMatchObject({ ...over, state: 'stopped' });
  });

  it('[RP1] [RP9] that loses its process during the last LOGOUT plays the session again, and sends both LOGOUTs', async () => {
    const { id } = await scene.create({ sessions: [sessionId] });
    const asked: string[] = [];
    scene.other.script.LOGOUT = ({ body }) => void asked.push(body.sessionId);
    {
      await using runner = scene.runnerWith();
      void runner.settled();
      await until('LOGOUT waits for its answer', () => asked.length === 1);
    }
    scene.other.script.LOGOUT = (received) => received.ok();
    await scene.replays.settled();
    expect(scene.other.actions(asked[0] ?? '')).toEqual(['LOGIN', 'CHAT', 'LOGOUT', 'LOGOUT']);
    expect(await scene.replays.read(scene.accountId, id)).toMatchObject({
      state: 'done',
      summary: { turns: 1 },
    });
  });
});
