import type { Clock } from '../time/clock.ts';

export type CircuitBreakerOptions = {
  readonly clock: Clock;
  /** This many failures in a row open a circuit. */
  readonly failuresToOpen: number;
  /** How long a circuit stays open the first time. Each failed probe doubles it, up to `maxOpenMs`. */
  readonly openMs: number;
  readonly maxOpenMs: number;
  /** This many circuits are remembered. Beyond that, the one whose state changed least recently is forgotten. */
  readonly maxCircuits: number;
};

/** Permission for one request. A probe is the one request that decides whether an open circuit closes. */
export type Permit = { readonly kind: 'ordinary' | 'probe' };

/** The circuit is open: no request may be sent now. */
export type OpenCircuit<Reason> = {
  readonly kind: 'open';
  readonly failures: number;
  readonly retryAfterMs: number;
  /** The reason of the last failure. */
  readonly reason: Reason;
};

type State<Reason> =
  | { readonly name: 'closed'; readonly failures: number }
  | {
      readonly name: 'open';
      readonly failures: number;
      readonly openMs: number;
      readonly untilMs: number;
      readonly reason: Reason;
      /** The circuit is half-open while there is a probe. */
      readonly probe: Permit | null;
    };

const ordinary: Permit = { kind: 'ordinary' };

/**
 * Circuit breakers, one for each key. A circuit opens after several failures in a row. When its time is over, one probe
 * is sent: its success closes the circuit, its failure opens it for longer. A circuit without failures takes no memory.
 */
export class CircuitBreakers<Reason> {
  readonly #options: CircuitBreakerOptions;
  readonly #states = new Map<string, State<Reason>>();

  constructor(options: CircuitBreakerOptions) {
    this.#options = options;
  }

  /** `limitMs`: how long the request may take. If a probe has not been settled by then, the next request may probe. */
  enter(key: string, limitMs: number): Permit | OpenCircuit<Reason> {
    const state = this.#states.get(key);
    if (state?.name !== 'open') return ordinary;
    const nowMs = this.#options.clock.monotonicMs();
    if (nowMs < state.untilMs) {
      const { failures, reason } = state;
      return { kind: 'open', failures, reason, retryAfterMs: Math.ceil(state.untilMs - nowMs) };
    }
    const probe: Permit = { kind: 'probe' };
    this.#states.set(key, { ...state, probe, untilMs: nowMs + limitMs });
    return probe;
  }

  isOpen(key: string): boolean {
    return this.#states.get(key)?.name === 'open';
  }

  succeeded(key: string): void {
    this.#states.delete(key);
  }

  failed(key: string, permit: Permit, reason: Reason): void {
    const { failuresToOpen, openMs, maxOpenMs } = this.#options;
    const state = this.#states.get(key);
    const failures = (state?.failures ?? 0) + 1;
    if (state?.name === 'open') {
      // Failures of requests that were in flight when the circuit opened do not count.
      if (state.probe !== permit) return;
      this.#open(key, failures, Math.min(state.openMs * 2, maxOpenMs), reason);
    } else if (failures >= failuresToOpen) {
      this.#open(key, failures, openMs, reason);
    } else {
      this.#store(key, { name: 'closed', failures });
    }
  }

  /** The request ended without a result about the other side. If it was a probe, the next request may probe. */
  undecided(key: string, permit: Permit): void {
    const state = this.#states.get(key);
    if (state?.name !== 'open' || state.probe !== permit) return;
    this.#store(key, { ...state, probe: null, untilMs: this.#options.clock.monotonicMs() });
  }

  #open(key: string, failures: number, openMs: number, reason: Reason): void {
    const untilMs = this.#options.clock.monotonicMs() + openMs;
    this.#store(key, { name: 'open', failures, openMs, untilMs, reason, probe: null });
  }

  #store(key: string, state: State<Reason>): void {
    this.#states.delete(key);
    this.#states.set(key, state);
    const [oldest] = this.#states.keys();
    if (this.#states.size > this.#options.maxCircuits && oldest !== undefined) this.#states.delete(oldest);
  }
}
