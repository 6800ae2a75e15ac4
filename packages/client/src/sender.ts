import type { ClientFrame } from '@parley/protocol';
import { maxFrameBytes } from '@parley/protocol/wire';
import type { Emitter } from './emitter.ts';
import type { LiveEvents } from './events.ts';
import { Outbox } from './outbox.ts';

export interface Channel {
  /** False where nothing can be sent right now. */
  send(text: string): boolean;
  /** Whether a socket is there, or will be again. */
  readonly isUnderway: boolean;
}

const encoder = new TextEncoder();

/** Sends each frame once: now, or after the way back was found. What cannot be sent becomes an `error` event. */
export class Sender {
  #channel: Channel;
  #events: Emitter<LiveEvents>;
  #outbox = new Outbox();

  constructor(channel: Channel, events: Emitter<LiveEvents>) {
    this.#channel = channel;
    this.#events = events;
  }

  send(frame: ClientFrame): boolean {
    const text = JSON.stringify(frame);
    if (!this.accepts(text, maxFrameBytes)) return false;
    if (this.#channel.send(text) || this.#outbox.put(text)) return true;
    return this.#refuse('outbox_full', 'Too much is waiting for the connection to come back.');
  }

  /** Only if it can go out at once. */
  sendNow(frame: ClientFrame): boolean {
    return this.#channel.send(JSON.stringify(frame));
  }

  accepts(text: string, maxBytes: number): boolean {
    if (!this.#channel.isUnderway) {
      return this.#refuse('not_connected', 'There is no conversation to send this to.');
    }
    // UTF-8 has at most three bytes for each unit of a string, so short texts need no counting.
    if (text.length * 3 <= maxBytes || encoder.encode(text).length <= maxBytes) return true;
    return this.#refuse('too_large', `This is longer than the ${maxBytes} bytes that can be sent.`);
  }

  flush(): void {
    this.#outbox.flush((text) => this.#channel.send(text));
  }

  giveUp(): void {
    const count = this.#outbox.clear();
    if (count > 0)
      this.#refuse('not_sent', `The session ended before ${count} waiting frames could be sent.`);
  }

  #refuse(code: string, message: string): false {
    this.#events.emit('error', { code, message });
    return false;
  }
}
