import type { ClientFrame } from '@parley/protocol';
import { maxContexts, maxFrameBytes } from '@parley/protocol/wire';
import type { Emitter } from '../emitter.ts';
import type { LiveEvents } from '../events.ts';

export interface Channel {
  /** False if nothing can be sent now. */
  send(text: string): boolean;
  /** Whether frames can be sent now. */
  readonly isOpen: boolean;
  /** Whether there is a socket, or will be one again. */
  readonly isUnderway: boolean;
}

/** As many as the service accepts from one session at once. */
const maxWaiting = 20;
/** More frames than ever wait for a receipt on a working connection. */
const maxUnconfirmed = 100;
/** Other frames concern one socket only, or are sent again on the next one. They need no receipt. */
const numberedTypes: ReadonlySet<ClientFrame['type']> = new Set([
  'message',
  'say',
  'interrupt',
  'language',
  'platform',
  'clear-context',
  'context',
  'event',
  'request-person',
]);
type NumberedFrame = ClientFrame & { readonly id: number };

const none: readonly never[] = [];
const encoder = new TextEncoder();
const full = 'Too much is waiting for the connection to come back.';

/**
 * Sends each frame now or after a reconnect, and again if it may have been lost with a socket. The service takes it
 * only once. What cannot be sent becomes an `error` event.
 */
export class Sender {
  #channel: Channel;
  #events: Emitter<LiveEvents>;
  /** Frames that wait for a connection, in order. */
  #waiting: readonly ClientFrame[] = none;
  /** Frames that were sent and have no receipt yet. They may have been lost with their socket. */
  #unconfirmed: readonly NumberedFrame[] = none;
  #lastId = 0;
  #confirmedId = 0;
  #serviceNumbers = false;
  /** The context that was added for a language model. It is sent again to a service that has lost it. */
  #contexts: readonly ClientFrame[] = none;

  constructor(channel: Channel, events: Emitter<LiveEvents>) {
    this.#channel = channel;
    this.#events = events;
  }

  send(frame: ClientFrame): boolean {
    if (!this.accepts(JSON.stringify(frame), maxFrameBytes)) return false;
    if (this.#unconfirmed.length >= maxUnconfirmed) return this.#refuse('outbox_full', full);
    if (!this.#transmit(frame)) {
      if (this.#waiting.length >= maxWaiting) return this.#refuse('outbox_full', full);
      this.#waiting = [...this.#waiting, frame];
    }
    if (frame.type === 'context') this.#contexts = [...this.#contexts, frame].slice(-maxContexts);
    if (frame.type === 'clear-context') this.#contexts = none;
    return true;
  }

  /** Sends the frame only if that is possible now. */
  sendNow(frame: ClientFrame): boolean {
    return this.#channel.send(JSON.stringify(frame));
  }

  accepts(text: string, maxBytes: number): boolean {
    if (!this.#channel.isUnderway) {
      return this.#refuse('not_connected', 'There is no session to send this to.');
    }
    // UTF-8 has at most three bytes per UTF-16 unit, so short texts need not be encoded.
    if (text.length * 3 <= maxBytes || encoder.encode(text).length <= maxBytes) return true;
    return this.#refuse('too_large', `This is longer than the limit of ${maxBytes} bytes.`);
  }

  /** `taken` is the last number that the service has taken; null if it does not number frames. */
  handleWelcome(taken: number | null): void {
    this.#serviceNumbers = taken !== null;
    // The service has lost frames that it had confirmed, for example in a crash.
    const hasForgotten = taken !== null && taken < this.#confirmedId;
    if (taken === null) this.#unconfirmed = none;
    else this.handleAck(taken);
    this.#lastId = Math.max(this.#lastId, taken ?? 0);
    if (hasForgotten) for (const frame of this.#contexts) this.sendNow(frame);
    for (const numbered of this.#unconfirmed) this.sendNow(numbered);
    const waiting = this.#waiting;
    const unsent = waiting.findIndex((frame) => !this.#transmit(frame));
    this.#waiting = unsent === -1 ? none : waiting.slice(unsent);
  }

  handleAck(id: number): void {
    this.#confirmedId = Math.max(this.#confirmedId, id);
    this.#unconfirmed = this.#unconfirmed.filter((sent) => sent.id > id);
  }

  giveUp(): void {
    const count = this.#waiting.length + this.#unconfirmed.length;
    this.#waiting = none;
    this.#unconfirmed = none;
    this.#contexts = none;
    if (count > 0)
      this.#refuse('not_sent', `The session ended before ${count} waiting frames could be sent.`);
  }

  #transmit(frame: ClientFrame): boolean {
    if (!this.#channel.isOpen) return false;
    if (!this.#serviceNumbers || !numberedTypes.has(frame.type)) return this.sendNow(frame);
    const numbered = { ...frame, id: this.#lastId + 1 };
    if (!this.sendNow(numbered)) return false;
    this.#lastId = numbered.id;
    this.#unconfirmed = [...this.#unconfirmed, numbered];
    return true;
  }

  #refuse(code: string, message: string): false {
    this.#events.emit('error', { code, message });
    return false;
  }
}
