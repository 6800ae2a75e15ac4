import { once } from 'node:events';
import type { ServerFrame, ServerFrames } from '@parley/protocol';
import { WebSocket } from 'ws';
import { until } from './until.ts';

export type HelloInput = {
  readonly sessionId: string;
  readonly ticket?: string;
  readonly resume?: string;
  readonly reconnects?: boolean;
};

/** A raw client that does nothing by itself, for tests that send arbitrary frames. */
export class Wire {
  /** The `readyState` of an open socket. */
  static readonly open = WebSocket.OPEN;
  readonly frames: ServerFrame[] = [];
  readonly socket: WebSocket;
  /** The code and reason with which the service closed it. */
  closed: { code: number; reason: string } | null = null;
  readonly #taken = new Set<ServerFrame>();

  constructor(url: string, headers: Record<string, string> = {}, autoPong = true) {
    this.socket = new WebSocket(`${url.replace(/^http/, 'ws')}/client/live`, { headers, autoPong });
    this.socket.on('message', (data, isBinary) => {
      if (!isBinary) this.frames.push(JSON.parse(String(data)) as ServerFrame);
    });
    this.socket.on('close', (code, reason) => {
      this.closed = { code, reason: reason.toString() };
    });
    this.socket.on('error', () => {});
  }

  static async dial(url: string, headers?: Record<string, string>): Promise<Wire> {
    const wire = new Wire(url, headers);
    await once(wire.socket, 'open');
    return wire;
  }

  /** Opens a socket and says hello. Resolves with the welcome. */
  static async enter(url: string, pass: HelloInput): Promise<Wire & { welcome: ServerFrames['welcome'] }> {
    const wire = await Wire.dial(url);
    wire.hello(pass);
    return Object.assign(wire, { welcome: await wire.next('welcome') });
  }

  hello(
    { sessionId, ticket, resume, ...more }: HelloInput & { events?: boolean; reconnects?: boolean },
    versions: readonly number[] = [1],
  ): void {
    this.send({
      type: 'hello',
      versions,
      sessionId,
      ...(ticket === undefined ? {} : { ticket }),
      ...(resume === undefined ? {} : { resume }),
      ...more,
    });
  }

  send(frame: object | string | Buffer): void {
    this.socket.send(typeof frame === 'string' || Buffer.isBuffer(frame) ? frame : JSON.stringify(frame));
  }

  /** Loads and opens the conversation, as a client without a face does at once. */
  ready(): void {
    this.send({ type: 'load', progress: 1 });
    this.send({ type: 'open' });
  }

  say(text: string, more: object = {}): void {
    this.send({ type: 'message', text, ...more });
  }

  /** Reports that an utterance was played to its end. */
  heard(utterance: number, sentences: number): void {
    this.send({ type: 'playback', utterance, sentences, done: true });
  }

  /** The next frame of this type that no earlier call has taken. */
  async next<T extends ServerFrame['type']>(
    type: T,
    fits: (frame: ServerFrames[T]) => boolean = () => true,
  ): Promise<ServerFrames[T]> {
    const found = await until(
      () => `a ${type} frame, among ${this.frames.map((frame) => frame.type)}`,
      () =>
        this.frames.find(
          (frame) => frame.type === type && !this.#taken.has(frame) && fits(frame as ServerFrames[T]),
        ),
    );
    this.#taken.add(found);
    return found as ServerFrames[T];
  }

  async status(status: string): Promise<void> {
    await this.next('status', (frame) => frame.status === status);
  }

  /** Waits for the end of an utterance and reports it as played. Returns its sentences once the report was taken. */
  async listen(): Promise<string[]> {
    const { utterance, sentences } = await this.next('utterance-end');
    this.heard(utterance, sentences);
    await this.quiet();
    return this.sentencesOf(utterance);
  }

  sentencesOf(utterance: number): string[] {
    return this.frames.flatMap((frame) =>
      frame.type === 'sentence' && frame.utterance === utterance ? [frame.text] : [],
    );
  }

  /** Waits until the service has handled all frames: it answers a ping after them. */
  async quiet(): Promise<void> {
    const before = this.count('pong');
    this.send({ type: 'ping' });
    await until('a pong', () => this.count('pong') > before);
  }

  count(type: ServerFrame['type']): number {
    return this.frames.filter((frame) => frame.type === type).length;
  }

  /** Breaks the connection. */
  cut(): void {
    this.socket.terminate();
  }

  async closing(): Promise<{ code: number; reason: string }> {
    return await until('the close of a socket', () => this.closed);
  }
}
