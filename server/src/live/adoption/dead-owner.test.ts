import { closeCodes } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { type LiveApp, liveCluster, sequenceProblem, until, Wire } from '../testing/index.ts';

const twoApps = async () => {
  const cluster = await liveCluster(2);
  const [here, there] = cluster.apps as [LiveApp, LiveApp];
  const avatarId = await here.avatar({ transcript: true });
  const talkThere = async () => {
    const joined = await here.join(avatarId);
    const wire = await there.enter(joined);
    wire.ready();
    await here.endpoint.next('LOGIN', joined.sessionId);
    await until('the login is noted', async () => (await here.record(joined.sessionId)).login === 'done');
    return { ...joined, wire, resume: wire.welcome.resume };
  };
  return {
    cluster,
    here,
    there,
    avatarId,
    talkThere,
    [Symbol.asyncDispose]: () => cluster[Symbol.asyncDispose](),
  };
};
type Talk = Awaited<ReturnType<Awaited<ReturnType<typeof twoApps>>['talkThere']>>;

describe('sessions of a process that was declared dead', () => {
  it('[LV74] go on at another process, and the old one drops them without writing anything', async () => {
    await using scene = await twoApps();
    const { cluster, here, there, talkThere } = scene;
    const { sessionId, wire } = await talkThere();
    wire.say('one');
    await wire.listen();
    // What it has not stored by then is lost, as with kill -9.
    await until('it is recorded', async () => (await here.record(sessionId)).transcript.length === 2);
    await cluster.failOver(there, here);
    // The process learned that it was replaced.
    expect(await wire.next('restart')).toMatchObject({ type: 'restart' });
    expect((await wire.closing()).code).toBe(closeCodes.restart);
    expect(there.live.sessions.size).toBe(0);
    expect((await here.states(sessionId)).at(-1)).toBe('disconnected');
    const back = await there.enter({ sessionId, resume: wire.welcome.resume });
    back.ready();
    back.say('two');
    expect(await back.listen()).toEqual(['You said two.']);
    back.send({ type: 'bye' });
    const { transcript } = await here.untilSettled(sessionId);
    expect(transcript.map(({ message }) => message)).toEqual([
      'one',
      'You said one.',
      'two',
      'You said two.',
    ]);
    expect(here.endpoint.actions(sessionId)).toEqual(['LOGIN', 'CHAT', 'CHAT', 'LOGOUT']);
    expect(sequenceProblem(await here.connectionEvents(sessionId))).toBeNull();
  });

  it('[LV74] a process that was not notified notices when it writes, and confirms nothing', async () => {
    await using scene = await twoApps();
    const { cluster, here, there, talkThere } = scene;
    const talks: Talk[] = [];
    for (let i = 0; i < 3; i++) talks.push(await talkThere());
    const [dropped, spoken, ended] = talks as [Talk, Talk, Talk];
    spoken.wire.cut();
    await until('the drop', () => there.live.sessions.get(spoken.sessionId)?.attached === false);
    await here.untilState(spoken.sessionId, 'dropped');
    await cluster.cutOff(there);
    await cluster.failOver(there, here);
    expect(there.live.sessions.size).toBe(3);

    const callback = there.live.sessions.get(spoken.sessionId) && there.test.bus.sessions;
    await expect(
      callback?.callback(spoken.sessionId, { message: 'Lost?', interrupt: false }),
    ).rejects.toThrow('taken over');
    await expect(there.test.bus.sessions.disconnect(ended.sessionId)).rejects.toThrow('taken over');
    dropped.wire.send({ type: 'platform', platform: 'media-stream' });
    expect((await dropped.wire.closing()).code).toBe(closeCodes.restart);
    expect((await ended.wire.closing()).code).toBe(closeCodes.restart);
    expect(there.live.sessions.size).toBe(0);
    for (const { sessionId } of talks) {
      expect((await here.record(sessionId)).state).toBe('dropped');
      expect((await here.states(sessionId)).at(-1)).toBe('disconnected');
      expect(await here.query(sessionId)).toMatchObject({ status: 200 });
    }
    expect(here.endpoint.actions(ended.sessionId)).toEqual(['LOGIN']);
  });

  it('[LV74] a process that stood still asks and confirms nothing for them, although it was not notified', async () => {
    await using scene = await twoApps();
    const { here, there, talkThere } = scene;
    const membership = there.test.cluster?.membership;
    if (membership === undefined) throw new Error('no process of a cluster');
    const standStill = () => {
      membership.noticeFreeze = () => {
        membership.noticeFreeze = () => {};
        membership.handleReplaced(membership.id);
      };
    };
    const asks = await talkThere();
    standStill();
    asks.wire.say('Who answers?');
    expect((await asks.wire.closing()).code).toBe(closeCodes.restart);
    await until('it goes on under a new id', () => membership.isLeaseValid());
    const called = await talkThere();
    standStill();
    const callBack = () =>
      there.test.bus.sessions.callback(called.sessionId, { message: 'Lost?', interrupt: false });
    await until('another process takes it', async () => (await callBack().catch(() => null)) === 'taken');
    expect((await called.wire.closing()).code).toBe(closeCodes.restart);
    const back = await here.enter({ sessionId: called.sessionId, resume: called.resume });
    back.ready();
    expect(await back.listen()).toEqual(['Lost?']);
    expect(here.endpoint.actions(asks.sessionId)).toEqual(['LOGIN']);
  });

  it('[LV75] their post-session tasks are done by another process', async () => {
    await using scene = await twoApps();
    const { cluster, here, there, talkThere } = scene;
    const { sessionId, wire } = await talkThere();
    here.endpoint.script.LOGOUT = (request) => request.answer(500, {});
    wire.send({ type: 'bye' });
    await here.endpoint.next('LOGOUT', sessionId);
    here.endpoint.script.LOGOUT = (request) => request.ok();
    await until('the next try is stored', async () => {
      const [row] = await here.test.sql`select logout_due_at from sessions where id = ${sessionId}`;
      return row?.logout_due_at;
    });
    // The LOGOUT is not this process's task.
    await here.passToLogouts(60_000);
    expect(here.endpoint.actions(sessionId)).toEqual(['LOGIN', 'LOGOUT']);
    await cluster.failOver(there, here);
    expect((await here.untilSettled(sessionId)).logout).toBe('done');
    expect(here.endpoint.actions(sessionId)).toEqual(['LOGIN', 'LOGOUT', 'LOGOUT']);
  });

  it('[LV76] do not count as ended while their owner cannot be reached', async () => {
    await using scene = await twoApps();
    const { cluster, here, there, talkThere } = scene;
    const { sessionId, wire } = await talkThere();
    await cluster.cutOff(there);
    expect(await here.query(sessionId)).toMatchObject({ status: 500, body: { failReason: 45 } });
    const back = await Wire.dial(here.url);
    back.hello({ sessionId, resume: wire.welcome.resume });
    expect(await back.next('error')).toMatchObject({ code: 'try_later' });
    expect((await back.closing()).code).toBe(closeCodes.tryLater);
    wire.say('still here');
    expect(await wire.listen()).toEqual(['You said still here.']);
    expect(there.live.sessions.size).toBe(1);
  });
});
