import type { Socket } from 'node:net';
import type { PendingRequest, RequestHolder } from '../exchange/pending-request.ts';
import { connectFailure } from '../failure-text.ts';
import { OutboundError } from '../outbound-error.ts';
import type { GuardedConnect } from './guarded-connect.ts';
import { type ConnectionOwner, HttpConnection } from './http-connection.ts';

export interface PoolOptions {
  readonly maxConnections: number;
  readonly keepAliveMs: number;
}

/**
 * The connections to one origin. undici's own pool would dial for a request that was aborted while it waited, and
 * could not tell a request that waits for a connection from one that waits for its answer.
 */
export class OriginPool implements RequestHolder, ConnectionOwner {
  readonly #origin: URL;
  readonly #connect: GuardedConnect;
  readonly #options: PoolOptions;
  readonly #onEmpty: () => void;
  readonly #waiting = new Set<PendingRequest>();
  readonly #attempts = new Map<PendingRequest, Promise<void>>();
  readonly #connections = new Set<HttpConnection>();
  readonly #idle: HttpConnection[] = [];

  constructor(origin: URL, connect: GuardedConnect, options: PoolOptions, onEmpty: () => void) {
    this.#origin = origin;
    this.#connect = connect;
    this.#options = options;
    this.#onEmpty = onEmpty;
  }

  submit(request: PendingRequest): void {
    const connection = this.#takeIdle();
    if (connection !== undefined) {
      connection.send(request);
    } else if (this.#hasRoom()) {
      this.#attempts.set(request, this.#connectFor(request));
    } else {
      request.heldBy(this, 'queued');
      this.#waiting.add(request);
    }
  }

  drop(request: PendingRequest): void {
    this.#waiting.delete(request);
  }

  released(connection: HttpConnection): void {
    const next = this.#takeWaiting();
    if (next === undefined) this.#idle.push(connection);
    else connection.send(next);
  }

  closed(connection: HttpConnection): void {
    this.#connections.delete(connection);
    const position = this.#idle.indexOf(connection);
    if (position !== -1) this.#idle.splice(position, 1);
    this.#advance();
  }

  async close(): Promise<void> {
    for (const request of [...this.#waiting, ...this.#attempts.keys()]) request.abort();
    for (const connection of this.#connections) connection.abortRequest();
    await Promise.all([
      ...this.#attempts.values(),
      ...[...this.#connections].map((connection) => connection.close()),
    ]);
  }

  async #connectFor(request: PendingRequest): Promise<void> {
    const stop = new AbortController();
    request.startConnecting({ drop: () => stop.abort() });
    let socket: Socket;
    try {
      socket = await this.#connect(this.#origin, stop.signal, (step) => request.enter(step));
    } catch (error) {
      this.#attempts.delete(request);
      request.fail(error instanceof OutboundError ? error : connectFailure(request.peer, error));
      this.#advance();
      return;
    }
    request.connected();
    this.#attempts.delete(request);
    const connection = new HttpConnection(this, this.#origin, socket, this.#options.keepAliveMs);
    this.#connections.add(connection);
    const next = request.settled ? this.#takeWaiting() : request;
    if (next === undefined) void connection.close();
    else connection.send(next);
  }

  #hasRoom(): boolean {
    return this.#connections.size + this.#attempts.size < this.#options.maxConnections;
  }

  #advance(): void {
    while (this.#waiting.size > 0 && this.#hasRoom()) {
      const next = this.#takeWaiting();
      if (next !== undefined) this.submit(next);
    }
    if (this.#waiting.size + this.#attempts.size + this.#connections.size === 0) this.#onEmpty();
  }

  #takeWaiting(): PendingRequest | undefined {
    for (const request of this.#waiting) {
      this.#waiting.delete(request);
      return request;
    }
    return undefined;
  }

  // Prefer the connection used last, so that the others become idle and close.
  #takeIdle(): HttpConnection | undefined {
    for (let connection = this.#idle.pop(); connection !== undefined; connection = this.#idle.pop()) {
      if (connection.isOpen) return connection;
    }
    return undefined;
  }
}
