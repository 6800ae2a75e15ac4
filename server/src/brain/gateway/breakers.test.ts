import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { manualClock } from '../../kernel/index.ts';
import { Breakers, type Pass } from './breakers.ts';

const answerLimitMs = 30_000;

function underTest() {
  const clock = manualClock();
  const breakers = new Breakers(clock);
  const enter = (endpoint = 'a') => breakers.enter(endpoint, answerLimitMs);
  const pass = (endpoint = 'a'): Pass => {
    const entered = enter(endpoint);
    if (entered.kind === 'resting') throw new Error('it rests');
    return entered;
  };
  const fail = (times: number, endpoint = 'a') => {
    for (let count = 0; count < times; count++) breakers.failed(endpoint, pass(endpoint), 'refused');
  };
  return { clock, breakers, enter, pass, fail };
}

describe('putting an endpoint to rest', () => {
  it('[BR24] after five failures in a row, for 10 s', () => {
    const { clock, enter, fail } = underTest();
    fail(4);
    expect(enter()).toEqual({ kind: 'ordinary' });
    fail(1);
    expect(enter()).toEqual({ kind: 'resting', failures: 5, retryAfterMs: 10_000, reason: 'refused' });
    clock.advance(9_999);
    expect(enter()).toMatchObject({ kind: 'resting', retryAfterMs: 1 });
    clock.advance(1);
    expect(enter()).toEqual({ kind: 'probe' });
  });

  it('[BR24] twice as long after each probe that fails, up to 60 s', () => {
    const { clock, breakers, enter, pass, fail } = underTest();
    fail(5);
    const rests: number[] = [];
    for (let probes = 0; probes < 5; probes++) {
      const resting = enter();
      if (resting.kind !== 'resting') throw new Error('it does not rest');
      rests.push(resting.retryAfterMs);
      clock.advance(resting.retryAfterMs);
      breakers.failed('a', pass(), 'refused');
    }
    expect(rests).toEqual([10_000, 20_000, 40_000, 60_000, 60_000]);
  });

  it('[BR24] [BR28] no other endpoint', () => {
    const { enter, fail } = underTest();
    fail(5, 'a');
    fail(4, 'b');
    expect(enter('a').kind).toBe('resting');
    expect(enter('b').kind).toBe('ordinary');
  });

  it('[BR25] an answer ends the count', () => {
    const { breakers, enter, fail } = underTest();
    fail(4);
    breakers.alive('a');
    fail(4);
    expect(enter().kind).toBe('ordinary');
  });

  it('[BR25] an answer to a request that was under way ends the rest', () => {
    const { breakers, enter, fail } = underTest();
    fail(5);
    breakers.alive('a');
    expect(enter().kind).toBe('ordinary');
  });

  it('[BR25] failures of requests that were under way do not lengthen the rest', () => {
    const { clock, breakers, enter, pass, fail } = underTest();
    const late = [pass(), pass(), pass()];
    fail(5);
    clock.advance(9_000);
    for (const one of late) breakers.failed('a', one, 'late');
    expect(enter()).toMatchObject({ retryAfterMs: 1_000, failures: 5 });
  });

  it('[BR25] what tells nothing changes nothing', () => {
    const { breakers, enter, pass, fail } = underTest();
    fail(4);
    breakers.undecided('a', pass());
    fail(1);
    expect(enter().kind).toBe('resting');
  });
});

describe('the probe after a rest', () => {
  function probing() {
    const test = underTest();
    test.fail(5);
    test.clock.advance(10_000);
    return { ...test, probe: test.pass() };
  }

  it('[BR27] is the only one', () => {
    const { enter, probe } = probing();
    expect(probe).toEqual({ kind: 'probe' });
    expect(enter().kind).toBe('resting');
    expect(enter().kind).toBe('resting');
  });

  it('[BR27] opens the way for all where it succeeds', () => {
    const { breakers, enter, fail } = probing();
    breakers.alive('a');
    expect([enter().kind, enter().kind]).toEqual(['ordinary', 'ordinary']);
    fail(4);
    expect(enter().kind).toBe('ordinary');
    fail(1);
    expect(enter()).toMatchObject({ retryAfterMs: 10_000 });
  });

  it('[BR27] gives way to the next where it is called off', () => {
    const { breakers, enter, probe } = probing();
    breakers.undecided('a', probe);
    expect(enter()).toEqual({ kind: 'probe' });
    expect(enter().kind).toBe('resting');
  });

  it('[BR27] gives way to the next where nothing is heard of it', () => {
    const { clock, breakers, enter, probe } = probing();
    clock.advance(answerLimitMs);
    expect(enter()).toEqual({ kind: 'probe' });
    breakers.failed('a', probe, 'the first, at last');
    breakers.undecided('a', probe);
    expect(enter()).toMatchObject({ kind: 'resting', reason: 'refused' });
  });
});

describe('any course of events', () => {
  it('[BR24] [BR27] never more than one probe in a time limit, and no rest over 60 s', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('advance' as const), ms: fc.nat(40_000) }),
      fc.record({ kind: fc.constantFrom('enter', 'alive', 'failed', 'undecided'), at: fc.nat(5) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { clock, breakers, enter } = underTest();
        const passes: Pass[] = [];
        let probe: { pass: Pass; atMs: number } | null = null;
        for (const one of steps) {
          if (one.kind === 'advance') {
            clock.advance(one.ms);
          } else if (one.kind === 'enter') {
            const entered = enter();
            if (entered.kind === 'resting') {
              expect(entered.retryAfterMs).toBeLessThanOrEqual(60_000);
              continue;
            }
            passes.push(entered);
            if (entered.kind === 'ordinary') continue;
            if (probe !== null)
              expect(clock.monotonicMs() - probe.atMs).toBeGreaterThanOrEqual(answerLimitMs);
            probe = { pass: entered, atMs: clock.monotonicMs() };
          } else {
            const [pass] = passes.splice(one.at, 1);
            if (pass === undefined) continue;
            if (one.kind === 'alive') breakers.alive('a');
            else if (one.kind === 'failed') breakers.failed('a', pass, '');
            else breakers.undecided('a', pass);
            if (one.kind === 'alive' || pass === probe?.pass) probe = null;
          }
        }
      }),
    );
  });
});
