import type { ClientFrame } from '@parley/protocol';

/** As many as the service takes from one session in one go. */
const mostWaiting = 20;

/** What is to be sent and cannot be yet, in its order. */
export class Outbox {
  #waiting: ClientFrame[] | null = null;

  /** False where it is full. */
  put(frame: ClientFrame): boolean {
    this.#waiting ??= [];
    if (this.#waiting.length >= mostWaiting) return false;
    this.#waiting.push(frame);
    return true;
  }

  /** Hands over the oldest first until one is not taken; what was taken is never offered again. */
  flush(send: (frame: ClientFrame) => boolean): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    const sent = waiting.findIndex((frame) => !send(frame));
    if (sent !== -1) this.#waiting = waiting.slice(sent);
  }

  /** How many were given up. */
  clear(): number {
    const count = this.#waiting?.length ?? 0;
    this.#waiting = null;
    return count;
  }
}
