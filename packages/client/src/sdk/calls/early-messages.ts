import type { LiveClient } from '../../live-client.ts';

export type SendMessage = (client: LiveClient) => boolean;

/** As many as a client keeps while its connection is lost. */
const maxWaiting = 20;

/** Messages that the page sends before the call is connected, in order. */
export class EarlyMessages {
  #waiting: SendMessage[] = [];

  /** False if too many are waiting. */
  add(send: SendMessage): boolean {
    if (this.#waiting.length >= maxWaiting) return false;
    this.#waiting.push(send);
    return true;
  }

  sendAll(client: LiveClient): void {
    for (const send of this.#waiting.splice(0)) send(client);
  }

  /** Returns how many there were. */
  clear(): number {
    return this.#waiting.splice(0).length;
  }
}
