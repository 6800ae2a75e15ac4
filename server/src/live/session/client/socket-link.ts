import type { ServerFrame } from '@parley/protocol';
import type { SocketClose } from './socket-close.ts';

/** What a session needs from a client's WebSocket. */
export type ClientSocket = {
  send(data: string | Uint8Array): void;
  /** The ping of the WebSocket protocol: browsers answer it without the page. */
  ping(): void;
  close(code: number, reason: string): void;
};

type State =
  | { readonly kind: 'detached' }
  /** The socket has shown its credentials. No frame is sent before the welcome. */
  | { readonly kind: 'joining'; readonly socket: ClientSocket }
  | { readonly kind: 'welcomed'; readonly socket: ClientSocket; readonly wantsEvents: boolean };

const detached: State = { kind: 'detached' };

/** The socket that is attached to a session, if there is one. */
export class SocketLink {
  #state: State = detached;

  get attached(): boolean {
    return this.#state.kind !== 'detached';
  }

  /** Whether the client asked for the events that webhooks receive. */
  get wantsEvents(): boolean {
    return this.#state.kind === 'welcomed' && this.#state.wantsEvents;
  }

  isAttachedTo(socket: ClientSocket): boolean {
    return this.#state.kind !== 'detached' && this.#state.socket === socket;
  }

  attach(socket: ClientSocket): void {
    this.#state = { kind: 'joining', socket };
  }

  /** Disconnects the client. False if there was none. */
  disconnect({ afterMs, closeCode, reason }: SocketClose): boolean {
    if (afterMs !== null) this.send({ type: 'restart', afterMs });
    const socket = this.#detach();
    socket?.close(closeCode, reason);
    return socket !== null;
  }

  welcome(frame: ServerFrame & { type: 'welcome' }, wantsEvents: boolean): void {
    if (this.#state.kind === 'detached') return;
    const { socket } = this.#state;
    this.#state = { kind: 'welcomed', socket, wantsEvents };
    this.send(frame);
  }

  ping(): void {
    if (this.#state.kind !== 'detached') this.#state.socket.ping();
  }

  send(frame: ServerFrame): void {
    if (this.#state.kind === 'welcomed') this.#state.socket.send(JSON.stringify(frame));
  }

  sendSound(bytes: Uint8Array): void {
    if (this.#state.kind === 'welcomed') this.#state.socket.send(bytes);
  }

  /** Sends the last frame, even to a client that was not welcomed yet, and closes the socket. */
  close(frame: ServerFrame, code: number, reason: string): void {
    const socket = this.#detach();
    socket?.send(JSON.stringify(frame));
    socket?.close(code, reason);
  }

  #detach(): ClientSocket | null {
    const state = this.#state;
    this.#state = detached;
    return state.kind === 'detached' ? null : state.socket;
  }
}
