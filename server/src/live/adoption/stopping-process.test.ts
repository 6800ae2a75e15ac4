import { closeCodes } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { sleep } from '../../kernel/index.ts';
import { type LiveApp, liveCluster, until, Wire } from '../testing/index.ts';

const twoApps = async () => {
  const cluster = await liveCluster(2);
  const [here, leaving] = cluster.apps as [LiveApp, LiveApp];
  const avatarId = await here.avatar({ transcript: true });
  const talk = async () => {
    const joined = await here.join(avatarId);
    const wire = await leaving.enter(joined);
    wire.ready();
    return { ...joined, wire, resume: wire.welcome.resume };
  };
  return { here, leaving, talk, [Symbol.asyncDispose]: () => cluster[Symbol.asyncDispose]() };
};

describe('a process that stops', () => {
  it('[LV77] releases its sessions, and their clients go on at another process', async () => {
    await using scene = await twoApps();
    const { here, leaving, talk } = scene;
    const { sessionId, wire } = await talk();
    wire.say('one');
    await wire.listen();
    await leaving[Symbol.asyncDispose]();
    expect((await wire.next('restart')).afterMs).toBeLessThan(1_000);
    const back = await here.enter({ sessionId, resume: wire.welcome.resume });
    expect(back.welcome.resumed).toBe(true);
    back.ready();
    back.say('two');
    expect(await back.listen()).toEqual(['You said two.']);
    back.send({ type: 'bye' });
    const { transcript } = await here.untilSettled(sessionId);
    expect(transcript).toHaveLength(4);
    expect(here.endpoint.actions(sessionId)).toEqual(['LOGIN', 'CHAT', 'CHAT', 'LOGOUT']);
  });

  it('[LV78] waits for the end of an answer and of the current utterance, and accepts no client meanwhile', async () => {
    await using scene = await twoApps();
    const { here, leaving, talk } = scene;
    const [quiet, asking] = [await talk(), await talk()];
    let answer = () => {};
    here.endpoint.script.CHAT = (request) => {
      answer = () => request.ok({ reply: 'At last.' });
    };
    asking.wire.say('slow');
    await here.endpoint.next('CHAT', asking.sessionId);
    const drained = leaving.test.app.drain();
    expect(await leaving.test.send({ url: '/readyz' })).toMatchObject({
      status: 503,
      body: { reasons: ['the service is stopping'] },
    });
    expect((await quiet.wire.closing()).code).toBe(closeCodes.restart);
    await until('the quiet one has gone', () => leaving.live.sessions.size === 1);

    const early = await Wire.dial(leaving.url);
    early.hello({ sessionId: quiet.sessionId, resume: quiet.resume });
    expect((await early.closing()).code).toBe(closeCodes.tryLater);
    const back = await here.enter({ sessionId: quiet.sessionId, resume: quiet.resume });
    expect(back.welcome.resumed).toBe(true);

    expect(asking.wire.count('restart')).toBe(0);
    answer();
    expect(await asking.wire.listen()).toEqual(['At last.']);
    expect((await asking.wire.closing()).code).toBe(closeCodes.restart);
    await drained;
    expect(leaving.live.sessions.size).toBe(0);
    const [row] = await here.test.sql`select owner from sessions where id = ${asking.sessionId}`;
    expect(row).toEqual({ owner: '' });
  });

  it('[LV78] a client that is quicker than the release of its session waits for it', async () => {
    await using scene = await twoApps();
    const { here, leaving, talk } = scene;
    const { sessionId, wire, resume } = await talk();
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const { promise: locked, resolve: lock } = Promise.withResolvers<void>();
    const holding = here.test.sql.begin(async (sql) => {
      await sql`select from sessions where id = ${sessionId} for update`;
      lock();
      await held;
    });
    await locked;
    const drained = leaving.test.app.drain();
    await wire.next('restart');
    const back = await Wire.dial(here.url);
    back.hello({ sessionId, resume });
    await until('the release is waited for', () => leaving.live.sessions.settling(sessionId) !== undefined);
    await sleep(500);
    expect(back.frames).toEqual([]);
    letGo();
    expect((await back.next('welcome')).resumed).toBe(true);
    await Promise.all([holding, drained]);
  });

  it('[LV73] another process waits for a client that does not come back, and ends its session', async () => {
    await using scene = await twoApps();
    const { here, leaving, talk } = scene;
    const { sessionId } = await talk();
    await here.endpoint.next('LOGIN', sessionId);
    await leaving[Symbol.asyncDispose]();
    here.test.clock.advance(3_000);
    await here.live.adoption?.adoptUnowned();
    expect(here.live.sessions.get(sessionId)).toBeDefined();
    await here.pass(20_000);
    expect((await here.untilSettled(sessionId)).logout).toBe('done');
    expect((await here.states(sessionId)).filter((state) => state === 'disconnected')).toHaveLength(1);
  });
});
