import type { ClientFrame, ClientFrames, ServerFrame } from '@parley/protocol';
import type { WebSocket } from 'ws';
import { Arrivals } from './arrivals.ts';

/** One socket as the service sees it. */
export class DoubleSocket {
  /** Everything the client sent, hello included. */
  readonly received: ClientFrame[] = [];
  readonly closed: Promise<{ code: number }>;
  #socket: WebSocket;
  #frames = new Arrivals<ClientFrame>();

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data) => {
      const frame = JSON.parse(String(data)) as ClientFrame;
      this.received.push(frame);
      this.#frames.add(frame);
    });
    socket.on('error', () => {});
    this.closed = new Promise((resolve) => socket.on('close', (code) => resolve({ code })));
  }

  /** The next frame that the test has not taken yet. It must have this type. */
  async next<T extends ClientFrame['type']>(type: T): Promise<ClientFrames[T]> {
    const frame = await this.nextFrame();
    if (frame.type !== type) throw new Error(`Expected a ${type} frame, got ${JSON.stringify(frame)}`);
    return frame as ClientFrames[T];
  }

  nextFrame(): Promise<ClientFrame> {
    return this.#frames.take();
  }

  send(...frames: ServerFrame[]): void {
    for (const frame of frames) this.#socket.send(JSON.stringify(frame));
  }

  sendRaw(data: string | Uint8Array): void {
    this.#socket.send(data);
  }

  close(code: number, reason = ''): void {
    this.#socket.close(code, reason);
  }

  /** Simulates a network failure. */
  drop(): void {
    this.#socket.terminate();
  }
}
