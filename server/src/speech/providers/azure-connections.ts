import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import { type Outbound, OutboundError } from '../../outbound/index.ts';
import { Channel } from '../channel.ts';
import { abortedFailure, SpeechFailure } from '../voice.ts';
import { type AzureMessage, readMessage, speechConfig, writeMessage } from './azure-messages.ts';
import { providerFailure, statusFailure } from './provider-failure.ts';

export type AzureTurn = AsyncIterable<AzureMessage>;

type Target = { readonly url: URL; readonly key: string };

type Connection = { readonly socket: WebSocket; readonly isNew: boolean };

type IdleConnection = { readonly socket: WebSocket; readonly timer: NodeJS.Timeout };

/** The service closes connections that are silent for long. */
const idleMs = 60_000;
const turnLimitMs = 30_000;
const openLimitMs = 8_000;
const maxMessageBytes = 4 * 1_024 * 1_024;

/** WebSockets to the speech service. One is kept for a while after a sentence, because opening another takes long. */
export class AzureConnections implements AsyncDisposable {
  readonly #outbound: Outbound;
  readonly #idle = new Map<string, IdleConnection[]>();
  readonly #open = new Set<WebSocket>();

  constructor(outbound: Outbound) {
    this.#outbound = outbound;
  }

  /** Sends the messages of one sentence. Returns what comes back until the service says that it is done. */
  async turn(
    target: Target,
    messages: (requestId: string) => readonly string[],
    signal: AbortSignal,
  ): Promise<AzureTurn> {
    const { socket, isNew } = this.#takeIdle(target) ?? (await this.#connect(target, signal));
    const requestId = randomUUID().replaceAll('-', '');
    const onAbort = () => {
      socket.terminate();
      turn.abort(abortedFailure());
    };
    const limit = setTimeout(() => {
      turn.fail(new SpeechFailure('timeout', 'The voice server took too long.'));
      socket.terminate();
    }, turnLimitMs).unref();
    const onMessage = (data: unknown, isBinary: boolean) => {
      const message = readMessage(bytesOf(data), isBinary);
      if (message === undefined || message.requestId !== requestId) return;
      if (message.path !== 'turn.end') {
        limit.refresh();
        turn.push(message);
        return;
      }
      this.#keep(keyOf(target), socket);
      turn.end();
    };
    const onClose = () => turn.fail(new SpeechFailure('provider', 'The voice server closed the connection.'));
    const turn = new Channel<AzureMessage>(
      () => socket.terminate(),
      () => {
        clearTimeout(limit);
        signal.removeEventListener('abort', onAbort);
        socket.off('message', onMessage).off('close', onClose);
      },
    );
    signal.addEventListener('abort', onAbort, { once: true });
    socket.on('message', onMessage).on('close', onClose);
    if (isNew) socket.send(writeMessage('speech.config', requestId, 'application/json', speechConfig));
    for (const message of messages(requestId)) socket.send(message);
    return turn;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { timer } of [...this.#idle.values()].flat()) clearTimeout(timer);
    for (const socket of this.#open) socket.terminate();
  }

  #takeIdle(target: Target): Connection | undefined {
    const idle = this.#idle.get(keyOf(target))?.pop();
    if (idle === undefined) return undefined;
    clearTimeout(idle.timer);
    return { socket: idle.socket, isNew: false };
  }

  async #connect({ url, key }: Target, signal: AbortSignal): Promise<Connection> {
    try {
      const socket = await this.#outbound.openWebSocket({
        url,
        headers: {
          'Ocp-Apim-Subscription-Key': key,
          'X-ConnectionId': randomUUID().replaceAll('-', ''),
        },
        totalTimeoutMs: openLimitMs,
        maxMessageBytes,
        signal,
      });
      this.#open.add(socket);
      socket.once('close', () => this.#open.delete(socket));
      return { socket, isNew: true };
    } catch (error) {
      const status = error instanceof OutboundError ? error.status : undefined;
      throw status === undefined ? providerFailure(error, signal) : statusFailure(status);
    }
  }

  #keep(key: string, socket: WebSocket): void {
    const timer = setTimeout(() => socket.close(), idleMs).unref();
    const idle: IdleConnection = { socket, timer };
    this.#idle.set(key, [...(this.#idle.get(key) ?? []), idle]);
    socket.once('close', () => {
      clearTimeout(timer);
      const others = (this.#idle.get(key) ?? []).filter((other) => other !== idle);
      if (others.length > 0) this.#idle.set(key, others);
      else this.#idle.delete(key);
    });
  }
}

const keyOf = ({ url, key }: Target): string => JSON.stringify([url.href, key]);

function bytesOf(data: unknown): Uint8Array {
  if (data instanceof Uint8Array) return data;
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  return Array.isArray(data) ? Buffer.concat(data) : new Uint8Array();
}
