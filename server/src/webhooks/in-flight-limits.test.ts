import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InFlightLimits } from './in-flight-limits.ts';

const timeout = { success: false, timedOut: true };
const refusal = { success: false, timedOut: false };
const success = { success: true, timedOut: false };
const roomOf = (limits: InFlightLimits, webhook = 'w') => limits.rooms(new Set([webhook])).get(webhook) ?? 0;
const enter = (limits: InFlightLimits, webhook: string, times: number) => {
  for (let i = 0; i < times; i++) limits.enter(webhook);
};
const fail = (limits: InFlightLimits, webhook: string, times = 3) => {
  for (let i = 0; i < times; i++) {
    limits.enter(webhook);
    limits.leave(webhook, timeout);
  }
};

describe('limits of deliveries in flight', () => {
  it('[WH60] lets a webhook have 32 under way, and no more', () => {
    const limits = new InFlightLimits(256);
    expect(roomOf(limits)).toBe(32);
    enter(limits, 'w', 30);
    expect(roomOf(limits)).toBe(2);
    enter(limits, 'w', 2);
    expect(roomOf(limits)).toBe(0);
    expect(roomOf(limits, 'other')).toBeGreaterThan(20);
  });

  it('[WH60] three time-outs in a row leave a webhook one place until a success', () => {
    const limits = new InFlightLimits(256);
    fail(limits, 'w', 2);
    expect(roomOf(limits)).toBe(32);
    fail(limits, 'w', 1);
    expect(roomOf(limits)).toBe(1);
    limits.enter('w');
    expect(roomOf(limits)).toBe(0);
    limits.leave('w', refusal);
    expect(roomOf(limits)).toBe(1);
    limits.enter('w');
    limits.leave('w', success);
    expect(roomOf(limits)).toBe(2);
  });

  it('[WH60] time-outs with other answers between them are not in a row', () => {
    const limits = new InFlightLimits(256);
    for (let i = 0; i < 10; i++) {
      fail(limits, 'w', 2);
      limits.enter('w');
      limits.leave('w', refusal);
    }
    expect(roomOf(limits)).toBe(32);
  });

  it('[WH60] any number of webhooks that let us wait hold half of the places together', () => {
    const limits = new InFlightLimits(256);
    const hanging = Array.from({ length: 400 }, (_, i) => `hangs-${i}`);
    for (const webhook of hanging) fail(limits, webhook);
    const rooms = limits.rooms(new Set(hanging));
    expect([...rooms.values()].reduce((sum, room) => sum + room, 0)).toBe(128);
    for (const [webhook, room] of rooms) enter(limits, webhook, room);
    expect(limits.rooms(new Set(hanging)).size).toBe(0);
    expect(roomOf(limits, 'healthy')).toBeGreaterThan(20);
  });

  it('[WH60] webhooks that begin to hang in the same moment leave places for others until they are found out', () => {
    const limits = new InFlightLimits(256);
    const hanging = new Set(Array.from({ length: 20 }, (_, i) => `new-${i}`));
    for (let rooms = limits.rooms(hanging); rooms.size > 0; rooms = limits.rooms(hanging)) {
      for (const [webhook, room] of rooms) enter(limits, webhook, room);
    }
    expect(roomOf(limits, 'healthy')).toBe(8);
  });

  it('[WH61] shares the free places evenly among all that wait, however much each has', () => {
    const limits = new InFlightLimits(256);
    const rooms = limits.rooms(new Set(Array.from({ length: 64 }, (_, i) => `w-${i}`)));
    expect(rooms.size).toBe(64);
    expect(new Set(rooms.values())).toEqual(new Set([3]));
    const crowd = limits.rooms(new Set(Array.from({ length: 1_000 }, (_, i) => `w-${i}`)));
    expect(crowd.size).toBe(256);
    expect(new Set(crowd.values())).toEqual(new Set([1]));
  });

  it('remembers no webhook in good health, and not every bad one for ever', () => {
    const limits = new InFlightLimits(256);
    for (let i = 0; i < 1_000; i++) {
      limits.enter(`good-${i}`);
      limits.leave(`good-${i}`, success);
    }
    expect(limits.size).toBe(0);
    for (let i = 0; i < 11_000; i++) fail(limits, `bad-${i}`);
    expect(limits.size).toBe(10_000);
  });

  it('counts right under any order of events', () => {
    const step = fc.record({
      webhook: fc.constantFrom('a', 'b', 'c'),
      kind: fc.constantFrom('enter', 'success', 'refusal', 'timeout', 'gently'),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        const limits = new InFlightLimits(64);
        const inFlight = new Map<string, number>();
        for (const { webhook, kind } of steps) {
          const count = inFlight.get(webhook) ?? 0;
          if (kind === 'gently') limits.beginGently(webhook);
          else if (kind === 'enter') {
            if (roomOf(limits, webhook) === 0) continue;
            limits.enter(webhook);
            inFlight.set(webhook, count + 1);
          } else if (count > 0) {
            limits.leave(webhook, kind === 'success' ? success : kind === 'timeout' ? timeout : refusal);
            inFlight.set(webhook, count - 1);
          }
          expect(inFlight.get(webhook) ?? 0).toBeLessThanOrEqual(32);
        }
        for (const [webhook, count] of inFlight) {
          for (let i = 0; i < count; i++) limits.leave(webhook, success);
        }
        // All have left: everything is free again, for webhooks in good and in bad health.
        const crowd = limits.rooms(new Set(Array.from({ length: 64 }, (_, i) => `new-${i}`)));
        expect(crowd.size).toBe(64);
        for (const webhook of inFlight.keys()) fail(limits, webhook);
        const suspects = limits.rooms(new Set(inFlight.keys()));
        expect(suspects.size).toBe(inFlight.size);
      }),
    );
  });
});
