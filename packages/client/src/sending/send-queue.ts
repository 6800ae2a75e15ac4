import type { ClientFrame } from '@parley/protocol';

/** As many as the service accepts from one session at once. */
const maxWaiting = 20;

/** Frames that wait for a connection, in order. */
export class SendQueue {
  #waiting: ClientFrame[] | null = null;

  /** False if it is full. */
  put(frame: ClientFrame): boolean {
    this.#waiting ??= [];
    if (this.#waiting.length >= maxWaiting) return false;
    this.#waiting.push(frame);
    return true;
  }

  /** Sends the oldest first, until one cannot be sent. */
  flush(send: (frame: ClientFrame) => boolean): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    const sent = waiting.findIndex((frame) => !send(frame));
    if (sent !== -1) this.#waiting = waiting.slice(sent);
  }

  /** Returns how many were dropped. */
  clear(): number {
    const count = this.#waiting?.length ?? 0;
    this.#waiting = null;
    return count;
  }
}
