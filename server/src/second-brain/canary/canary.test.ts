import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  LiveApp,
  type LiveCluster,
  liveCluster,
  type Received,
  type ScriptedEndpoint,
  startEndpoint,
  until,
} from '../../live/testing/index.ts';
import { testChange } from '../../testing/index.ts';

const reply = (text: string) => ({ CHAT: (request: Received) => request.ok({ reply: text }) });

describe('a canary', () => {
  let app: LiveApp;
  let canary: ScriptedEndpoint;
  beforeAll(async () => {
    app = await LiveApp.start();
    canary = await startEndpoint(reply('Tweet.'));
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await canary[Symbol.asyncDispose]();
  });
  const avatarWith = (input: Parameters<LiveApp['avatar']>[0] = {}) =>
    app.avatar({ secondRole: 'canary', canaryShare: 100, secondEndpointUrl: canary.url, ...input });
  const stateOf = async (id: number) => {
    const [row] = await app.test.sql<{ share: number; stopped: string | null }[]>`
      select canary_share as share, canary_stopped as stopped from avatars where id = ${id}`;
    return row;
  };
  const say = async (avatarId: number, ...words: string[]) => {
    const { sessionId, wire } = await app.talk(avatarId);
    for (const word of words) {
      wire.say(word);
      await wire.listen();
    }
    return { sessionId, wire };
  };

  it('[SB8] answers its share of new sessions', async () => {
    const avatarId = await avatarWith({ canaryShare: 25 });
    for (let count = 0; count < 40; count++) await app.join(avatarId);
    const [row] = await app.test.sql<{ count: number }[]>`
      select count(*)::int as count from sessions where avatar_id = ${avatarId} and canary`;
    expect(Math.abs((row?.count ?? 0) - 10)).toBeLessThanOrEqual(1);
  });

  it('[SB9] keeps a session when it is stopped, switched off or promoted', async () => {
    const avatarId = await avatarWith({ secondEndpointKey: 'canary-key' });
    const { sessionId, wire } = await app.talk(avatarId);
    const ref = { accountId: app.party.accountId, id: avatarId };
    const changes = [
      () => app.changeAvatar(avatarId, { canaryShare: 0 }),
      () => app.changeAvatar(avatarId, { secondRole: 'off' }),
      () => testChange(app.test.sql, (change) => app.test.app.avatars.promote(change, ref)),
    ];
    for (const change of changes) {
      await change();
      wire.say('hello');
      expect(await wire.listen()).toEqual(['Tweet.']);
    }
    wire.send({ type: 'bye' });
    await canary.next('LOGOUT', sessionId);
    expect(canary.actions(sessionId)).toEqual(['LOGIN', 'CHAT', 'CHAT', 'CHAT', 'LOGOUT']);
    expect(canary.of(sessionId)[0]?.headers.authorization).toBe('Bearer canary-key');
    expect(await app.record(sessionId)).toMatchObject({ canary: true });
  });

  it('[SB13] is stopped in one change, with audit entry, mail and event, and told once', async () => {
    await app.enableEvents('avatar:canary-stopped');
    await using broken = await startEndpoint({ CHAT: (request) => request.answer(500, {}) });
    const avatarId = await avatarWith({ secondEndpointUrl: broken.url, webhookId: await app.webhook() });
    await say(avatarId, 'one', 'two', 'three', 'four');
    await until('the canary is stopped', async () => (await stateOf(avatarId))?.share === 0);
    const text = String((await stateOf(avatarId))?.stopped);
    // The fourth turn may have failed before the third was counted.
    expect(text).toMatch(/^([34]) of its last \1 turns failed; the limit is 10 %\.$/);
    const { sql } = app.test;
    const target = String(avatarId);
    expect(
      await sql`select who, details from audit_log where action = 'avatars.stopCanary' and target_id = ${target}`,
    ).toEqual([{ who: 'system', details: { share: 100, reason: text } }]);
    const mails = await sql<{ body: string }[]>`
      select body from mails where subject like '%canary%' and account_id = ${app.party.accountId}`;
    expect(mails).toHaveLength(1);
    expect(mails[0]?.body).toContain(text);
    expect(mails[0]?.body).toContain(`/avatars/${avatarId}/compare`);
    const told = (await app.events(null)).filter(({ name }) => name === 'avatar:canary-stopped');
    expect(told.map(({ details }) => details)).toMatchObject([
      { avatar_id: target, cause: 'failures', reason: text },
    ]);
    const { sessionId } = await say(avatarId, 'hello');
    expect(app.endpoint.chats(sessionId)).toEqual(['hello']);
  });

  it('[SB14] that is set to a share again is judged by its new turns alone', async () => {
    await using moody = await startEndpoint({ CHAT: (request) => request.answer(500, {}) });
    const avatarId = await avatarWith({ secondEndpointUrl: moody.url });
    await say(avatarId, 'one', 'two', 'three');
    await until('the canary is stopped', async () => (await stateOf(avatarId))?.share === 0);
    await app.changeAvatar(avatarId, { canaryShare: 100 });
    expect(await stateOf(avatarId)).toEqual({ share: 100, stopped: null });
    await say(avatarId, 'one', 'two');
    await app.test.app.secondBrains.settled();
    expect(await stateOf(avatarId)).toEqual({ share: 100, stopped: null });
    await say(avatarId, 'three');
    await until('the canary is stopped', async () => (await stateOf(avatarId))?.share === 0);
  });

  const strict = (request: Received) =>
    request.body.action === 'LOGIN' && request.body.accessToken === 'good'
      ? request.ok()
      : request.answer(403, {});
  const visit = async (avatarId: number, accessToken: string) => {
    const { sessionId } = await app.talk(avatarId, { accessToken });
    await until('an answer to LOGIN', async () =>
      ['done', 'refused'].includes((await app.record(sessionId)).login),
    );
  };

  it('[SB18] that refuses whom the first brain refuses is not stopped', async () => {
    await using first = await startEndpoint({ LOGIN: strict });
    await using second = await startEndpoint({ LOGIN: strict });
    const avatarId = await avatarWith({
      canaryShare: 50,
      endpointUrl: first.url,
      secondEndpointUrl: second.url,
    });
    for (let count = 0; count < 4; count++) await visit(avatarId, 'good');
    for (let count = 0; count < 20; count++) await visit(avatarId, 'bad');
    await app.test.app.secondBrains.settled();
    expect(await stateOf(avatarId)).toEqual({ share: 50, stopped: null });
  });

  it('[SB18] that refuses everyone is stopped if the first brain accepts them', async () => {
    await using refusing = await startEndpoint({ LOGIN: (request) => request.answer(403, {}) });
    const avatarId = await avatarWith({ canaryShare: 50, secondEndpointUrl: refusing.url });
    for (let count = 0; count < 24; count++) await visit(avatarId, 'good');
    await until('the canary is stopped', async () => (await stateOf(avatarId))?.share === 0);
    expect((await stateOf(avatarId))?.stopped).toMatch(
      /^It refused (\d+) of its last \1 LOGINs, the first brain 0 of/,
    );
  });

  it('[SB18] race: that refuses LOGIN at 100 % is stopped by its third refusal, although storing it takes long', async () => {
    await using strict = await startEndpoint({ LOGIN: () => {} });
    const avatarId = await avatarWith({ secondEndpointUrl: strict.url });
    const login = async () => {
      const { sessionId } = await app.talk(avatarId);
      return await strict.next('LOGIN', sessionId);
    };
    for (let count = 0; count < 2; count++) {
      const request = await login();
      request.answer(403, {});
      await app.untilState(request.body.sessionId, 'ended');
    }
    const third = await login();
    await app.test.sql.begin(async (tx) => {
      await tx`select from sessions where id = ${third.body.sessionId} for update`;
      third.answer(403, {});
      await until('the end of the session waits for the lock', async () => {
        const waiting = await tx`select from pg_locks where not granted`;
        return waiting.length > 0;
      });
      await app.test.app.secondBrains.settled();
    });
    await until('the canary is stopped', async () => (await stateOf(avatarId))?.share === 0);
  });

  it('[SB11] that is much slower than the first brain is stopped', async () => {
    const avatarId = await avatarWith({ canaryShare: 50 });
    const wires = await Promise.all(Array.from({ length: 8 }, () => app.talk(avatarId)));
    canary.script.CHAT = (request) => {
      app.test.clock.advance(400);
      request.ok({ reply: 'Tweet.' });
    };
    const { script } = app.endpoint;
    const { CHAT } = script;
    script.CHAT = (request) => {
      app.test.clock.advance(100);
      request.ok({ reply: 'Yes.' });
    };
    try {
      for (let round = 0; round < 6; round++) {
        for (const { wire } of wires) {
          wire.say(`round ${round}`);
          await wire.listen();
        }
      }
      await until('the canary is stopped', async () => (await stateOf(avatarId))?.share === 0);
      expect((await stateOf(avatarId))?.stopped).toContain('those of the first brain');
    } finally {
      script.CHAT = CHAT;
      canary.script.CHAT = (request) => request.ok({ reply: 'Tweet.' });
    }
  });
});

describe('a canary in two processes', () => {
  let cluster: LiveCluster;
  let canary: ScriptedEndpoint;
  beforeAll(async () => {
    cluster = await liveCluster(2);
    canary = await startEndpoint(reply('Tweet.'));
  });
  afterAll(async () => {
    await cluster[Symbol.asyncDispose]();
    await canary[Symbol.asyncDispose]();
  });
  const processes = (): [LiveApp, LiveApp] => cluster.apps.slice(0, 2) as [LiveApp, LiveApp];

  it('[SB9] keeps its session when the session moves, and when its process dies', async () => {
    const [one, two] = processes();
    const avatarId = await one.avatar({
      secondRole: 'canary',
      canaryShare: 100,
      secondEndpointUrl: canary.url,
    });
    const joined = await one.join(avatarId);
    const first = await one.enter(joined);
    first.ready();
    first.say('hello');
    expect(await first.listen()).toEqual(['Tweet.']);
    const moved = await two.enter({ sessionId: joined.sessionId, resume: first.welcome.resume });
    moved.ready();
    moved.say('here?');
    expect(await moved.listen()).toEqual(['Tweet.']);
    const third = await cluster.add();
    await cluster.failOver(two, third);
    const back = await third.enter({ sessionId: joined.sessionId, resume: moved.welcome.resume });
    back.ready();
    back.say('still?');
    expect(await back.listen()).toEqual(['Tweet.']);
    expect(canary.chats(joined.sessionId)).toEqual(['hello', 'here?', 'still?']);
  });

  it('[SB12] that begins to fail is at 0 % before its 20th failed turn', async () => {
    const [one] = processes();
    const two = cluster.apps.at(-1) ?? one;
    let failed = 0;
    let fails = false;
    await using moody = await startEndpoint({
      CHAT: (request) => {
        if (!fails) return request.ok({ reply: 'Tweet.' });
        failed += 1;
        request.answer(500, {});
      },
    });
    const avatarId = await one.avatar({
      secondRole: 'canary',
      canaryShare: 50,
      canaryMaxFailures: 40,
      secondEndpointUrl: moody.url,
    });
    const talks = await Promise.all(
      [one, two].flatMap((app) => Array.from({ length: 8 }, () => app.talk(avatarId))),
    );
    const ask = async ({ wire, sessionId }: (typeof talks)[number], count: number) => {
      wire.say('hello');
      await wire.listen();
      await one.untilTurns(sessionId, count);
    };
    for (let round = 1; round <= 3; round++) await Promise.all(talks.map((talk) => ask(talk, round)));
    fails = true;
    const shareNow = async () => {
      const [row] = await one.test.sql<{ share: number }[]>`
        select canary_share as share from avatars where id = ${avatarId}`;
      return row?.share;
    };
    const failedIn = [0, 0];
    for (let turn = 0; (await shareNow()) !== 0; turn++) {
      // The processes take turns.
      const index = (turn % 2) * 8 + (Math.floor(turn / 2) % 8);
      const talk = talks[index];
      if (talk === undefined) throw new Error('no such session');
      const before = failed;
      await ask(talk, 4 + Math.floor(turn / 16));
      failedIn[turn % 2] = (failedIn[turn % 2] ?? 0) + failed - before;
      expect(failed).toBeLessThan(20);
    }
    expect(Math.min(...failedIn)).toBeGreaterThan(0);
    expect(failed).toBeGreaterThanOrEqual(9);
    const later = await two.talk(avatarId);
    later.wire.say('hello');
    expect(await later.wire.listen()).toEqual(['You said hello.']);
  });
});
