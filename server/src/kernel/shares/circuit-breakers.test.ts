import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { manualClock } from '../testing/manual-clock.ts';
import { CircuitBreakers, type Permit } from './circuit-breakers.ts';

const limitMs = 30_000;

function underTest(maxCircuits = 100, maxOpenMs?: number) {
  const clock = manualClock();
  const breakers = new CircuitBreakers<string>({
    clock,
    failuresToOpen: 5,
    openMs: 10_000,
    maxCircuits,
    ...(maxOpenMs === undefined ? {} : { maxOpenMs }),
  });
  const enter = (key = 'a') => breakers.enter(key, limitMs);
  const permit = (key = 'a'): Permit => {
    const entered = enter(key);
    if (entered.kind === 'open') throw new Error('the circuit is open');
    return entered;
  };
  const fail = (times: number, key = 'a') => {
    for (let count = 0; count < times; count++) breakers.failed(key, permit(key), 'refused');
  };
  return { clock, breakers, enter, permit, fail };
}

describe('a circuit', () => {
  it('stays open twice as long after each probe that fails, up to its longest time', () => {
    const { clock, breakers, enter, permit, fail } = underTest(100, 35_000);
    fail(5);
    for (const openMs of [10_000, 20_000, 35_000, 35_000]) {
      expect(enter()).toMatchObject({ kind: 'open', retryAfterMs: openMs });
      clock.advance(openMs);
      fail(1);
    }
    clock.advance(35_000);
    permit();
    breakers.succeeded('a');
    fail(5);
    expect(enter()).toMatchObject({ kind: 'open', retryAfterMs: 10_000 });
  });

  it('opens after its number of failures in a row, for its time', () => {
    const { clock, enter, fail } = underTest();
    fail(4);
    expect(enter()).toEqual({ kind: 'ordinary' });
    fail(1);
    expect(enter()).toEqual({ kind: 'open', failures: 5, retryAfterMs: 10_000, reason: 'refused' });
    clock.advance(9_999);
    expect(enter()).toMatchObject({ kind: 'open', retryAfterMs: 1 });
    clock.advance(1);
    expect(enter()).toEqual({ kind: 'probe' });
  });

  it('stays open for its time again after a probe that fails', () => {
    const { clock, breakers, enter, permit, fail } = underTest();
    fail(5);
    clock.advance(10_000);
    breakers.failed('a', permit(), 'still refused');
    expect(enter()).toEqual({ kind: 'open', failures: 6, retryAfterMs: 10_000, reason: 'still refused' });
  });

  it('has its own state', () => {
    const { enter, fail } = underTest();
    fail(5, 'a');
    fail(4, 'b');
    expect(enter('a').kind).toBe('open');
    expect(enter('b').kind).toBe('ordinary');
  });

  it('begins to count again after a success', () => {
    const { breakers, enter, fail } = underTest();
    fail(4);
    breakers.succeeded('a');
    fail(4);
    expect(enter().kind).toBe('ordinary');
  });

  it('closes on the success of a request that was in flight when it opened', () => {
    const { breakers, enter, fail } = underTest();
    fail(5);
    breakers.succeeded('a');
    expect(enter().kind).toBe('ordinary');
  });

  it('does not stay open longer because of failures of requests that were in flight when it opened', () => {
    const { clock, breakers, enter, permit, fail } = underTest();
    const late = [permit(), permit(), permit()];
    fail(5);
    clock.advance(9_000);
    for (const one of late) breakers.failed('a', one, 'late');
    expect(enter()).toMatchObject({ retryAfterMs: 1_000, failures: 5 });
  });

  it('is not changed by an undecided request', () => {
    const { breakers, enter, permit, fail } = underTest();
    fail(4);
    breakers.undecided('a', permit());
    fail(1);
    expect(enter().kind).toBe('open');
  });

  it('is forgotten if more circuits have changed since than are remembered', () => {
    const { enter, fail } = underTest(3);
    fail(5, 'a');
    fail(1, 'b');
    fail(1, 'c');
    expect(enter('a').kind).toBe('open');
    fail(1, 'd');
    expect(enter('a').kind).toBe('ordinary');
    fail(4, 'd');
    expect(enter('d').kind).toBe('open');
  });
});

describe('a probe', () => {
  function probing() {
    const test = underTest();
    test.fail(5);
    test.clock.advance(10_000);
    return { ...test, probe: test.permit() };
  }

  it('is the only request in its time', () => {
    const { enter, probe } = probing();
    expect(probe).toEqual({ kind: 'probe' });
    expect(enter().kind).toBe('open');
    expect(enter().kind).toBe('open');
  });

  it('closes the circuit if it succeeds', () => {
    const { breakers, enter, fail } = probing();
    breakers.succeeded('a');
    expect([enter().kind, enter().kind]).toEqual(['ordinary', 'ordinary']);
    fail(4);
    expect(enter().kind).toBe('ordinary');
    fail(1);
    expect(enter()).toMatchObject({ retryAfterMs: 10_000 });
  });

  it('is followed by the next one if it ends undecided', () => {
    const { breakers, enter, probe } = probing();
    breakers.undecided('a', probe);
    expect(enter()).toEqual({ kind: 'probe' });
    expect(enter().kind).toBe('open');
  });

  it('is followed by the next one if it is not settled in time', () => {
    const { clock, breakers, enter, probe } = probing();
    clock.advance(limitMs);
    expect(enter()).toEqual({ kind: 'probe' });
    breakers.failed('a', probe, 'the first, at last');
    breakers.undecided('a', probe);
    expect(enter()).toMatchObject({ kind: 'open', reason: 'refused' });
  });

  it('never runs beside another within its time limit, and no circuit stays open over its limit, whatever happens', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('advance' as const), ms: fc.nat(40_000) }),
      fc.record({ kind: fc.constantFrom('enter', 'succeeded', 'failed', 'undecided'), at: fc.nat(5) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { clock, breakers, enter } = underTest();
        const permits: Permit[] = [];
        let probe: { permit: Permit; atMs: number } | null = null;
        for (const one of steps) {
          if (one.kind === 'advance') {
            clock.advance(one.ms);
          } else if (one.kind === 'enter') {
            const entered = enter();
            if (entered.kind === 'open') {
              expect(entered.retryAfterMs).toBeLessThanOrEqual(limitMs);
              continue;
            }
            permits.push(entered);
            if (entered.kind === 'ordinary') continue;
            if (probe !== null) expect(clock.monotonicMs() - probe.atMs).toBeGreaterThanOrEqual(limitMs);
            probe = { permit: entered, atMs: clock.monotonicMs() };
          } else {
            const [permit] = permits.splice(one.at, 1);
            if (permit === undefined) continue;
            if (one.kind === 'succeeded') breakers.succeeded('a');
            else if (one.kind === 'failed') breakers.failed('a', permit, '');
            else breakers.undecided('a', permit);
            if (one.kind === 'succeeded' || permit === probe?.permit) probe = null;
          }
        }
      }),
    );
  });
});
