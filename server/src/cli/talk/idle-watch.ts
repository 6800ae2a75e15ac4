import type { LiveClient } from '@parley/client';

export type IdleOutcome = 'quiet' | 'late' | 'ended';

/** The message was refused, so there will be no answer. */
const notTaken = new Set(['too_many_messages', 'message_too_large', 'bad_frame']);

/** Waits until the avatar has begun something and is idle again. */
export class IdleWatch implements Disposable {
  readonly outcome: Promise<IdleOutcome>;
  #client: LiveClient;
  #settle: (outcome: IdleOutcome) => void;
  #busy = false;
  #undo = new DisposableStack();

  constructor(client: LiveClient, withinMs: number) {
    const { promise, resolve } = Promise.withResolvers<IdleOutcome>();
    this.outcome = promise;
    this.#client = client;
    this.#settle = resolve;
    const timer = setTimeout(() => resolve('late'), withinMs);
    this.#undo.defer(() => clearTimeout(timer));
    this.#undo.defer(client.on('status', () => this.look()));
    this.#undo.defer(client.on('connection', ({ state }) => this.#handleConnection(state)));
    this.#undo.defer(client.on('error', ({ code }) => notTaken.has(code) && resolve('quiet')));
    this.#undo.defer(client.on('end', () => resolve('ended')));
  }

  [Symbol.dispose](): void {
    this.#undo.dispose();
  }

  /** Checks the current status, without waiting for a change. */
  look(): void {
    const { status } = this.#client;
    if (status === 'THINKING' || status === 'TALKING') this.#busy = true;
    else if (this.#busy && (status === 'IDLE' || status === 'LISTENING')) this.#settle('quiet');
  }

  #handleConnection(state: string): void {
    // An answer may begin and end during a drop. Then the avatar is already idle when the client is back.
    if (state === 'disconnected') this.#busy = true;
    if (state === 'connected') this.look();
  }
}
