import { once } from 'node:events';
import { connect } from 'node:net';

export type RawFrame = {
  readonly fin?: boolean;
  /** The three reserved bits, 0 to 7. */
  readonly reserved?: number;
  readonly opcode: number;
  readonly payload?: Buffer;
  readonly masked?: boolean;
  /** The length in the head, if it is not the payload's length. */
  readonly saysLength?: bigint;
};

export type RawOutcome = {
  /** The code with which the service closed; null if it sent no close frame. */
  readonly closeCode: number | null;
  readonly pongs: readonly Buffer[];
  readonly texts: readonly string[];
};

export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

const mask = Buffer.from([0x12, 0x34, 0x56, 0x78]);

/** A frame as bytes, whether the protocol allows it or not. */
export function encodeFrame(frame: RawFrame): Buffer {
  const { fin = true, reserved = 0, opcode, payload = Buffer.alloc(0), masked = true, saysLength } = frame;
  const length = BigInt.asUintN(64, saysLength ?? BigInt(payload.length));
  const maskBit = masked ? 0x80 : 0;
  const first = (fin ? 0x80 : 0) | (reserved << 4) | opcode;
  const size = length < 126n ? 0 : length < 65_536n ? 2 : 8;
  const head = Buffer.alloc(2 + size);
  head[0] = first;
  head[1] = maskBit | (size === 0 ? Number(length) : size === 2 ? 126 : 127);
  if (size === 2) head.writeUInt16BE(Number(length), 2);
  if (size === 8) head.writeBigUInt64BE(length, 2);
  if (!masked) return Buffer.concat([head, payload]);
  const hidden = Buffer.from(payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0)));
  return Buffer.concat([head, mask, hidden]);
}

const handshake =
  'GET /client/live HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';

/** Opens a WebSocket, sends pieces of bytes unchanged, then ends. Returns what came back until the service closed. */
export async function sendRaw(port: number, pieces: readonly Buffer[]): Promise<RawOutcome> {
  const socket = connect(port, '127.0.0.1');
  let received = Buffer.alloc(0);
  socket.on('error', () => {});
  socket.on('data', (data: Buffer) => {
    received = Buffer.concat([received, data]);
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await once(socket, 'connect');
  socket.write(handshake);
  for (const piece of pieces) socket.write(piece);
  socket.end();
  await closed;
  return decode(received.subarray(received.indexOf('\r\n\r\n') + 4));
}

function decode(bytes: Buffer): RawOutcome {
  const pongs: Buffer[] = [];
  const texts: string[] = [];
  let closeCode: number | null = null;
  for (let at = 0; at + 2 <= bytes.length; ) {
    const opcode = (bytes[at] ?? 0) & 0x0f;
    const short = (bytes[at + 1] ?? 0) & 0x7f;
    const size = short === 127 ? 8 : short === 126 ? 2 : 0;
    if (at + 2 + size > bytes.length) break;
    const length =
      size === 0 ? short : size === 2 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2));
    const payload = bytes.subarray(at + 2 + size, at + 2 + size + length);
    if (opcode === opcodes.pong) pongs.push(payload);
    if (opcode === opcodes.text) texts.push(payload.toString());
    if (opcode === opcodes.close && closeCode === null)
      closeCode = length >= 2 ? payload.readUInt16BE(0) : 1005;
    at += 2 + size + length;
  }
  return { closeCode, pongs, texts };
}
