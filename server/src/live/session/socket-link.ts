import type { ServerFrame } from '@parley/protocol';
import type { ClientSocket } from './session-deps.ts';

/** The one socket that speaks for a session, if there is one. Nothing goes out before its welcome. */
export class SessionWire {
  private socket: ClientSocket | null = null;
  private welcomed = false;
  /** Whether its client wants to hear of the events that webhooks receive. */
  wantsEvents = false;

  get attached(): boolean {
    return this.socket !== null;
  }

  isOf(socket: ClientSocket): boolean {
    return this.socket === socket;
  }

  take(socket: ClientSocket): void {
    this.socket = socket;
    this.welcomed = false;
  }

  /** Lets go of the socket without a word. */
  release(): ClientSocket | null {
    const { socket } = this;
    this.socket = null;
    this.welcomed = false;
    this.wantsEvents = false;
    return socket;
  }

  welcome(frame: ServerFrame & { type: 'welcome' }): void {
    this.socket?.send(JSON.stringify(frame));
    this.welcomed = true;
  }

  ping(): void {
    this.socket?.ping();
  }

  send(frame: ServerFrame): void {
    if (this.welcomed) this.socket?.send(JSON.stringify(frame));
  }

  sendBinary(bytes: Uint8Array): void {
    if (this.welcomed) this.socket?.send(bytes);
  }

  /** The last frame, which is for a client that still waits for its welcome, too. */
  close(frame: ServerFrame, code: number, reason: string): void {
    const socket = this.release();
    socket?.send(JSON.stringify(frame));
    socket?.close(code, reason);
  }
}
