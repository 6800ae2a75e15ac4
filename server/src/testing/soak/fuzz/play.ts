import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import fc from 'fast-check';
import { encodeFrame, opcodes } from '../../../live/testing/raw-frames.ts';
import { type FrameScript, oddHello } from './frame-script.ts';
import type { HttpScript } from './http-script.ts';

/** How long a client waits for an answer that may never come. */
const patienceMs = 1_000;

/** A connection that collects what it receives, and on which one can wait. */
class Line {
  readonly #socket: Socket;
  readonly #closed: Promise<unknown>;
  #received = '';
  #notice = Promise.withResolvers<void>();

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('error', () => {});
    this.#closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('data', (data: Buffer) => {
      if (this.#received.length < 100_000) this.#received += data.toString('latin1');
      this.#notice.resolve();
      this.#notice = Promise.withResolvers();
    });
  }

  static async open(port: number): Promise<Line> {
    const socket = connect(port, '127.0.0.1');
    const line = new Line(socket);
    await Promise.race([once(socket, 'connect').catch(() => {}), line.#closed]);
    return line;
  }

  send(bytes: Buffer | string): void {
    if (!this.#socket.destroyed && this.#socket.writable) this.#socket.write(bytes);
  }

  /** Waits for a text in what is received, for the end of the connection, or until the patience is over. */
  async until(text: string): Promise<void> {
    const late = AbortSignal.timeout(patienceMs);
    const over = new Promise<void>((resolve) =>
      late.addEventListener('abort', () => resolve(), { once: true }),
    );
    let isOver = false;
    void Promise.race([over, this.#closed]).then(() => {
      isOver = true;
    });
    while (!isOver && !this.#received.includes(text))
      await Promise.race([this.#notice.promise, over, this.#closed]);
  }

  async leave(way: 'end' | 'reset'): Promise<void> {
    if (way === 'reset') this.#socket.resetAndDestroy();
    else {
      this.#socket.end();
      await this.until('\0 never \0');
      this.#socket.destroy();
    }
    await this.#closed;
  }
}

const handshake =
  'GET /client/live HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';
const textFrame = (text: string): Buffer => encodeFrame({ opcode: opcodes.text, payload: Buffer.from(text) });
const mark = Buffer.from('everything before was read');

/** Plays one client of a live session. */
export async function playFrames(
  port: number,
  script: FrameScript,
  pass: object,
  seed: number,
): Promise<void> {
  const line = await Line.open(port);
  line.send(handshake);
  for (const piece of script.before) line.send(piece);
  const hello = { type: 'hello', versions: [1], ...pass };
  const [odd = ''] = fc.sample(oddHello(hello), { seed, numRuns: 1 });
  if (script.hello !== 'none') line.send(textFrame(script.hello === 'good' ? JSON.stringify(hello) : odd));
  if (script.hello === 'good' && !script.isHasty) await line.until('"type":"welcome"');
  for (const piece of script.after) line.send(piece);
  // The service answers a ping after it has handled everything before it.
  if (script.ending !== 'reset') {
    line.send(encodeFrame({ opcode: opcodes.ping, payload: mark }));
    await line.until(mark.toString());
  }
  if (script.ending === 'bye') line.send(textFrame('{"type":"bye"}'));
  if (script.ending === 'close') line.send(encodeFrame({ opcode: opcodes.close }));
  await line.leave(script.ending === 'reset' ? 'reset' : 'end');
}

/** Plays one client of the HTTP server. */
export async function playHttp(port: number, { packets, ending }: HttpScript): Promise<void> {
  const line = await Line.open(port);
  for (const packet of packets) line.send(packet);
  if (ending === 'late' || ending === 'read') await line.until('HTTP/1.1');
  await line.leave(ending === 'read' || ending === 'end' ? 'end' : 'reset');
}

/** Sends each beginning of the bytes, and resets the connection. */
export async function resetAtEveryByte(port: number, bytes: Buffer): Promise<void> {
  for (let length = 1; length <= bytes.length; length++)
    await playHttp(port, { packets: [bytes.subarray(0, length)], ending: 'reset' });
}
