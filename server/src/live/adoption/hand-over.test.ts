import { closeCodes } from '@parley/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { replaced } from '../session/client/socket-close.ts';
import {
  type LiveApp,
  type LiveCluster,
  liveCluster,
  sequenceProblem,
  until,
  Wire,
} from '../testing/index.ts';

describe('a session in a service of several processes', () => {
  let cluster: LiveCluster;
  let here: LiveApp;
  let there: LiveApp;
  let avatarId: number;
  beforeAll(async () => {
    cluster = await liveCluster(2);
    [here, there] = cluster.apps as [LiveApp, LiveApp];
    avatarId = await here.avatar({ transcript: true });
  });
  afterAll(() => cluster[Symbol.asyncDispose]());

  /** A session that was authenticated at one process, whose client went to the other one. */
  const talkThere = async (reconnects = true) => {
    const joined = await here.join(avatarId);
    const wire = await there.enter({ ...joined, reconnects });
    wire.ready();
    await here.endpoint.next('LOGIN', joined.sessionId);
    await until('the login is noted', async () => (await here.record(joined.sessionId)).login === 'done');
    return { ...joined, wire, resume: wire.welcome.resume };
  };
  const isAt = (app: LiveApp, sessionId: string) => app.live.sessions.get(sessionId) !== undefined;

  it('[LV70] is held by the process that its client connects to, and found through any process', async () => {
    const { sessionId, wire } = await talkThere();
    expect([isAt(here, sessionId), isAt(there, sessionId)]).toEqual([false, true]);
    wire.say('hello');
    expect(await wire.listen()).toEqual(['You said hello.']);
    for (const { test } of [here, there]) {
      const answer = await test.send({
        url: `/session/query?sessionId=${sessionId}&fields=avatarStatus`,
        headers: { 'x-api-key': here.party.key },
      });
      expect(answer).toMatchObject({ status: 200, body: { state: { avatarStatus: 'IDLE' } } });
    }
    expect(await here.callback(sessionId, 'News for you.')).toMatchObject({ status: 200 });
    expect(await wire.listen()).toEqual(['News for you.']);
    expect(await here.disconnect(sessionId)).toMatchObject({ status: 200 });
    expect((await wire.next('end')).reason).toBe('hangup');
    expect(await here.disconnect(sessionId)).toMatchObject({ status: 404 });
    expect((await here.untilSettled(sessionId)).logout).toBe('done');
    expect(here.endpoint.actions(sessionId)).toEqual(['LOGIN', 'CHAT', 'LOGOUT']);
  });

  it('[LV71] moves to the process that its client returns to, and nothing is lost or done twice', async () => {
    const { sessionId, wire, resume } = await talkThere();
    wire.say('one', { id: 1 });
    expect(await wire.listen()).toEqual(['You said one.']);
    wire.cut();
    const back = await here.enter({ sessionId, resume });
    expect(back.welcome).toMatchObject({ sessionId, resumed: true, taken: 1 });
    expect([isAt(here, sessionId), isAt(there, sessionId)]).toEqual([true, false]);
    back.ready();
    // The client sends it again because its receipt was lost.
    back.say('one', { id: 1 });
    back.say('two', { id: 2 });
    expect(await back.listen()).toEqual(['You said two.']);
    expect(await here.states(sessionId)).toEqual([
      'connecting',
      'connecting',
      'connected',
      'disconnected',
      'connecting',
      'connected',
    ]);
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

  it('[LV71] [LV13] moves while its old socket is still open, and that socket is closed as replaced', async () => {
    const { sessionId, wire, resume } = await talkThere();
    await wire.quiet();
    const back = await here.enter({ sessionId, resume: wire.welcome.resume });
    expect(resume).toBe(wire.welcome.resume);
    expect((await wire.closing()).code).toBe(closeCodes.replaced);
    expect(back.welcome.resumed).toBe(true);
    expect((await here.states(sessionId)).slice(-4)).toEqual([
      'connected',
      'disconnected',
      'connecting',
      'connected',
    ]);
  });

  it('[LV71] keeps its pending utterances when it moves', async () => {
    const { sessionId, wire, resume } = await talkThere();
    await wire.quiet();
    wire.cut();
    await until('the drop', () => there.live.sessions.get(sessionId)?.attached === false);
    expect(await here.callback(sessionId, 'Said while away.')).toMatchObject({ status: 200 });
    const back = await here.enter({ sessionId, resume });
    back.ready();
    expect(await back.listen()).toEqual(['Said while away.']);
  });

  it('[LV71] an answer in progress arrives before the session moves', async () => {
    const { sessionId, wire, resume } = await talkThere();
    let answer = () => {};
    here.endpoint.script.CHAT = (request) => {
      answer = () => request.ok({ reply: 'Here it is.' });
    };
    wire.say('slow');
    await here.endpoint.next('CHAT', sessionId);
    here.endpoint.script.CHAT = (request) => request.ok({ reply: 'Another.' });
    wire.cut();
    const back = await Wire.dial(here.url);
    back.hello({ sessionId, resume });
    await until('the drop', () => there.live.sessions.get(sessionId)?.attached === false);
    answer();
    await back.next('welcome');
    back.ready();
    expect(await back.listen()).toEqual(['Here it is.']);
  });

  it('[LV76] whose hand-over is still being stored asks a client that comes back to try later', async () => {
    const { sessionId, wire, resume } = await talkThere();
    await wire.quiet();
    const stored = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const lock = there.test.sql.begin(async (tx) => {
      await tx`select from sessions where id = ${sessionId} for update`;
      locked.resolve();
      await stored.promise;
    });
    await locked.promise;
    const handedOver = there.live.sessions.get(sessionId)?.handOver('', replaced);
    const back = await Wire.dial(there.url);
    back.hello({ sessionId, resume });
    try {
      expect(await back.closing()).toEqual({ code: closeCodes.tryLater, reason: 'try_later' });
      expect(await back.next('error')).toMatchObject({ code: 'try_later' });
    } finally {
      stored.resolve();
      await Promise.all([lock, handedOver]);
    }
    await Wire.enter(there.url, { sessionId, resume });
  });

  it('[LV76] of a process that cannot be reached are listed without their status', async () => {
    const [near, ...far] = [await here.talk(avatarId), await talkThere(), await talkThere()];
    const list = async () => {
      const { body, status } = await here.test.operate({
        url: `/v1/accounts/${here.party.accountId}/sessions/live`,
      });
      const { items } = body as { items: { id: string; avatarStatus: string | null }[] };
      const statusOf = (id: string) => items.find((item) => item.id === id)?.avatarStatus;
      return [status, statusOf(near.sessionId), ...far.map(({ sessionId }) => statusOf(sessionId))];
    };
    await expect.poll(list).toEqual([200, 'IDLE', 'IDLE', 'IDLE']);
    const link = cluster.linkOf(there);
    link.goAway();
    try {
      expect(await list()).toEqual([200, 'IDLE', null, null]);
    } finally {
      link.comeBack();
    }
  });

  it('[LV72] stays where it is if the client at the other process shows a wrong secret', async () => {
    const { sessionId, wire } = await talkThere();
    const stranger = await Wire.dial(here.url);
    stranger.hello({ sessionId, resume: 'x'.repeat(43) });
    expect(await stranger.next('error')).toMatchObject({ code: 'bad_ticket' });
    await wire.quiet();
    expect([isAt(here, sessionId), isAt(there, sessionId)]).toEqual([false, true]);
  });

  it('[LV72] that was used at one process cannot be entered with the same ticket at another', async () => {
    const { sessionId, ticket, wire } = await talkThere();
    const second = await Wire.dial(here.url);
    second.hello({ sessionId, ticket });
    expect(await second.next('error')).toMatchObject({ code: 'bad_ticket' });
    await wire.quiet();
  });

  it('[LV72] one ticket at two processes at the same instant lets one client in', async () => {
    for (let round = 0; round < 5; round++) {
      const { sessionId, ticket } = await here.join(avatarId);
      const wires = await Promise.all([Wire.dial(here.url), Wire.dial(there.url)]);
      for (const wire of wires) wire.hello({ sessionId, ticket });
      await until('both are answered', () =>
        wires.every((wire) => wire.count('welcome') + wire.count('error') > 0),
      );
      expect(wires.map((wire) => wire.count('welcome')).toSorted()).toEqual([0, 1]);
    }
  });

  it('[LV73] whose ticket is not used ends after 30 s, at whichever process looks', async () => {
    const { sessionId } = await here.join(avatarId);
    expect(await here.query(sessionId)).toMatchObject({ status: 200 });
    const unused = await here.join(avatarId);
    there.test.clock.advance(31_000);
    for (const app of [here, there]) app.test.clock.advance(1);
    await there.live.adoption?.adoptUnowned();
    await there.live.sessions.sweep();
    await here.untilState(unused.sessionId, 'ended');
    expect(await here.query(unused.sessionId)).toMatchObject({ status: 404 });
    expect((await here.record(sessionId)).state).toBe('waiting');
  });
});
