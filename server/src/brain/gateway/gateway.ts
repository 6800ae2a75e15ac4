import { CircuitBreakers, type Clock, sleep } from '../../kernel/index.ts';
import type { Outbound } from '../../outbound/index.ts';
import type { Brain } from '../seam.ts';
import { chat } from './chat.ts';
import { Endpoint, type EndpointDeps, type EndpointSettings } from './endpoint.ts';
import type { ExchangeRecord } from './exchange-record.ts';
import { login } from './login.ts';
import { type LogoutOutcome, logout } from './logout.ts';

export type GatewayDeps = {
  readonly outbound: Outbound;
  /** Where endpoints speak first. */
  readonly callbackUrl: string;
  readonly authTokenOf: (sessionId: string) => string;
  readonly clock: Clock;
  /** 0 to 1, for back-off. */
  readonly random?: () => number;
  readonly sleep?: EndpointDeps['sleep'];
  /** For one LOGIN or LOGOUT. */
  readonly shortLimitMs?: number;
  /** Told of each LOGIN and LOGOUT that was sent, once it is over. */
  readonly onExchange?: (exchange: ExchangeRecord) => void;
};

const shortLimitMs = 5_000;
const breakerLimits = { failuresToOpen: 5, openMs: 10_000, maxOpenMs: 60_000, maxCircuits: 10_000 };

/** Holds nothing that has to be closed: the requests under way belong to the outbound client. */
export type Gateway = {
  brain(avatarId: number, settings: EndpointSettings): Brain;
  /** One try. */
  logout(
    avatarId: number,
    sessionId: string,
    settings: EndpointSettings,
    signal: AbortSignal,
  ): Promise<LogoutOutcome>;
};

export function createGateway(deps: GatewayDeps): Gateway {
  const endpointDeps = {
    ...deps,
    random: deps.random ?? Math.random,
    sleep: deps.sleep ?? sleep,
    shortLimitMs: deps.shortLimitMs ?? shortLimitMs,
    breakers: new CircuitBreakers<string>({ clock: deps.clock, ...breakerLimits }),
  };
  return {
    brain(avatarId, settings) {
      const endpoint = new Endpoint(endpointDeps, avatarId, settings);
      return {
        open: (user, signal) => login(endpoint, user, signal),
        answer: (question, signal) => chat(endpoint, question, signal),
      };
    },
    logout: (avatarId, sessionId, settings, signal) =>
      logout(new Endpoint(endpointDeps, avatarId, settings), sessionId, signal),
  };
}
