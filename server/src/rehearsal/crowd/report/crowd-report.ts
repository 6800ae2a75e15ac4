import type { CrowdPlan } from '../load/crowd-plan.ts';
import type { StepResult } from '../load/judge-step.ts';
import type { Visitors } from '../load/visitors.ts';

/**
 * `carried`: everything that was asked for. `knee`: the highest rate was found. `bent`: the rate was too high, or the
 * lowest was. `failed`: the target failed, so the crowd stopped. `limited`: the crowd or its bounds were the limit.
 * `untried`: one visitor could not talk to it.
 */
export type CrowdVerdict = 'carried' | 'knee' | 'bent' | 'failed' | 'limited' | 'stopped' | 'untried';

export type CrowdReport = {
  /** The address or avatar. */
  readonly subject: string;
  readonly verdict: CrowdVerdict;
  /** Why it ended before it had found what was asked for; null if it had. */
  readonly problem: string | null;
  /** The highest rate that was carried, and the lowest above it that was not; null if none was. */
  readonly knee: { readonly turnsPerSecond: number; readonly bendsAt: number | null } | null;
  readonly asked: Omit<CrowdPlan, 'say'>;
  readonly steps: readonly StepResult[];
  readonly seconds: number;
  readonly visitors: number;
  readonly requests: number;
};

type Run = {
  readonly problem: string | null;
  readonly steps: readonly StepResult[];
  readonly startedMs: number;
  readonly visitors: Pick<Visitors, 'came' | 'requests'> | null;
};

export function crowdReport({ say: _, ...asked }: CrowdPlan, subject: string, run: Run): CrowdReport {
  const { steps, visitors } = run;
  const rates = (outcome: StepResult['outcome']) =>
    steps.filter((step) => step.outcome === outcome).map(({ rate }) => rate);
  const highest = Math.max(0, ...rates('carried'));
  const above = [...rates('bent'), ...rates('failed')].filter((rate) => rate > highest);
  const knee =
    highest === 0
      ? null
      : { turnsPerSecond: highest, bendsAt: above.length === 0 ? null : Math.min(...above) };
  const { outcome: last = null, reason = null } = steps.at(-1) ?? {};
  const endedEarly = last === 'failed' || last === 'limited' || last === 'stopped';
  const verdict = ((): CrowdVerdict => {
    if (run.problem !== null || last === null) return 'untried';
    if (endedEarly) return last;
    if (knee === null) return 'bent';
    return knee.bendsAt === null ? 'carried' : 'knee';
  })();
  return {
    subject,
    verdict,
    problem: run.problem ?? (endedEarly || verdict === 'bent' ? reason : null),
    knee,
    asked,
    steps,
    seconds: Math.round((performance.now() - run.startedMs) / 100) / 10,
    visitors: visitors?.came ?? 0,
    requests: visitors?.requests ?? 0,
  };
}
