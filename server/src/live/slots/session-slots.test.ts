import { describe, expect, it } from 'vitest';
import { liveScene, until, Wire } from '../testing/index.ts';

const { app } = await liveScene();
const busy = { status: 429, body: { error: { code: 'avatar_busy' } } };

describe('the slots of an avatar', () => {
  it('[LV8] unused tickets take no slot', async () => {
    const id = await app.avatar({ maxSessions: 2 });
    for (let count = 0; count < 20; count++) await app.join(id);
    const first = await app.talk(id);
    const second = await app.talk(id);
    await until('both sit', () => first.wire.welcome !== undefined && second.wire.welcome !== undefined);
    expect(await app.authenticate(id)).toMatchObject(busy);
    await app.disconnect(first.sessionId);
    expect(await app.authenticate(id)).toMatchObject({ status: 200 });
  });

  it('[LV8] if many connect at the same time, only as many get a slot as there are slots', async () => {
    const id = await app.avatar({ maxSessions: 3 });
    const passes = await Promise.all(Array.from({ length: 12 }, () => app.join(id)));
    const wires = await Promise.all(
      passes.map(async (pass) => {
        const wire = await Wire.dial(app.url);
        wire.hello(pass);
        await until('an answer', () => wire.count('welcome') + wire.count('error') === 1);
        return wire;
      }),
    );
    expect(wires.filter((wire) => wire.count('welcome') === 1)).toHaveLength(3);
    for (const wire of wires.filter((each) => each.count('error') === 1)) {
      expect(await wire.next('error')).toMatchObject({ code: 'avatar_busy' });
    }
    const refused = passes.filter(({ sessionId }) => app.live.sessions.get(sessionId) === undefined);
    expect(refused).toHaveLength(9);
  });

  it('[LV8] a session without questions loses its slot to the next visitor after a minute', async () => {
    const id = await app.avatar({ maxSessions: 2 });
    // The talking visitor came first, so only their questions keep their slot.
    const talking = await app.talk(id);
    const empty = await app.talk(id);
    talking.wire.say('hello');
    await talking.wire.listen();
    for (let seconds = 0; seconds < 50; seconds += 10) {
      await app.pass(10_000);
      for (const { wire } of [empty, talking]) {
        wire.send({ type: 'ping' });
        await wire.next('pong');
      }
    }
    expect(await app.authenticate(id)).toMatchObject(busy);
    await app.pass(10_000);
    const next = await app.talk(id);
    expect(next.wire.welcome.resumed).toBe(false);
    expect((await empty.wire.closing()).code).toBe(4000);
    expect(app.live.sessions.get(talking.sessionId)).toBeDefined();
    await app.untilSettled(empty.sessionId);
  });

  it('[LV8] of more than 1,000 unused tickets of an avatar the oldest are no longer valid', async () => {
    const id = await app.avatar();
    const first = await app.join(id);
    const second = await app.join(id);
    for (let count = 0; count < 999; count += 111) {
      await Promise.all(Array.from({ length: 111 }, () => app.join(id)));
    }
    await app.untilState(first.sessionId, 'ended');
    expect(app.live.sessions.get(second.sessionId)).toBeDefined();
  });
});

describe('events that reach webhooks', () => {
  const stored = async (sessionId: string | null, name: string) =>
    (await app.events(sessionId)).filter((event) => event.name === name);

  it('[LV29] events of a page that never stops reporting are stored up to its limit, and then at its rate', async () => {
    await app.enableEvents('media:mic-state-changed', 'agent:message');
    const { sessionId, wire } = await app.talk(await app.avatar());
    for (let round = 0; round < 2; round++) {
      for (let count = 0; count < 75; count++) {
        wire.send({ type: 'event', name: 'media:mic-state-changed', details: { enabled: count % 2 === 0 } });
      }
      await wire.quiet();
    }
    wire.say('hello');
    await wire.listen();
    await until('the messages', async () => (await stored(sessionId, 'agent:message')).length === 2);
    expect(await stored(sessionId, 'media:mic-state-changed')).toHaveLength(100);
  });

  it('[LV29] a client that reconnects again and again is sent away', async () => {
    const joined = await app.talk(await app.avatar());
    let { resume } = joined.wire.welcome;
    let entered = 1;
    for (;;) {
      const wire = await Wire.dial(app.url);
      wire.hello({ sessionId: joined.sessionId, resume });
      await until('an answer', () => wire.count('welcome') + wire.count('error') === 1);
      if (wire.count('error') === 1) {
        expect(await wire.next('error')).toMatchObject({ code: 'too_many_requests' });
        expect((await wire.closing()).code).toBe(1013);
        break;
      }
      entered += 1;
      ({ resume } = await wire.next('welcome'));
      expect(entered).toBeLessThan(100);
    }
    expect(entered).toBe(30);
    app.test.clock.advance(2_000);
    expect((await app.enter({ sessionId: joined.sessionId, resume })).welcome.resumed).toBe(true);
  });

  it('[LV29] refused joins of a private avatar are published up to a limit', async () => {
    const id = await app.avatar({ private: true });
    const before = (await app.events(null)).length;
    for (let count = 0; count < 50; count++) {
      expect((await app.authenticate(id, { token: 'nonsense' })).status).toBe(401);
    }
    expect((await app.events(null)).length - before).toBe(20);
    app.test.clock.advance(3_000);
    for (let count = 0; count < 9; count++) await app.authenticate(id, { token: 'nonsense' });
    expect((await app.events(null)).length - before).toBe(23);
  });
});
