import type { BrainNote } from '../../seam.ts';
import { logoutBody } from '../bodies.ts';
import type { Endpoint } from '../endpoint.ts';
import type { RequestFailure } from '../request-failure.ts';
import { exchangeOnce } from './short-exchange.ts';

export type LogoutOutcome =
  | { readonly outcome: 'acknowledged' }
  /** The endpoint refused. A retry would change nothing. */
  | { readonly outcome: 'refused'; readonly note: BrainNote }
  /** Retry later. */
  | { readonly outcome: 'failed'; readonly note: BrainNote };

/** 4xx statuses that ask for a retry. */
const comeBack: ReadonlySet<number> = new Set([408, 425, 429]);

export async function logout(
  endpoint: Endpoint,
  sessionId: string,
  signal: AbortSignal,
  traceparent: string | null,
): Promise<LogoutOutcome> {
  const limitMs = endpoint.deps.shortLimitMs;
  const body = logoutBody(sessionId);
  const request = { action: 'LOGOUT', sessionId, user: null, body, traceparent } as const;
  const failure = await exchangeOnce(endpoint, request, limitMs, signal);
  if (failure === null) return { outcome: 'acknowledged' };
  if (isFinal(failure)) return { outcome: 'refused', note: failure.note };
  return { outcome: 'failed', note: failure.note };
}

function isFinal({ refused, httpStatus }: RequestFailure): boolean {
  if (httpStatus === null || comeBack.has(httpStatus)) return false;
  return refused || (httpStatus >= 400 && httpStatus < 500);
}
