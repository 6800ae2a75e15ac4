import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { afterThisRound } from '../kernel/index.ts';

const textFrame = 0x81;
const binaryFrame = 0x82;

/**
 * Puts messages into WebSocket frames and writes all of one moment at once. A write costs the kernel more than
 * everything else about a frame, and ws makes two of each.
 */
export class FrameWriter {
  private readonly ws: WebSocket;
  private readonly connection: Duplex;
  private waiting: (string | Uint8Array)[] = [];

  constructor(ws: WebSocket, connection: Duplex) {
    this.ws = ws;
    this.connection = connection;
  }

  send(message: string | Uint8Array): void {
    if (this.waiting.push(message) === 1) afterThisRound(this);
  }

  /** To be called before the socket is closed: nothing may follow the frame that closes it. */
  flush(): void {
    const { waiting, ws } = this;
    if (waiting.length === 0) return;
    this.waiting = [];
    if (ws.readyState === ws.OPEN) this.connection.write(framesOf(waiting));
  }
}

function framesOf(messages: readonly (string | Uint8Array)[]): Buffer {
  let size = 0;
  for (const message of messages) {
    const bytes = Buffer.byteLength(message);
    size += bytes + headBytes(bytes);
  }
  const frames = Buffer.allocUnsafe(size);
  let at = 0;
  for (const message of messages) {
    const bytes = Buffer.byteLength(message);
    at = writeHead(frames, at, typeof message === 'string' ? textFrame : binaryFrame, bytes);
    if (typeof message === 'string') frames.write(message, at);
    else frames.set(message, at);
    at += bytes;
  }
  return frames;
}

const headBytes = (bytes: number): number => (bytes < 126 ? 2 : bytes < 65_536 ? 4 : 10);

/** Frames of a server are not masked (RFC 6455, 5.1). Gives where the message begins. */
function writeHead(frames: Buffer, at: number, kind: number, bytes: number): number {
  frames[at] = kind;
  if (bytes < 126) {
    frames[at + 1] = bytes;
    return at + 2;
  }
  if (bytes < 65_536) {
    frames[at + 1] = 126;
    return frames.writeUInt16BE(bytes, at + 2);
  }
  frames[at + 1] = 127;
  return frames.writeBigUInt64BE(BigInt(bytes), at + 2);
}
