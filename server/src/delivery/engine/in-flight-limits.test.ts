import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InFlightLimits, type Slot } from './in-flight-limits.ts';

const timeout = { success: false, timedOut: true };
const refusal = { success: false, timedOut: false };
const success = { success: true, timedOut: false };
/** Each webhook has its own account, unless it is named `account/webhook`. */
const accountOf = (webhook: string) => webhook.split('/')[0] ?? '';
const waiting = (webhooks: readonly string[]) =>
  new Map(webhooks.map((webhook) => [webhook, { ownerId: accountOf(webhook) }]));
const roomOf = (turnstile: InFlightLimits, webhook = 'w') =>
  turnstile.freeSlots(waiting([webhook])).get(webhook) ?? 0;
const enter = (turnstile: InFlightLimits, webhook: string): Slot =>
  turnstile.take(webhook, accountOf(webhook));
const begin = (turnstile: InFlightLimits, webhook: string, times: number) => {
  for (let i = 0; i < times; i++) enter(turnstile, webhook);
};
const fail = (turnstile: InFlightLimits, webhook: string, times = 3) => {
  for (let i = 0; i < times; i++) enter(turnstile, webhook).free(timeout);
};

describe('the in-flight limits', () => {
  it('[DE30] let a webhook have 32 attempts in flight, and no more', () => {
    const turnstile = new InFlightLimits(256);
    expect(roomOf(turnstile)).toBe(32);
    begin(turnstile, 'w', 30);
    expect(roomOf(turnstile)).toBe(2);
    begin(turnstile, 'w', 2);
    expect(roomOf(turnstile)).toBe(0);
    expect(roomOf(turnstile, 'other')).toBeGreaterThan(20);
  });

  it('[DE30] three time-outs in a row leave a webhook one slot until a success', () => {
    const turnstile = new InFlightLimits(256);
    fail(turnstile, 'w', 2);
    expect(roomOf(turnstile)).toBe(32);
    fail(turnstile, 'w', 1);
    expect(roomOf(turnstile)).toBe(1);
    const slot = enter(turnstile, 'w');
    expect(roomOf(turnstile)).toBe(0);
    slot.free(refusal);
    expect(roomOf(turnstile)).toBe(1);
    enter(turnstile, 'w').free(success);
    expect(roomOf(turnstile)).toBe(2);
  });

  it('[DE30] time-outs with other answers between them are not in a row', () => {
    const turnstile = new InFlightLimits(256);
    for (let i = 0; i < 10; i++) {
      fail(turnstile, 'w', 2);
      enter(turnstile, 'w').free(refusal);
    }
    expect(roomOf(turnstile)).toBe(32);
  });

  it('[DE30] any number of webhooks that hang together hold half of the slots', () => {
    const turnstile = new InFlightLimits(256);
    const hanging = Array.from({ length: 400 }, (_, i) => `hangs-${i}`);
    for (const webhook of hanging) fail(turnstile, webhook);
    const freeSlots = turnstile.freeSlots(waiting(hanging));
    expect([...freeSlots.values()].reduce((sum, slots) => sum + slots, 0)).toBe(128);
    for (const [webhook, slots] of freeSlots) begin(turnstile, webhook, slots);
    expect(turnstile.freeSlots(waiting(hanging)).size).toBe(0);
    expect(roomOf(turnstile, 'healthy')).toBeGreaterThan(20);
  });

  it('[DE30] webhooks that begin to hang at the same moment leave slots for others until they are suspect', () => {
    const turnstile = new InFlightLimits(256);
    const hanging = waiting(Array.from({ length: 20 }, (_, i) => `new-${i}`));
    for (
      let freeSlots = turnstile.freeSlots(hanging);
      freeSlots.size > 0;
      freeSlots = turnstile.freeSlots(hanging)
    ) {
      for (const [webhook, slots] of freeSlots) begin(turnstile, webhook, slots);
    }
    expect(roomOf(turnstile, 'healthy')).toBe(8);
  });

  it('[DE33] an account with any number of webhooks that hang leaves half of the slots to others', () => {
    const turnstile = new InFlightLimits(256);
    const hanging = waiting(Array.from({ length: 500 }, (_, i) => `hostile/${i}`));
    let taken = 0;
    for (let slots = turnstile.freeSlots(hanging); slots.size > 0; slots = turnstile.freeSlots(hanging)) {
      for (const [webhook, count] of slots) {
        begin(turnstile, webhook, count);
        taken += count;
      }
    }
    expect(taken).toBe(128);
    expect(roomOf(turnstile, 'honest')).toBeGreaterThan(20);
  });

  it('[DE31] share the free slots evenly among all waiting webhooks, however many deliveries each has', () => {
    const turnstile = new InFlightLimits(256);
    const freeSlots = turnstile.freeSlots(waiting(Array.from({ length: 64 }, (_, i) => `w-${i}`)));
    expect(freeSlots.size).toBe(64);
    expect(new Set(freeSlots.values())).toEqual(new Set([3]));
    const crowd = turnstile.freeSlots(waiting(Array.from({ length: 1_000 }, (_, i) => `w-${i}`)));
    expect(crowd.size).toBe(256);
    expect(new Set(crowd.values())).toEqual(new Set([1]));
  });

  it('[DE30] a slot that is freed twice counts once', () => {
    const turnstile = new InFlightLimits(256);
    begin(turnstile, 'w', 31);
    const slot = enter(turnstile, 'w');
    slot.free(success);
    slot.free(refusal);
    slot.free(timeout);
    expect(roomOf(turnstile)).toBe(1);
  });

  it('remember no healthy webhook, and do not remember every suspect one for ever', () => {
    const turnstile = new InFlightLimits(256);
    for (let i = 0; i < 1_000; i++) enter(turnstile, `good-${i}`).free(success);
    expect(turnstile.size).toBe(0);
    for (let i = 0; i < 11_000; i++) fail(turnstile, `bad-${i}`);
    expect(turnstile.size).toBe(10_000);
  });

  it('count correctly in any order of events', () => {
    const step = fc.record({
      webhook: fc.constantFrom('a', 'b', 'c'),
      kind: fc.constantFrom('enter', 'success', 'refusal', 'timeout', 'gently'),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        const turnstile = new InFlightLimits(64);
        const inFlight = new Map<string, Slot[]>();
        for (const { webhook, kind } of steps) {
          const slots = inFlight.get(webhook) ?? [];
          if (kind === 'gently') turnstile.startSlowly(webhook);
          else if (kind === 'enter') {
            if (roomOf(turnstile, webhook) === 0) continue;
            inFlight.set(webhook, [...slots, enter(turnstile, webhook)]);
          } else {
            const slot = slots.pop();
            slot?.free(kind === 'success' ? success : kind === 'timeout' ? timeout : refusal);
            slot?.free(refusal);
          }
          expect(inFlight.get(webhook)?.length ?? 0).toBeLessThanOrEqual(32);
        }
        for (const slots of inFlight.values()) for (const slot of slots) slot.free(success);
        // No attempt is in flight: all slots are free again, for healthy and for suspect webhooks.
        const crowd = turnstile.freeSlots(waiting(Array.from({ length: 64 }, (_, i) => `new-${i}`)));
        expect(crowd.size).toBe(64);
        for (const webhook of inFlight.keys()) fail(turnstile, webhook);
        const suspects = turnstile.freeSlots(waiting([...inFlight.keys()]));
        expect(suspects.size).toBe(inFlight.size);
      }),
    );
  });
});
