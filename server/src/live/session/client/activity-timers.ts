import { probeAfterMs } from '@parley/protocol';
import type { Clock } from '../../../kernel/index.ts';

const probeEveryMs = 5_000;

/** Tracks when the client last sent something, and when it counts as silent or idle. */
export class ActivityTimers {
  /** For `GET /session/query`. */
  lastActivityAt: number | null = null;
  /** How long a session may go without a message; 0 means without limit. */
  idleLimitMs = 0;
  readonly #clock: Pick<Clock, 'now'>;
  #lastSignAt: number;
  #lastMessageAt: number;
  #probedAt = 0;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
    this.#lastSignAt = clock.now();
    this.#lastMessageAt = this.#lastSignAt;
  }

  noteFrame(): void {
    this.#lastSignAt = this.#clock.now();
    this.lastActivityAt = this.#lastSignAt;
  }

  /** The browser answered a ping. It is connected, but its page may be asleep. */
  notePong(): void {
    this.#lastSignAt = this.#clock.now();
  }

  /** Something was asked or said. */
  noteMessage(): void {
    this.#lastMessageAt = this.#clock.now();
  }

  silentMs(now: number): number {
    return now - this.#lastSignAt;
  }

  /** Whether to ping a silent client now. */
  takeProbe(now: number): boolean {
    if (this.silentMs(now) < probeAfterMs || now - this.#probedAt < probeEveryMs) return false;
    this.#probedAt = now;
    return true;
  }

  isIdle(now: number): boolean {
    return this.idleLimitMs > 0 && now - this.#lastMessageAt >= this.idleLimitMs;
  }
}
