import { closeCodes } from '@parley/protocol/wire';

export type LossReason = 'dropped' | 'silent' | 'restart' | 'too_large';
export type OverReason = 'ended' | 'refused' | 'replaced' | 'unsupported';

/** What a closed socket means: come back, or do not. */
export type Verdict =
  | { readonly kind: 'return'; readonly reason: LossReason; readonly afterMs: number }
  | { readonly kind: 'over'; readonly reason: OverReason };

const usualRestartMs = 1000;
const dropped: Verdict = { kind: 'return', reason: 'dropped', afterMs: 0 };

/** Only a hello can be refused: the same code on a socket that was welcomed is a drop like any other. */
export function verdictOn(closeCode: number, welcomed: boolean): Verdict {
  switch (closeCode) {
    case closeCodes.ended:
      return { kind: 'over', reason: 'ended' };
    case closeCodes.refused:
      return welcomed ? dropped : { kind: 'over', reason: 'refused' };
    case closeCodes.replaced:
      return { kind: 'over', reason: 'replaced' };
    case closeCodes.unsupported:
      return { kind: 'over', reason: 'unsupported' };
    case closeCodes.restart:
      return { kind: 'return', reason: 'restart', afterMs: usualRestartMs };
    case closeCodes.tooLarge:
      return { kind: 'return', reason: 'too_large', afterMs: 0 };
    default:
      return dropped;
  }
}

const firstDelayMs = 250;
const longestDelayMs = 4000;
const restartSpreadMs = 1000;

/** When to try again, and until when. */
export type ReturnPlan = {
  readonly attempts: number;
  readonly notBefore: number;
  readonly until: number;
};

export function planReturn(now: number, windowMs: number, afterMs = 0, attempts = 0): ReturnPlan {
  return { attempts, notBefore: now + afterMs, until: now + afterMs + windowMs };
}

/** How long to wait for the next try; null where it is too late for one. `random` spreads many clients of one service. */
export function nextTry(
  plan: ReturnPlan,
  now: number,
  random: number,
): { readonly delayMs: number; readonly plan: ReturnPlan } | null {
  if (now >= plan.until) return null;
  if (now < plan.notBefore) return { delayMs: plan.notBefore - now + restartSpreadMs * random, plan };
  const ceiling = Math.min(longestDelayMs, firstDelayMs * 2 ** plan.attempts);
  const delayMs = Math.min(ceiling * (0.5 + random / 2), plan.until - now);
  return { delayMs, plan: { ...plan, attempts: plan.attempts + 1 } };
}
