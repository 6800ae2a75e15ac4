import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import { type OutboundByAccount, OutboundError } from '../../outbound/index.ts';
import { speechConfig, writeMessage } from './azure-messages.ts';
import { type AzureTurn, readTurn } from './azure-turn.ts';
import { providerFailure, statusFailure } from './provider-failure.ts';

type Target = { readonly account: string; readonly url: URL; readonly key: string };

type Connection = { readonly socket: WebSocket; readonly isNew: boolean };

/** The service closes connections that are silent for long. */
const idleMs = 60_000;
const openLimitMs = 8_000;
/** Five seconds of sound. The service sends a few kilobytes at a time. */
const maxMessageBytes = 262_144;

/** WebSockets to the speech service. One is kept for a while after a sentence, because opening another takes long. */
export class AzureConnections implements AsyncDisposable {
  readonly #outbound: OutboundByAccount;
  /** By target: the sockets that wait for a sentence, and a function that ends the wait. */
  readonly #idle = new Map<string, Map<WebSocket, () => void>>();
  readonly #open = new Set<WebSocket>();

  constructor(outbound: OutboundByAccount) {
    this.#outbound = outbound;
  }

  /** Sends the messages of one sentence. Returns the answers until the service says that it is done. */
  async turn(
    target: Target,
    messages: (requestId: string) => readonly string[],
    signal: AbortSignal,
  ): Promise<AzureTurn> {
    const { socket, isNew } = this.#takeIdle(target) ?? (await this.#connect(target, signal));
    const requestId = randomUUID().replaceAll('-', '');
    const turn = readTurn({ socket, requestId, signal, onDone: () => this.#keep(keyOf(target), socket) });
    if (isNew) socket.send(writeMessage('speech.config', requestId, 'application/json', speechConfig));
    for (const message of messages(requestId)) socket.send(message);
    return turn;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#open) socket.terminate();
  }

  #takeIdle(target: Target): Connection | undefined {
    for (const [socket, endWaiting] of this.#idle.get(keyOf(target)) ?? []) {
      endWaiting();
      return { socket, isNew: false };
    }
    return undefined;
  }

  async #connect({ account, url, key }: Target, signal: AbortSignal): Promise<Connection> {
    try {
      const socket = await this.#outbound.forAccount(account).openWebSocket({
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

  /** Keeps a socket for the next sentence. If the service sends anything before that, the socket is closed. */
  #keep(key: string, socket: WebSocket): void {
    const idle = this.#idle.get(key) ?? new Map<WebSocket, () => void>();
    const timer = setTimeout(() => socket.close(), idleMs).unref();
    const onMessage = () => socket.terminate();
    const endWaiting = () => {
      clearTimeout(timer);
      socket.off('message', onMessage).off('close', endWaiting);
      idle.delete(socket);
      if (idle.size === 0 && this.#idle.get(key) === idle) this.#idle.delete(key);
    };
    socket.on('message', onMessage).on('close', endWaiting);
    idle.set(socket, endWaiting);
    this.#idle.set(key, idle);
  }
}

const keyOf = ({ account, url, key }: Target): string => JSON.stringify([account, url.href, key]);
