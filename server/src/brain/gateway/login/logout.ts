import type { BrainNote } from '../../../live/index.ts';
import { asksToRetry } from '../answer-check.ts';
import { logoutBody } from '../bodies.ts';
import type { Endpoint } from '../endpoint.ts';
import type { RequestFailure } from '../request-failure.ts';
import { exchangeOnce, shortLimitMs } from './short-exchange.ts';

export type LogoutOutcome =
  | { readonly outcome: 'acknowledged' }
  /** The endpoint refused. A retry would change nothing. */
  | { readonly outcome: 'refused'; readonly note: BrainNote }
  /** Retry later. */
  | { readonly outcome: 'failed'; readonly note: BrainNote };

export async function logout(
  endpoint: Endpoint,
  sessionId: string,
  signal: AbortSignal,
  traceparent: string | null,
): Promise<LogoutOutcome> {
  const body = logoutBody(sessionId);
  const request = { action: 'LOGOUT', sessionId, user: null, body, traceparent } as const;
  const failure = await exchangeOnce(endpoint, request, shortLimitMs, signal);
  if (failure === null) return { outcome: 'acknowledged' };
  if (isFinal(failure)) return { outcome: 'refused', note: failure.note };
  return { outcome: 'failed', note: failure.note };
}

function isFinal({ refused, httpStatus }: RequestFailure): boolean {
  if (httpStatus === null || asksToRetry(httpStatus)) return false;
  return refused || (httpStatus >= 400 && httpStatus < 500);
}
