import { CircuitBreakers, type Clock, sleep } from '../../kernel/index.ts';
import type { Brain, UserFacts } from '../../live/index.ts';
import type { OutboundByAccount } from '../../outbound/index.ts';
import { chat } from './chat/chat.ts';
import { Endpoint, type EndpointDeps, type EndpointSettings, probeEveryMs } from './endpoint.ts';
import type { ExchangeRecord } from './login/exchange-record.ts';
import { login } from './login/login.ts';
import { type LogoutOutcome, logout } from './login/logout.ts';

export type GatewayDeps = {
  readonly outbound: OutboundByAccount;
  /** The address to which endpoints send messages of their own. */
  readonly callbackUrl: string;
  readonly authTokenOf: (sessionId: string) => string;
  readonly clock: Clock;
  /** From 0 to 1, for the jitter of backoffs. */
  readonly random?: () => number;
  readonly sleep?: EndpointDeps['sleep'];
  /** Called after each LOGIN and LOGOUT that was sent. */
  readonly onExchange?: (exchange: ExchangeRecord) => void;
};

/** An endpoint's open circuit lets one CHAT a second through, so that a recovered endpoint is noticed soon. */
const breakerLimits = {
  failuresToOpen: 5,
  openMs: probeEveryMs,
  maxCircuits: 10_000,
};

/** It needs no disposal: requests in flight belong to the outbound client. */
export type Gateway = {
  brain(avatarId: number, settings: EndpointSettings): Brain;
  /** Makes one try. */
  logout(
    avatarId: number,
    sessionId: string,
    settings: Pick<EndpointSettings, 'accountId' | 'url' | 'key'>,
    signal: AbortSignal,
    traceparent?: string | null,
  ): Promise<LogoutOutcome>;
};

export function createGateway(deps: GatewayDeps): Gateway {
  const endpointDeps = {
    ...deps,
    random: deps.random ?? Math.random,
    sleep: deps.sleep ?? sleep,
    breakers: new CircuitBreakers<string>({ clock: deps.clock, ...breakerLimits }),
    offered: new WeakSet<UserFacts>(),
  };
  return {
    brain(avatarId, settings) {
      const endpoint = new Endpoint(endpointDeps, avatarId, settings);
      return {
        open: (user, signal, traceparent = null) => login(endpoint, user, signal, traceparent),
        answer: (question, signal) => chat(endpoint, question, signal),
      };
    },
    logout(avatarId, sessionId, { accountId, url, key }, signal, traceparent = null) {
      const settings = { accountId, url, key, chatTimeoutMs: 0, sendsHeard: false };
      return logout(new Endpoint(endpointDeps, avatarId, settings), sessionId, signal, traceparent);
    },
  };
}
