import type { BrainNote } from '../seam.ts';
import { logoutBody } from './bodies.ts';
import type { Endpoint } from './endpoint.ts';
import { exchangeOnce } from './short-exchange.ts';
import { restingTrouble, type Trouble } from './trouble.ts';

export type LogoutOutcome =
  | { readonly outcome: 'acknowledged' }
  /** The endpoint wants nothing of this session: asking again would change nothing. */
  | { readonly outcome: 'refused'; readonly note: BrainNote }
  /** Try again later. With `restMs` nothing was sent, and before so long nothing will be. */
  | { readonly outcome: 'failed'; readonly restMs: number | null; readonly note: BrainNote };

/** Answers of the 4xx kind that ask to come back. */
const comeBack: ReadonlySet<number> = new Set([408, 425, 429]);

export async function logout(
  endpoint: Endpoint,
  sessionId: string,
  signal: AbortSignal,
): Promise<LogoutOutcome> {
  const limitMs = endpoint.tools.shortLimitMs;
  const permit = endpoint.enter(limitMs);
  if (permit.kind === 'open') {
    return { outcome: 'failed', restMs: permit.retryAfterMs, note: restingTrouble('LOGOUT', permit).note };
  }
  const request = { action: 'LOGOUT', sessionId, user: null, body: logoutBody(sessionId) } as const;
  const trouble = await exchangeOnce(endpoint, permit, request, limitMs, signal);
  if (trouble === null) return { outcome: 'acknowledged' };
  if (isFinal(trouble)) return { outcome: 'refused', note: trouble.note };
  return { outcome: 'failed', restMs: null, note: trouble.note };
}

function isFinal({ refused, httpStatus }: Trouble): boolean {
  if (httpStatus === null || comeBack.has(httpStatus)) return false;
  return refused || (httpStatus >= 400 && httpStatus < 500);
}
