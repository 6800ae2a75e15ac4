import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { naturalRate, playCrowd, type SessionPlan, type Visit } from './testing/crowd.ts';

const threads = 2;
const runMs = 80_000;

/** Sessions that start within some time, and talk to the end of the run. */
const sessionsWithin = (arrivalMs: number, most: number): fc.Arbitrary<SessionPlan[]> =>
  fc.array(
    fc.record({
      atMs: fc.integer({ min: 0, max: arrivalMs }),
      turns: fc.array(
        fc.record({
          pauseMs: fc.integer({ min: 500, max: 15_000 }),
          sentences: fc.array(fc.integer({ min: 12, max: 130 }), { minLength: 1, maxLength: 8 }),
        }),
        { minLength: 15, maxLength: 15 },
      ),
    }),
    { minLength: most, maxLength: most },
  );

const isNatural = ({ rates }: Visit) => rates.has(naturalRate);

/** No session hears a gap, a second voice or a late start. Each session with the simple voice was counted. */
function expectSmooth({ visits, spares }: { visits: readonly Visit[]; spares: number }): void {
  for (const { gaps, worstGapMs, rates, slowestStartMs } of visits) {
    expect(gaps, `gaps, the worst ${worstGapMs} ms`).toBe(0);
    expect(rates.size, 'voices in a session').toBe(1);
    expect(slowestStartMs).toBeLessThan(4_000);
  }
  expect(spares).toBe(visits.filter((visit) => !isNatural(visit)).length);
}

// Without shrinking: a smaller crowd would not show more, and each run takes a second.
const runs = { numRuns: 3, seed: 18, endOnFailure: true };

describe('a crowd of sessions with the natural voice', () => {
  it('[SP99] hears no gap while it grows, even if the machine becomes half as fast', async () => {
    await fc.assert(
      fc.asyncProperty(
        sessionsWithin(30_000, 70),
        fc.constantFrom(0.03, 0.045, 0.06),
        fc.integer({ min: 5_000, max: 60_000 }),
        async (sessions, factor, slowFromMs) => {
          const factorAt = (nowMs: number) => (nowMs < slowFromMs ? factor : 2 * factor);
          const heard = await playCrowd({ threads, sessions, factorAt, untilMs: runMs });
          expectSmooth(heard);
          expect(heard.visits.filter(isNatural).length).toBeGreaterThan((0.2 * threads) / factor);
          expect(heard.spares).toBeGreaterThan(0);
        },
      ),
      runs,
    );
  });

  it('[SP99] hears no gap when all sessions are answered at the same moment', async () => {
    const turns = Array.from({ length: 6 }, () => ({ pauseMs: 2_000, sentences: [70, 70, 70, 70, 70, 70] }));
    const sessions = Array.from({ length: 60 }, () => ({ atMs: 0, turns }));
    const heard = await playCrowd({ threads, sessions, factorAt: () => 0.03, untilMs: runMs });
    expectSmooth(heard);
    expect(heard.visits.filter(isNatural).length).toBeGreaterThan(5);
  });

  it('[SP99] hears no gap when the machine is very slow for two seconds', async () => {
    const turns = Array.from({ length: 6 }, () => ({ pauseMs: 1_000, sentences: [80, 80, 80, 80] }));
    const sessions = Array.from({ length: 40 }, (_, index) => ({ atMs: index * 400, turns }));
    const factorAt = (nowMs: number) => (nowMs > 30_000 && nowMs < 32_000 ? 0.4 : 0.03);
    const heard = await playCrowd({ threads, sessions, factorAt, untilMs: runMs });
    expectSmooth(heard);
    expect(heard.visits.filter(isNatural).length).toBeGreaterThan(15);
  });
});
