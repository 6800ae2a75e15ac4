import type { Clock } from '../time/clock.ts';

export type CircuitBreakerOptions = {
  readonly clock: Clock;
  /** This many failures in a row open a circuit. */
  readonly failuresToOpen: number;
  /** How long a circuit stays open, and again after each probe that fails. */
  readonly openMs: number;
  /** If given, each probe that fails doubles the time, up to this one. */
  readonly maxOpenMs?: number;
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

type Circuit<Reason> = {
  readonly failures: number;
  /** Null while the circuit is closed. It is half-open while there is a probe. */
  readonly open: { readonly untilMs: number; readonly reason: Reason; readonly probe: Permit | null } | null;
};

const ordinary: Permit = { kind: 'ordinary' };

/**
 * Circuit breakers, one for each key. A circuit opens after several failures in a row. When its time is over, one probe
 * is sent: its success closes the circuit, its failure opens it again. A circuit without failures takes no memory.
 */
export class CircuitBreakers<Reason> {
  readonly #options: CircuitBreakerOptions;
  readonly #circuits = new Map<string, Circuit<Reason>>();

  constructor(options: CircuitBreakerOptions) {
    this.#options = options;
  }

  /** `limitMs`: how long the request may take. If a probe has not been settled by then, the next request may probe. */
  enter(key: string, limitMs: number): Permit | OpenCircuit<Reason> {
    const { failures = 0, open = null } = this.#circuits.get(key) ?? {};
    if (open === null) return ordinary;
    const nowMs = this.#options.clock.monotonicMs();
    const { untilMs, reason } = open;
    if (nowMs < untilMs) return { kind: 'open', failures, reason, retryAfterMs: Math.ceil(untilMs - nowMs) };
    const probe: Permit = { kind: 'probe' };
    this.#circuits.set(key, { failures, open: { reason, probe, untilMs: nowMs + limitMs } });
    return probe;
  }

  isOpen(key: string): boolean {
    return (this.#circuits.get(key)?.open ?? null) !== null;
  }

  succeeded(key: string): void {
    this.#circuits.delete(key);
  }

  failed(key: string, permit: Permit, reason: Reason): void {
    const { clock, failuresToOpen } = this.#options;
    const { failures: earlier = 0, open = null } = this.#circuits.get(key) ?? {};
    // Failures of requests that were in flight when the circuit opened do not count.
    if (open !== null && open.probe !== permit) return;
    const failures = earlier + 1;
    const untilMs = clock.monotonicMs() + this.#openMs(failures);
    const opened = { untilMs, reason, probe: null };
    this.#store(key, { failures, open: failures >= failuresToOpen ? opened : null });
  }

  /** The request ended without a result about the other side. If it was a probe, the next request may probe. */
  undecided(key: string, permit: Permit): void {
    const { failures = 0, open = null } = this.#circuits.get(key) ?? {};
    if (open === null || open.probe !== permit) return;
    const untilMs = this.#options.clock.monotonicMs();
    this.#store(key, { failures, open: { ...open, probe: null, untilMs } });
  }

  #openMs(failures: number): number {
    const { failuresToOpen, openMs, maxOpenMs = openMs } = this.#options;
    return Math.min(maxOpenMs, openMs * 2 ** Math.max(0, failures - failuresToOpen));
  }

  #store(key: string, circuit: Circuit<Reason>): void {
    this.#circuits.delete(key);
    this.#circuits.set(key, circuit);
    const [oldest] = this.#circuits.keys();
    if (this.#circuits.size > this.#options.maxCircuits && oldest !== undefined)
      this.#circuits.delete(oldest);
  }
}
