import type { Clock } from '../../kernel/index.ts';

/** Leave to send one request. A probe is the one request that a resting endpoint is given to show itself. */
export type Pass = { readonly kind: 'ordinary' | 'probe' };

export type Resting = {
  readonly kind: 'resting';
  readonly failures: number;
  readonly retryAfterMs: number;
  /** What the last failure was. */
  readonly reason: string;
};

type State =
  | { readonly name: 'counting'; readonly failures: number }
  | {
      readonly name: 'resting';
      readonly failures: number;
      readonly restMs: number;
      readonly untilMs: number;
      readonly reason: string;
      readonly probe: Pass | null;
    };

const failuresBeforeRest = 5;
const firstRestMs = 10_000;
const longestRestMs = 60_000;
const endpointsKept = 10_000;
const ordinary: Pass = { kind: 'ordinary' };

/** Which endpoints fail, and which of them are left alone for a while. One in good health takes no room. */
export class Breakers {
  readonly #clock: Clock;
  readonly #states = new Map<string, State>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** `limitMs`: how long the request may take. A probe of which nothing is heard for so long is forgotten. */
  enter(endpoint: string, limitMs: number): Pass | Resting {
    const state = this.#states.get(endpoint);
    if (state?.name !== 'resting') return ordinary;
    const nowMs = this.#clock.monotonicMs();
    if (nowMs < state.untilMs) {
      const { failures, reason } = state;
      return { kind: 'resting', failures, reason, retryAfterMs: Math.ceil(state.untilMs - nowMs) };
    }
    const probe: Pass = { kind: 'probe' };
    this.#states.set(endpoint, { ...state, probe, untilMs: nowMs + limitMs });
    return probe;
  }

  /** The endpoint answered, be it with a refusal. */
  alive(endpoint: string): void {
    this.#states.delete(endpoint);
  }

  failed(endpoint: string, pass: Pass, reason: string): void {
    const state = this.#states.get(endpoint);
    const failures = (state?.failures ?? 0) + 1;
    if (state?.name === 'resting') {
      // Requests that were under way when the rest began tell nothing new.
      if (state.probe !== pass) return;
      this.#rest(endpoint, failures, Math.min(state.restMs * 2, longestRestMs), reason);
    } else if (failures >= failuresBeforeRest) {
      this.#rest(endpoint, failures, firstRestMs, reason);
    } else {
      this.#keep(endpoint, { name: 'counting', failures });
    }
  }

  /** The request ended without telling anything of the endpoint: the next one may probe. */
  undecided(endpoint: string, pass: Pass): void {
    const state = this.#states.get(endpoint);
    if (state?.name !== 'resting' || state.probe !== pass) return;
    this.#keep(endpoint, { ...state, probe: null, untilMs: this.#clock.monotonicMs() });
  }

  #rest(endpoint: string, failures: number, restMs: number, reason: string): void {
    const untilMs = this.#clock.monotonicMs() + restMs;
    this.#keep(endpoint, { name: 'resting', failures, restMs, untilMs, reason, probe: null });
  }

  #keep(endpoint: string, state: State): void {
    if (!this.#states.has(endpoint) && this.#states.size >= endpointsKept) {
      for (const oldest of this.#states.keys()) {
        this.#states.delete(oldest);
        break;
      }
    }
    this.#states.set(endpoint, state);
  }
}
