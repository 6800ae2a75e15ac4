import type { Opening, UserFacts } from '../seam.ts';
import { loginBody } from './bodies.ts';
import type { Endpoint } from './endpoint.ts';
import { exchangeOnce } from './short-exchange.ts';
import { calledOff, outOfTime, restingTrouble, type Trouble } from './trouble.ts';

const maxTries = 3;
const unlimited = (): number => Number.POSITIVE_INFINITY;
const open: Opening = { outcome: 'open' };

/** Tells the endpoint of a session. In the middle of a turn, what is left of the turn's time bounds it. */
export async function login(
  endpoint: Endpoint,
  user: UserFacts,
  signal: AbortSignal,
  remainingMs: () => number = unlimited,
): Promise<Opening> {
  const { shortLimitMs } = endpoint.tools;
  const { sessionId } = user;
  const request = { action: 'LOGIN', sessionId, user, body: loginBody(endpoint, user) } as const;
  let reached = false;
  let trouble: Trouble | null = null;
  const failed = ({ note }: Trouble, tries: number): Opening => {
    return { outcome: 'failed', reached, note: { ...note, tries } };
  };
  for (let tries = 1; ; tries++) {
    const limitMs = Math.min(shortLimitMs, remainingMs());
    if (limitMs < 1) return failed(trouble ?? outOfTime('LOGIN', endpoint.settings.chatTimeoutMs), tries - 1);
    const permit = endpoint.enter(limitMs);
    if (permit.kind === 'open') return failed(trouble ?? restingTrouble('LOGIN', permit), tries - 1);
    trouble = await exchangeOnce(endpoint, permit, request, limitMs, signal);
    if (trouble === null) return open;
    reached ||= trouble.reached;
    if (trouble.refused) return { outcome: 'refused', note: { ...trouble.note, tries } };
    if (tries === maxTries || trouble.sign !== 'dead') return failed(trouble, tries);
    const goesOn = await endpoint.backOff(tries, remainingMs(), signal);
    if (!goesOn) return failed(calledOff('LOGIN'), tries);
  }
}
