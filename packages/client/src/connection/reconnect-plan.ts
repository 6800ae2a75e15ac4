import { closeCodes } from '@parley/protocol/wire';

export type LossReason = 'dropped' | 'silent' | 'restart' | 'too_large';
export type OverReason = 'ended' | 'refused' | 'replaced' | 'unsupported';

/** What a closed socket means: reconnect, or do not. */
export type CloseMeaning =
  | { readonly kind: 'return'; readonly reason: LossReason; readonly afterMs: number }
  | { readonly kind: 'over'; readonly reason: OverReason };

const usualRestartMs = 1000;
const dropped: CloseMeaning = { kind: 'return', reason: 'dropped', afterMs: 0 };

const meanings: Readonly<Record<number, CloseMeaning>> = {
  [closeCodes.ended]: { kind: 'over', reason: 'ended' },
  [closeCodes.refused]: { kind: 'over', reason: 'refused' },
  [closeCodes.replaced]: { kind: 'over', reason: 'replaced' },
  [closeCodes.unsupported]: { kind: 'over', reason: 'unsupported' },
  [closeCodes.restart]: { kind: 'return', reason: 'restart', afterMs: usualRestartMs },
  [closeCodes.tooLarge]: { kind: 'return', reason: 'too_large', afterMs: 0 },
};

/** Only a hello can be refused. The same code after the welcome is an ordinary drop. */
export function closeMeaning(closeCode: number, welcomed: boolean): CloseMeaning {
  const isRefusal = closeCode === closeCodes.refused;
  return (isRefusal && welcomed ? dropped : meanings[closeCode]) ?? dropped;
}

const firstDelayMs = 250;
const longestDelayMs = 4000;
const restartSpreadMs = 1000;

/** When to reconnect, and until when. */
export type ReconnectPlan = {
  readonly attempts: number;
  readonly notBefore: number;
  readonly until: number;
};

export function planReconnect(now: number, windowMs: number, afterMs = 0, attempts = 0): ReconnectPlan {
  return { attempts, notBefore: now + afterMs, until: now + afterMs + windowMs };
}

/** How long to wait before the next try; null if it is too late. `random` spreads the clients of one service. */
export function nextTry(
  plan: ReconnectPlan,
  now: number,
  random: number,
): { readonly delayMs: number; readonly plan: ReconnectPlan } | null {
  if (now >= plan.until) return null;
  if (now < plan.notBefore) return { delayMs: plan.notBefore - now + restartSpreadMs * random, plan };
  const ceiling = Math.min(longestDelayMs, firstDelayMs * 2 ** plan.attempts);
  const delayMs = Math.min(ceiling * (0.5 + random / 2), plan.until - now);
  return { delayMs, plan: { ...plan, attempts: plan.attempts + 1 } };
}
