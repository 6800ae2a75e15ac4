import type { CircuitBreakers, Clock, OpenCircuit, Permit } from '../../kernel/index.ts';
import type { UserFacts } from '../../live/index.ts';
import type { Outbound, OutboundByAccount, RequestHeaders } from '../../outbound/index.ts';
import { type ExchangeRecord, secretForms } from './login/exchange-record.ts';
import type { RequestFailure } from './request-failure.ts';

/** What an account sets for its avatar. */
export type EndpointSettings = {
  readonly accountId: string;
  readonly url: string;
  readonly key: string | null;
  readonly chatTimeoutMs: number;
  /** After an interruption, CHAT says what the user heard. */
  readonly sendsHeard: boolean;
};

/** What all endpoints share. */
export type EndpointDeps = {
  readonly outbound: OutboundByAccount;
  /** The address to which endpoints send messages of their own. */
  readonly callbackUrl: string;
  readonly authTokenOf: (sessionId: string) => string;
  readonly clock: Clock;
  /** From 0 to 1, for the jitter of backoffs. */
  readonly random: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<unknown>;
  readonly breakers: CircuitBreakers<string>;
  /** Called after each LOGIN and LOGOUT that was sent. */
  readonly onExchange?: (exchange: ExchangeRecord) => void;
  /** Sessions that got a LOGIN after a 4xx, and have had no answered CHAT since. */
  readonly offered: WeakSet<UserFacts>;
};

/** The endpoint's own spans then belong to our trace. */
export const withTraceparent = (headers: RequestHeaders, traceparent: string | null): RequestHeaders =>
  traceparent === null ? headers : { ...headers, traceparent };

const backOffMs = 100;
export const probeEveryMs = 1_000;

/** One avatar's endpoint. */
export class Endpoint {
  readonly deps: EndpointDeps;
  readonly settings: EndpointSettings;
  readonly outbound: Outbound;
  /** Parsed once. Text that is not a URL stays text, and the client refuses it. */
  readonly address: URL | string;
  readonly headers: RequestHeaders;
  readonly chatHeaders: RequestHeaders;
  readonly #name: string;

  constructor(deps: EndpointDeps, avatarId: number, settings: EndpointSettings) {
    this.deps = deps;
    this.settings = settings;
    this.outbound = deps.outbound.forAccount(settings.accountId);
    this.address = URL.parse(settings.url) ?? settings.url;
    const json = { 'Content-Type': 'application/json' };
    this.headers = settings.key === null ? json : { Authorization: `Bearer ${settings.key}`, ...json };
    this.chatHeaders = { ...this.headers, Accept: 'application/json, text/event-stream' };
    // The key contains the avatar, so that one account cannot open the circuit of another account's endpoint.
    this.#name = `${avatarId} ${settings.url}`;
  }

  /** Asks to send a CHAT. While the circuit is open, one a second may be sent, even if the previous one hangs. */
  enter(): Permit | OpenCircuit<string> {
    return this.deps.breakers.enter(this.#name, probeEveryMs);
  }

  get isCircuitOpen(): boolean {
    return this.deps.breakers.isOpen(this.#name);
  }

  answered(): void {
    this.deps.breakers.succeeded(this.#name);
  }

  report(permit: Permit, failure: RequestFailure): void {
    const { breakers } = this.deps;
    if (failure.health === 'down') breakers.failed(this.#name, permit, failure.text);
    else if (failure.health === 'up') breakers.succeeded(this.#name);
    else breakers.undecided(this.#name, permit);
  }

  /** Whether a LOGIN may be tried for a session that an endpoint may have forgotten: once, until it has answered. */
  offerLogin(user: UserFacts): boolean {
    const { offered } = this.deps;
    if (offered.has(user)) return false;
    offered.add(user);
    return true;
  }

  knows(user: UserFacts): void {
    this.deps.offered.delete(user);
  }

  abandoned(permit: Permit): void {
    this.deps.breakers.undecided(this.#name, permit);
  }

  /** What must not be stored in a record, in each form in which an answer may echo it. */
  secretsOf(sessionId: string, user: UserFacts | null): readonly string[] {
    const { accessToken = null, jwtToken = null, customString = null } = user ?? {};
    const authToken = this.deps.authTokenOf(sessionId);
    return secretForms([this.settings.key, authToken, accessToken, jwtToken, customString]);
  }

  /** Waits longer after each try, with jitter so that sessions do not all retry together. False if aborted. */
  async backOff(tries: number, atMostMs: number, signal: AbortSignal): Promise<boolean> {
    const { sleep, random } = this.deps;
    const wantedMs = Math.round(backOffMs * 2 ** tries * (0.5 + random()));
    await sleep(Math.max(0, Math.min(wantedMs, atMostMs)), signal);
    return !signal.aborted;
  }
}
