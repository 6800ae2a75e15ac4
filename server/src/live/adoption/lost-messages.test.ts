import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FlakyLink } from '../../bus/testing/flaky-link.ts';
import { type LiveApp, type LiveCluster, liveCluster, until } from '../testing/index.ts';

describe('messages that a process did not receive', () => {
  let cluster: LiveCluster;
  let here: LiveApp;
  let there: LiveApp;
  let link: FlakyLink;
  beforeAll(async () => {
    cluster = await liveCluster(2);
    [here, there] = cluster.apps as [LiveApp, LiveApp];
    link = cluster.linkOf(there);
  });
  afterAll(() => cluster[Symbol.asyncDispose]());

  it('[LV69] an avatar was deleted while the link was down: its sessions end when the link is back', async () => {
    const [deleted, kept] = [await here.avatar(), await here.avatar()];
    const [ends, stays] = [await there.talk(deleted), await there.talk(kept)];
    link.goAway();
    await here.deleteAvatar(deleted);
    await until('it is lost', () => link.lost.some((message) => message.includes('avatar-deleted')));
    expect(there.live.sessions.size).toBe(2);
    link.comeBack();
    expect((await ends.wire.next('end')).reason).toBe('hangup');
    expect((await here.untilSettled(ends.sessionId)).state).toBe('ended');
    stays.wire.say('still here');
    expect(await stays.wire.listen()).toEqual(['You said still here.']);
  });

  it('[LV69] the database decides whether an avatar was deleted, not the message', async () => {
    const avatarId = await here.avatar();
    const { sessionId, wire } = await there.talk(avatarId);
    here.test.bus.topics.publish('avatar-deleted', String(avatarId));
    await here.deleteAvatar(await here.avatar());
    wire.say('still here');
    expect(await wire.listen()).toEqual(['You said still here.']);
    expect(there.live.sessions.get(sessionId)?.ended).toBe(false);
  });

  it('[LV73] a session that a process owns without knowing it is loaded, and ends when its time is over', async () => {
    const { sql, cluster: member } = there.test;
    const { sessionId } = await here.join(await here.avatar());
    // As if the answer to a claim had been lost together with the database connection.
    await sql`
      update sessions set owner = ${member?.membership.id ?? ''}, state = 'connected', first_connected_at = now(),
        connected_at = now()
      where id = ${sessionId}`;
    await cluster.look(there);
    expect(there.live.sessions.get(sessionId)).toBeDefined();
    await there.pass(60_000);
    expect((await here.untilSettled(sessionId)).state).toBe('ended');
    expect((await here.states(sessionId)).at(-1)).toBe('disconnected');
  });
});
