import { CircuitBreakers, sleep } from '../../kernel/index.ts';
import type { Brain, UserFacts } from '../../live/index.ts';
import { chat } from './chat/chat.ts';
import { Endpoint, type EndpointDeps, type EndpointSettings, probeEveryMs } from './endpoint.ts';
import { login } from './login/login.ts';
import { type LogoutOutcome, logout } from './login/logout.ts';

/** Tests replace chance and waiting. */
type Replaceable = Pick<EndpointDeps, 'random' | 'sleep'>;
export type GatewayDeps = Omit<EndpointDeps, 'breakers' | 'offered' | keyof Replaceable> &
  Partial<Replaceable>;

/** An endpoint's open circuit lets one CHAT a second through, so that a recovered endpoint is noticed soon. */
const breakerLimits = {
  failuresToOpen: 5,
  openMs: probeEveryMs,
  maxCircuits: 10_000,
};

export type Gateway = ReturnType<typeof createGateway>;

/** It needs no disposal: requests in flight belong to the outbound client. */
export function createGateway(deps: GatewayDeps) {
  const endpointDeps = {
    random: Math.random,
    sleep,
    ...deps,
    breakers: new CircuitBreakers<string>({ clock: deps.clock, ...breakerLimits }),
    offered: new WeakSet<UserFacts>(),
  };
  return {
    brain(avatarId: number, settings: EndpointSettings): Brain {
      const endpoint = new Endpoint(endpointDeps, avatarId, settings);
      return {
        open: (user, signal, traceparent = null) => login(endpoint, user, signal, traceparent),
        answer: (question, signal) => chat(endpoint, question, signal),
      };
    },
    /** Makes one try. */
    logout(
      avatarId: number,
      sessionId: string,
      { accountId, url, key }: Pick<EndpointSettings, 'accountId' | 'url' | 'key'>,
      signal: AbortSignal,
      traceparent: string | null = null,
    ): Promise<LogoutOutcome> {
      const settings = { accountId, url, key, chatTimeoutMs: 0, sendsHeard: false };
      return logout(new Endpoint(endpointDeps, avatarId, settings), sessionId, signal, traceparent);
    },
  };
}
