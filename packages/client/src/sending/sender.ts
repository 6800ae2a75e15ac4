import type { ClientFrame } from '@parley/protocol';
import { maxContexts, maxFrameBytes } from '@parley/protocol/wire';
import type { Emitter } from '../emitter.ts';
import type { LiveEvents } from '../events.ts';
import { SendQueue } from './send-queue.ts';
import { UnconfirmedFrames } from './unconfirmed-frames.ts';

export interface Channel {
  /** False if nothing can be sent now. */
  send(text: string): boolean;
  /** Whether frames can be sent now. */
  readonly isOpen: boolean;
  /** Whether there is a socket, or will be one again. */
  readonly isUnderway: boolean;
}

const encoder = new TextEncoder();
const full = 'Too much is waiting for the connection to come back.';

/**
 * Sends each frame now or after a reconnect, and again if it may have been lost with a socket. The service takes it
 * only once. What cannot be sent becomes an `error` event.
 */
export class Sender {
  #channel: Channel;
  #events: Emitter<LiveEvents>;
  #queue = new SendQueue();
  #unconfirmed = new UnconfirmedFrames();
  /** The context that was added for a language model. It is sent again to a service that has lost it. */
  #contexts: ClientFrame[] | null = null;

  constructor(channel: Channel, events: Emitter<LiveEvents>) {
    this.#channel = channel;
    this.#events = events;
  }

  send(frame: ClientFrame): boolean {
    if (!this.accepts(JSON.stringify(frame), maxFrameBytes)) return false;
    if (this.#unconfirmed.isFull) return this.#refuse('outbox_full', full);
    if (!this.#transmit(frame) && !this.#queue.put(frame)) return this.#refuse('outbox_full', full);
    if (frame.type === 'context') this.#contexts = [...(this.#contexts ?? []), frame].slice(-maxContexts);
    if (frame.type === 'clear-context') this.#contexts = null;
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
    const { forgotten } = this.#unconfirmed.begin(taken);
    if (forgotten) for (const frame of this.#contexts ?? []) this.sendNow(frame);
    for (const { id, frame } of this.#unconfirmed.all()) this.#channel.send(JSON.stringify({ ...frame, id }));
    this.#queue.flush((frame) => this.#transmit(frame));
  }

  handleAck(id: number): void {
    this.#unconfirmed.confirm(id);
  }

  giveUp(): void {
    const count = this.#queue.clear() + this.#unconfirmed.clear();
    this.#contexts = null;
    if (count > 0)
      this.#refuse('not_sent', `The session ended before ${count} waiting frames could be sent.`);
  }

  #transmit(frame: ClientFrame): boolean {
    if (!this.#channel.isOpen) return false;
    const id = this.#unconfirmed.nextId(frame);
    const numbered = id === null ? frame : { ...frame, id };
    if (!this.#channel.send(JSON.stringify(numbered))) return false;
    if (id !== null) this.#unconfirmed.note(id, frame);
    return true;
  }

  #refuse(code: string, message: string): false {
    this.#events.emit('error', { code, message });
    return false;
  }
}
