import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { Outbound } from '../../outbound/index.ts';
import { Channel } from '../channel.ts';
import { abortedFailure, SpeechFailure } from '../voice.ts';
import { type AzureMessage, readMessage, speechConfig, writeMessage } from './azure-messages.ts';
import { openGuardedSocket } from './guarded-socket.ts';
import { statusFailure } from './provider-failure.ts';

export type AzureTurn = AsyncIterable<AzureMessage>;

type Line = {
  readonly socket: WebSocket;
  readonly isNew: boolean;
  timer?: NodeJS.Timeout;
};

/** The service hangs up on lines that are silent for long. */
const keptMs = 60_000;
const turnLimitMs = 30_000;

/** Lines to the speech service. One is kept for a while after a sentence, as greeting it anew takes long. */
export class AzureConnections implements AsyncDisposable {
  readonly #outbound: Outbound;
  readonly #idle = new Map<string, Line[]>();
  readonly #open = new Set<WebSocket>();

  constructor(outbound: Outbound) {
    this.#outbound = outbound;
  }

  /** Sends the messages of one sentence, and gives what comes back until the service says that it is done. */
  async turn(
    target: { readonly url: URL; readonly key: string },
    messages: (requestId: string) => readonly string[],
    signal: AbortSignal,
  ): Promise<AzureTurn> {
    const line = await this.#line(target.url, target.key, signal);
    const requestId = randomUUID().replaceAll('-', '');
    const { socket } = line;
    const stop = () => {
      socket.terminate();
      turn.abort(abortedFailure());
    };
    const limit = setTimeout(() => {
      turn.fail(new SpeechFailure('timeout', 'The voice server took too long.'));
      socket.terminate();
    }, turnLimitMs).unref();
    const hear = (data: unknown, isBinary: boolean) => {
      const message = readMessage(bytesOf(data), isBinary);
      if (message === undefined || message.requestId !== requestId) return;
      if (message.path !== 'turn.end') {
        limit.refresh();
        turn.push(message);
        return;
      }
      this.#keep(keyOf(target), line);
      turn.end();
    };
    const lost = () => turn.fail(new SpeechFailure('provider', 'The voice server hung up.'));
    const turn = new Channel<AzureMessage>(
      () => socket.terminate(),
      () => {
        clearTimeout(limit);
        signal.removeEventListener('abort', stop);
        socket.off('message', hear).off('close', lost);
      },
    );
    signal.addEventListener('abort', stop, { once: true });
    socket.on('message', hear).on('close', lost);
    if (line.isNew) socket.send(writeMessage('speech.config', requestId, 'application/json', speechConfig));
    for (const message of messages(requestId)) socket.send(message);
    return turn;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const line of [...this.#idle.values()].flat()) clearTimeout(line.timer);
    for (const socket of this.#open) socket.terminate();
  }

  async #line(url: URL, key: string, signal: AbortSignal): Promise<Line> {
    const line = this.#idle.get(keyOf({ url, key }))?.pop();
    if (line !== undefined) {
      clearTimeout(line.timer);
      return { socket: line.socket, isNew: false };
    }
    const socket = openGuardedSocket(this.#outbound, url, {
      'Ocp-Apim-Subscription-Key': key,
      'X-ConnectionId': randomUUID().replaceAll('-', ''),
    });
    this.#open.add(socket);
    socket.on('close', () => this.#open.delete(socket));
    await untilOpen(socket, signal);
    return { socket, isNew: true };
  }

  #keep(key: string, { socket }: Line): void {
    const lines = this.#idle.get(key) ?? [];
    const timer = setTimeout(() => socket.close(), keptMs).unref();
    const line: Line = { socket, isNew: false, timer };
    lines.push(line);
    this.#idle.set(key, lines);
    socket.once('close', () => {
      clearTimeout(timer);
      const left = (this.#idle.get(key) ?? []).filter((kept) => kept !== line);
      if (left.length > 0) this.#idle.set(key, left);
      else this.#idle.delete(key);
    });
  }
}

const keyOf = ({ url, key }: { url: URL; key: string }): string => JSON.stringify([url.href, key]);

function untilOpen(socket: WebSocket, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      reject(abortedFailure());
      socket.terminate();
    };
    const settle = (act: () => void) => {
      signal.removeEventListener('abort', stop);
      act();
    };
    signal.addEventListener('abort', stop, { once: true });
    socket.once('open', () => settle(resolve));
    socket.once('unexpected-response', (_request, response) => {
      settle(() => reject(statusFailure(response.statusCode ?? 0)));
      socket.terminate();
    });
    // Stays: a line that breaks later must not bring the process down.
    socket.on('error', () => {
      settle(() => reject(new SpeechFailure('provider', 'The voice server could not be reached.')));
    });
  });
}

function bytesOf(data: unknown): Uint8Array {
  if (data instanceof Uint8Array) return data;
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  return Array.isArray(data) ? Buffer.concat(data) : new Uint8Array();
}
