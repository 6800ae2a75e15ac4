import { probeAfterMs } from '@parley/protocol';

const probeEveryMs = 5_000;

/** Tracks when the client last sent something, and when it counts as silent or idle. */
export class ActivityTimers {
  /** For `GET /session/query`. */
  lastActivityAt: number | null = null;
  /** How long a session may go without a message; 0 means without limit. */
  idleLimitMs = 0;
  #lastSignAt: number;
  #lastMessageAt: number;
  #probedAt = 0;

  constructor(now: number) {
    this.#lastSignAt = now;
    this.#lastMessageAt = now;
  }

  noteFrame(now: number): void {
    this.#lastSignAt = now;
    this.lastActivityAt = now;
  }

  /** The browser answered a ping. It is connected, but its page may be asleep. */
  notePong(now: number): void {
    this.#lastSignAt = now;
  }

  /** Something was asked or said. */
  noteMessage(now: number): void {
    this.#lastMessageAt = now;
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
