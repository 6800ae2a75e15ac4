import type { Visit } from '../visits/visit.ts';
import { seededRandom } from './load/arrivals.ts';
import type { CrowdPlan } from './load/crowd-plan.ts';
import { findKnee } from './load/find-knee.ts';
import { judgeStep, type StepResult } from './load/judge-step.ts';
import { runStep } from './load/step.ts';
import { Visitors } from './load/visitors.ts';
import { type CrowdReport, crowdReport } from './report/crowd-report.ts';

export type CrowdTarget = {
  readonly subject: string;
  readonly visit: (number: number) => Visit;
  /** The longest time to wait for an answer. */
  readonly answerMs: number;
};

export type CrowdRun = {
  /** Aborted to end the run. What was measured until then is reported. */
  readonly stop: AbortSignal;
  onStep?(step: StepResult): void;
};

/** Without a limit of one's own: three times the p95 of the first step, and no less than this. */
const minP95LimitMs = 1_000;
const slowdown = 3;

/** Sends visitors to a target, at one rate or at rising ones, and reports what it carried. Everybody hangs up at the end. */
export async function runCrowd(plan: CrowdPlan, target: CrowdTarget, run: CrowdRun): Promise<CrowdReport> {
  const startedMs = performance.now();
  const random = seededRandom(plan.seed);
  const steps: StepResult[] = [];
  const problem = await tryOnce(target.visit(0), plan.say[0] ?? '');
  if (problem !== null)
    return crowdReport(plan, target.subject, { problem, steps, startedMs, visitors: null });
  const thinkingMs = 1000 * plan.thinkingSeconds;
  const visitors = new Visitors({ ...plan, visit: target.visit, random, thinkingMs });
  const limitMs = () => {
    const first = steps.find(({ outcome }) => outcome === 'carried')?.wholeMs.p95 ?? null;
    if (plan.p95LimitMs !== null) return plan.p95LimitMs;
    return first === null ? Number.POSITIVE_INFINITY : Math.max(minP95LimitMs, slowdown * first);
  };
  const measure = async (rate: number): Promise<StepResult> => {
    const { say } = plan;
    const windowMs = 1000 * plan.seconds;
    const { answerMs } = target;
    const options = { visitors, random, rate, windowMs, thinkingMs, answerMs, say, stop: run.stop };
    const { figures, ending } = await runStep(options);
    const step = judgeStep(figures, ending, limitMs());
    steps.push(step);
    run.onStep?.(step);
    return step;
  };
  try {
    if (plan.rate !== null) await measure(plan.rate);
    else await findKnee(plan.upTo, measure);
  } finally {
    await visitors.dismiss();
  }
  return crowdReport(plan, target.subject, { problem: null, steps, startedMs, visitors });
}

/** A crowd does not come to a target that one visitor cannot talk to. */
async function tryOnce(visit: Visit, text: string): Promise<string | null> {
  const { problem } = await visit.join();
  if (problem !== null) return problem;
  const answer = await visit.say(text, null);
  await visit.hangUp();
  return answer.problem;
}
