import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LiveApp, type LiveCluster, liveCluster, Wire } from '../testing/index.ts';

describe('the slots of an avatar in a service of several processes', () => {
  let cluster: LiveCluster;
  let apps: readonly LiveApp[];
  let here: LiveApp;
  beforeAll(async () => {
    cluster = await liveCluster(3);
    apps = cluster.apps;
    here = apps[0] as LiveApp;
  });
  afterAll(() => cluster[Symbol.asyncDispose]());

  it('[LV79] three processes together give as many as one would, even at the same instant', async () => {
    const avatarId = await here.avatar({ maxSessions: 5 });
    const tickets = await Promise.all(Array.from({ length: 15 }, () => here.join(avatarId)));
    const wires = await Promise.all(
      tickets.map(async ({ sessionId, ticket }, index) => {
        const wire = await Wire.dial(apps[index % 3]?.url ?? '');
        wire.hello({ sessionId, ticket });
        return wire;
      }),
    );
    await expect
      .poll(() => wires.every((wire) => wire.count('welcome') + wire.count('error') > 0))
      .toBe(true);
    expect(wires.filter((wire) => wire.count('welcome') > 0)).toHaveLength(5);
    for (const wire of wires.filter((each) => each.count('welcome') === 0)) {
      expect(await wire.next('error')).toMatchObject({ code: 'avatar_busy' });
    }
    expect(await here.authenticate(avatarId)).toMatchObject({
      status: 429,
      body: { error: { code: 'avatar_busy' } },
    });
    const [leaves] = wires.filter((wire) => wire.count('welcome') > 0);
    leaves?.send({ type: 'bye' });
    await leaves?.next('end');
    const next = await here.talk(avatarId);
    expect(next.wire.welcome.resumed).toBe(false);
  });

  it('[LV79] [LV8] a session without questions makes room for a visitor at another process', async () => {
    const avatarId = await here.avatar({ maxSessions: 1 });
    const there = apps[1] as LiveApp;
    const first = await there.enter(await here.join(avatarId));
    here.test.clock.advance(61_000);
    const second = await here.talk(avatarId);
    expect(second.wire.welcome.resumed).toBe(false);
    expect((await first.next('end')).reason).toBe('timeout');
  });
});
