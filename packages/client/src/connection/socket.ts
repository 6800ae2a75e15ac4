import { type AudioFrame, decodeAudio } from '@parley/protocol/wire';
import { openState, type WebSocketClass, type WebSocketEvent, type WebSocketLike } from './web-socket.ts';

export interface SocketOwner {
  handleOpen(): void;
  handleText(text: string): void;
  handleAudio(frame: AudioFrame): void;
  handleClose(code: number, reason: string): void;
}

/** One socket, from its opening to its close. It is its own listener object, so a client needs no closures. */
export class LiveSocket {
  #socket: WebSocketLike;
  #owner: SocketOwner | null;

  constructor(make: WebSocketClass, url: string, origin: string | undefined, owner: SocketOwner) {
    this.#owner = owner;
    this.#socket = origin === undefined ? new make(url) : new make(url, { headers: { origin } });
    this.#socket.binaryType = 'arraybuffer';
    for (const type of ['open', 'message', 'close'] as const) this.#socket.addEventListener(type, this);
    // A close always follows. But an 'error' event without a listener would end a Node process.
    this.#socket.addEventListener('error', this);
  }

  handleEvent(event: WebSocketEvent): void {
    if (event.type === 'open') this.#owner?.handleOpen();
    else if (event.type === 'message') this.#handleMessage(event.data);
    else if (event.type === 'close') {
      const owner = this.#owner;
      this.#owner = null;
      owner?.handleClose(event.code ?? 1006, event.reason ?? '');
    }
  }

  /** False if the socket is not open. */
  send(data: string | Uint8Array<ArrayBuffer>): boolean {
    if (this.#owner === null || this.#socket.readyState !== openState) return false;
    this.#socket.send(data);
    return true;
  }

  /** Closes it. Its owner gets no more events. */
  discard(): void {
    this.#owner = null;
    this.#socket.close(1000);
  }

  #handleMessage(data: unknown): void {
    if (typeof data === 'string') this.#owner?.handleText(data);
    else if (data instanceof ArrayBuffer) {
      const frame = decodeAudio(new Uint8Array(data));
      if (frame !== null) this.#owner?.handleAudio(frame);
    }
  }
}
