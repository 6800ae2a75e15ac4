import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../kernel/index.ts';
import type { Outbound, RequestHeaders } from '../../outbound/index.ts';
import type { UserFacts } from '../seam.ts';
import type { Breakers, Pass, Resting } from './breakers.ts';
import type { NotedExchange } from './noted-exchange.ts';
import type { Trouble } from './trouble.ts';

/** What an account sets for its avatar. */
export type EndpointSettings = {
  readonly url: string;
  readonly key: string | null;
  readonly chatTimeoutMs: number;
  /** After an interruption CHAT says what the user heard. */
  readonly sendsHeard: boolean;
};

export type Wait = (ms: number, signal: AbortSignal) => Promise<unknown>;

/** What every endpoint is reached with. */
export type GatewayTools = {
  readonly outbound: Outbound;
  readonly callbackUrl: string;
  readonly authTokenOf: (sessionId: string) => string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly wait: Wait;
  readonly shortLimitMs: number;
  readonly breakers: Breakers;
  readonly onExchange?: (exchange: NotedExchange) => void;
};

export const waitByTimer: Wait = (ms, signal) => delay(ms, undefined, { signal });

const backOffMs = 100;

/** One avatar's endpoint. */
export class Endpoint {
  readonly tools: GatewayTools;
  readonly settings: EndpointSettings;
  /** Parsed once; what cannot be parsed is left for the client to refuse. */
  readonly address: URL | string;
  readonly headers: RequestHeaders;
  readonly chatHeaders: RequestHeaders;
  readonly #name: string;

  constructor(tools: GatewayTools, avatarId: number, settings: EndpointSettings) {
    this.tools = tools;
    this.settings = settings;
    this.address = URL.parse(settings.url) ?? settings.url;
    const json = { 'Content-Type': 'application/json' };
    this.headers = settings.key === null ? json : { Authorization: `Bearer ${settings.key}`, ...json };
    this.chatHeaders = { ...this.headers, Accept: 'application/json, text/event-stream' };
    // With the avatar in it, so that one account cannot put another's endpoint to rest.
    this.#name = `${avatarId} ${settings.url}`;
  }

  enter(limitMs: number): Pass | Resting {
    return this.tools.breakers.enter(this.#name, limitMs);
  }

  answered(): void {
    this.tools.breakers.alive(this.#name);
  }

  report(pass: Pass, trouble: Trouble): void {
    const { breakers } = this.tools;
    if (trouble.sign === 'dead') breakers.failed(this.#name, pass, trouble.text);
    else if (trouble.sign === 'alive') breakers.alive(this.#name);
    else breakers.undecided(this.#name, pass);
  }

  left(pass: Pass): void {
    this.tools.breakers.undecided(this.#name, pass);
  }

  /** What must not come back into a record. */
  secretsOf(sessionId: string, user: UserFacts | null): readonly (string | null)[] {
    const authToken = this.tools.authTokenOf(sessionId);
    return [this.settings.key, authToken, user?.accessToken ?? null, user?.jwtToken ?? null];
  }

  /** Longer after each try, and never the same for all sessions of an endpoint that came back; false if called off. */
  async backOff(tries: number, atMostMs: number, signal: AbortSignal): Promise<boolean> {
    const { wait, random } = this.tools;
    const wantedMs = Math.round(backOffMs * 2 ** tries * (0.5 + random()));
    try {
      await wait(Math.max(0, Math.min(wantedMs, atMostMs)), signal);
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      throw error;
    }
  }
}
