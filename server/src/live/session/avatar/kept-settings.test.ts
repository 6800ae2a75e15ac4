import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../testing/index.ts';
import { LiveApp, type ScriptedEndpoint, startEndpoint } from '../../testing/index.ts';

type Change = {
  endpointUrl?: string | null;
  endpointKey?: string | null;
  brain?: 'model';
  webhookId?: string;
};

describe('what a session began with', () => {
  let database: TestDatabase;
  let began: ScriptedEndpoint;
  let other: ScriptedEndpoint;
  let app: LiveApp;
  let avatarId: number;
  let webhookId: string;
  beforeAll(async () => {
    database = await testDatabase();
    began = await startEndpoint();
    other = await startEndpoint();
  });
  beforeEach(async () => {
    app = await LiveApp.start({}, database);
    webhookId = await app.webhook();
    avatarId = await app.avatar({
      endpointUrl: began.url,
      endpointKey: 'old-key',
      transcript: true,
      webhookId,
    });
    return () => app[Symbol.asyncDispose]();
  });
  afterAll(async () => {
    await began[Symbol.asyncDispose]();
    await other[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  const changes: [string, () => Change | Promise<Change>][] = [
    ['another endpoint', () => ({ endpointUrl: other.url, endpointKey: 'new-key' })],
    ['another key', () => ({ endpointKey: 'new-key' })],
    ['no key', () => ({ endpointKey: null })],
    ['no endpoint', () => ({ endpointUrl: null, endpointKey: null })],
    ['a model', () => ({ brain: 'model' })],
    ['another webhook', async () => ({ webhookId: await app.webhook() })],
  ];
  const keys = (sessionId: string) => began.of(sessionId).map(({ headers }) => headers.authorization);
  const onlyOld = async (sessionId: string) => {
    expect(new Set(keys(sessionId))).toEqual(new Set(['Bearer old-key']));
    expect(other.actions(sessionId)).toEqual([]);
    expect(new Set(await app.webhooksOf(sessionId))).toEqual(new Set([webhookId]));
  };

  it.each(changes)(
    '[LV24] stays until LOGOUT and its last event when the avatar gets %s',
    async (_name, change) => {
      const { sessionId, wire } = await app.talk(avatarId);
      await began.next('LOGIN', sessionId);
      await app.changeAvatar(avatarId, await change());
      wire.say('hello');
      expect(await wire.listen()).toEqual(['You said hello.']);
      await app.disconnect(sessionId);
      expect((await app.untilSettled(sessionId)).logout).toBe('done');
      expect(began.actions(sessionId)).toEqual(['LOGIN', 'CHAT', 'LOGOUT']);
      await onlyOld(sessionId);
      expect((await app.events(sessionId)).at(-1)?.name).toBe('session:conversation');
    },
  );

  it.each(changes)('[LV24] stays over a restart when the avatar gets %s', async (_name, change) => {
    const { sessionId, wire } = await app.talk(avatarId);
    await began.next('LOGIN', sessionId);
    await app.changeAvatar(avatarId, await change());
    wire.cut();
    await app.untilState(sessionId, 'dropped');
    await app[Symbol.asyncDispose]();
    app = await LiveApp.start({}, database);
    const back = await app.enter({ sessionId, resume: wire.welcome.resume });
    back.ready();
    back.say('hello');
    expect(await back.listen()).toEqual(['You said hello.']);
    back.cut();
    await app.untilState(sessionId, 'dropped');
    await app.pass(20_000);
    expect((await app.untilSettled(sessionId)).logout).toBe('done');
    expect(began.actions(sessionId)).toEqual(['LOGIN', 'CHAT', 'LOGOUT']);
    await onlyOld(sessionId);
  });

  it('[LV24] the key is stored sealed, and deleted after LOGOUT', async () => {
    const { sessionId } = await app.talk(avatarId);
    await began.next('LOGIN', sessionId);
    const row = async () =>
      (
        await app.test.sql`select to_jsonb(sessions)::text as text, brain_sealed as sealed
        from sessions where id = ${sessionId}`
      )[0];
    const alive = await row();
    expect(alive?.text).not.toContain('old-key');
    expect(alive?.sealed).not.toBeNull();
    await app.disconnect(sessionId);
    await app.untilSettled(sessionId);
    expect((await row())?.sealed).toBeNull();
  });

  it('[LV25] deleting the avatar ends its sessions: disconnected, LOGOUT, transcript', async () => {
    const { sessionId, wire } = await app.talk(avatarId);
    await began.next('LOGIN', sessionId);
    wire.say('hello');
    await wire.listen();
    const waiting = await app.join(avatarId);
    await app.deleteAvatar(avatarId);
    expect((await wire.closing()).code).toBe(4000);
    expect((await app.untilSettled(sessionId)).logout).toBe('done');
    expect(began.actions(sessionId)).toEqual(['LOGIN', 'CHAT', 'LOGOUT']);
    await onlyOld(sessionId);
    expect((await app.connectionEvents(sessionId)).at(-1)).toMatchObject({
      reason: 'hangup',
      willReconnect: false,
    });
    const last = (await app.events(sessionId)).at(-1);
    expect(last?.name).toBe('session:conversation');
    expect(last?.details.transcript).toHaveLength(2);
    await app.untilState(waiting.sessionId, 'ended');
  });

  it('[LV25] a session of a deleted avatar that outlived a crash ends at the start', async () => {
    const { sessionId, wire } = await app.talk(avatarId);
    await began.next('LOGIN', sessionId);
    await wire.quiet();
    // As if a process had been killed after it stored the deletion.
    await app.test
      .sql`update avatars set deleted_at = now(), endpoint_url = null, webhook_id = null where id = ${avatarId}`;
    await using next = await LiveApp.start({}, database);
    expect((await next.untilSettled(sessionId)).logout).toBe('done');
    expect((await next.connectionEvents(sessionId)).at(-1)).toMatchObject({
      reason: 'hangup',
      willReconnect: false,
    });
    await onlyOld(sessionId);
  });
});
