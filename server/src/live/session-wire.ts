import type { ServerFrame } from '@parley/protocol';
import type { ClientSocket } from './session-context.ts';

/** Much less than what would make a client worry, and more than a quick answer takes, in whose write it comes along. */
const confirmWithinMs = 50;
const unconfirmed = new Set<SessionWire>();

/** The one socket that speaks for a session, if there is one. Nothing goes out before its welcome. */
export class SessionWire {
  private socket: ClientSocket | null = null;
  private welcomed = false;
  /** The last number that its client has not been confirmed yet; 0 where there is none. */
  private toConfirm = 0;
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
    this.toConfirm = 0;
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
    if (!this.welcomed) return;
    const text = JSON.stringify(frame);
    if (this.toConfirm === 0) this.socket?.send(text);
    else if (frame.type === 'sentence' && frame.last) this.socket?.send(this.withReceipt(text));
    else {
      this.confirmNow();
      this.socket?.send(text);
    }
  }

  /** Confirms what was taken up to this number, along with the next frame or soon by itself. */
  confirm(id: number): void {
    this.toConfirm = Math.max(this.toConfirm, id);
    if (unconfirmed.size === 0) setTimeout(confirmAll, confirmWithinMs);
    unconfirmed.add(this);
  }

  confirmNow(): void {
    const id = this.toConfirm;
    this.toConfirm = 0;
    if (id > 0 && this.welcomed) this.socket?.send(JSON.stringify({ type: 'ack', id } satisfies ServerFrame));
  }

  private withReceipt(text: string): string {
    const id = this.toConfirm;
    this.toConfirm = 0;
    return `${text.slice(0, -1)},"ack":${id}}`;
  }

  sendBinary(bytes: Uint8Array): void {
    if (this.welcomed) this.socket?.send(bytes);
  }

  /** The last frame, which is for a client that still waits for its welcome, too. */
  close(frame: ServerFrame, code: number, reason: string): void {
    this.confirmNow();
    const socket = this.release();
    socket?.send(JSON.stringify(frame));
    socket?.close(code, reason);
  }
}

function confirmAll(): void {
  for (const wire of unconfirmed) wire.confirmNow();
  unconfirmed.clear();
}
