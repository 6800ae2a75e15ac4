/** As many as the service takes from one session in one go. */
const mostWaiting = 20;

/** What is to be sent and cannot be yet, in its order. */
export class Outbox {
  #waiting: string[] | null = null;

  /** False where it is full. */
  put(text: string): boolean {
    this.#waiting ??= [];
    if (this.#waiting.length >= mostWaiting) return false;
    this.#waiting.push(text);
    return true;
  }

  /** Hands over the oldest first until one is not taken; what was taken is never offered again. */
  flush(send: (text: string) => boolean): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    const sent = waiting.findIndex((text) => !send(text));
    if (sent !== -1) this.#waiting = waiting.slice(sent);
  }

  /** How many were given up. */
  clear(): number {
    const count = this.#waiting?.length ?? 0;
    this.#waiting = null;
    return count;
  }
}
