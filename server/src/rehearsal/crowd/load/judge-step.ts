import type { Figures } from './figures.ts';
import type { Ending } from './step.ts';

export type Outcome = 'carried' | 'bent' | Ending['kind'];
export type StepResult = Figures & {
  readonly outcome: Outcome;
  /** Why it was not carried; null if it was. */
  readonly reason: string | null;
};

/** Turns that were due and not answered in the window make the queue longer. More than this share of them is too much. */
const maxUnansweredShare = 0.02;
const maxFailedShare = 0.01;
/** How late this program may come to its turns. */
const maxLateMs = 50;

/** Whether the target carried the rate of a step that was not ended early. */
export function judgeStep(figures: Figures, ending: Ending | null, p95LimitMs: number): StepResult {
  if (ending !== null) return { ...figures, outcome: ending.kind, reason: ending.reason };
  const reason = bend(figures, p95LimitMs);
  if (reason === null) return { ...figures, outcome: 'carried', reason };
  const isLate = (figures.generator.lateP95Ms ?? 0) > maxLateMs;
  return isLate
    ? { ...figures, outcome: 'limited', reason: lateText(figures) }
    : { ...figures, outcome: 'bent', reason };
}

function bend(figures: Figures, p95LimitMs: number): string | null {
  const { turns, offered, answered, seconds, queue, failures, wholeMs } = figures;
  if (failures > maxFailedShare * turns) return `${failures} of ${turns} turns failed`;
  const unanswered = (offered - answered) * seconds;
  // A queue that is as long as ever varies by about the square root of its length.
  if (unanswered > Math.max(maxUnansweredShare * turns, 3 * Math.sqrt(queue.first + 1)))
    return `the queue grew: ${answered} of ${offered} turns a second were answered`;
  const p95 = wholeMs.p95 ?? 0;
  return p95 > p95LimitMs ? `p95 was ${Math.round(p95)} ms, more than ${Math.round(p95LimitMs)} ms` : null;
}

const lateText = ({ generator: { core, lateP95Ms } }: Figures): string =>
  `this machine was too slow: 5 % of the turns were sent more than ${lateP95Ms} ms late, with ${core} of a processor core`;
