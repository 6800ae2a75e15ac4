import type { OpenResult, UserFacts } from '../../../live/index.ts';
import { loginBody } from '../bodies.ts';
import type { Endpoint } from '../endpoint.ts';
import { abortedFailure, type RequestFailure, timeoutFailure } from '../request-failure.ts';
import { exchangeOnce, shortLimitMs } from './short-exchange.ts';

const maxTries = 3;
const unlimited = (): number => Number.POSITIVE_INFINITY;
const open: OpenResult = { outcome: 'open' };

/**
 * Sends LOGIN for a session. An open circuit does not withhold it, but then it is tried only once. During a turn,
 * `remainingMs` limits it to the rest of the turn's timeout.
 */
export async function login(
  endpoint: Endpoint,
  user: UserFacts,
  signal: AbortSignal,
  traceparent: string | null,
  remainingMs: () => number = unlimited,
): Promise<OpenResult> {
  const { sessionId } = user;
  const body = loginBody(endpoint, user);
  const request = { action: 'LOGIN', sessionId, user, body, traceparent } as const;
  let reached = false;
  let failure: RequestFailure | null = null;
  const failed = ({ note }: RequestFailure, tries: number): OpenResult => {
    return { outcome: 'failed', reached, circuitOpen: endpoint.isCircuitOpen, note: { ...note, tries } };
  };
  for (let tries = 1; ; tries++) {
    const limitMs = Math.min(shortLimitMs, remainingMs());
    if (limitMs < 1)
      return failed(failure ?? timeoutFailure('LOGIN', endpoint.settings.chatTimeoutMs), tries - 1);
    failure = await exchangeOnce(endpoint, request, limitMs, signal);
    if (failure === null) return open;
    reached ||= failure.reached;
    if (failure.refused) return { outcome: 'refused', note: { ...failure.note, tries } };
    const isLastTry = tries === maxTries || endpoint.isCircuitOpen;
    if (isLastTry || failure.health !== 'down') return failed(failure, tries);
    const goesOn = await endpoint.backOff(tries, remainingMs(), signal);
    if (!goesOn) return failed(abortedFailure('LOGIN'), tries);
  }
}
