import { type Connector, connect } from './connect.ts';
import { Connection, type ConnectionOwner } from './connection.ts';
import type { Exchange, Place } from './exchange.ts';
import { connectFailure } from './failure-text.ts';
import { portOf } from './host-name.ts';
import type { Line } from './open-socket.ts';
import { OutboundError } from './outbound-error.ts';

export interface PoolOptions {
  readonly maxConnections: number;
  readonly keepAliveMs: number;
}

/** The connections to one origin. What is called off while it waits here never dials. */
export class OriginPool implements Place, ConnectionOwner {
  readonly peer: string;
  readonly #origin: URL;
  readonly #connector: Connector;
  readonly #options: PoolOptions;
  readonly #onEmpty: () => void;
  readonly #waiting = new Set<Exchange>();
  readonly #attempts = new Map<Exchange, Promise<void>>();
  readonly #connections = new Set<Connection>();
  readonly #idle: Connection[] = [];

  constructor(origin: URL, connector: Connector, options: PoolOptions, onEmpty: () => void) {
    this.peer = `${origin.hostname}:${portOf(origin)}`;
    this.#origin = origin;
    this.#connector = connector;
    this.#options = options;
    this.#onEmpty = onEmpty;
  }

  submit(exchange: Exchange): void {
    const connection = this.#takeIdle();
    if (connection !== undefined) {
      connection.run(exchange);
    } else if (this.#connections.size + this.#attempts.size < this.#options.maxConnections) {
      this.#attempts.set(exchange, this.#connectFor(exchange));
    } else {
      exchange.moveTo(this, 'queued');
      this.#waiting.add(exchange);
    }
  }

  leave(exchange: Exchange): void {
    this.#waiting.delete(exchange);
  }

  released(connection: Connection): void {
    const next = this.#takeWaiting();
    if (next === undefined) this.#idle.push(connection);
    else connection.run(next);
  }

  handedBack(exchange: Exchange): void {
    this.submit(exchange);
  }

  closed(connection: Connection): void {
    this.#connections.delete(connection);
    const position = this.#idle.indexOf(connection);
    if (position !== -1) this.#idle.splice(position, 1);
    this.#advance();
  }

  async close(): Promise<void> {
    for (const exchange of [...this.#waiting, ...this.#attempts.keys()]) exchange.abort();
    for (const connection of this.#connections) connection.abortExchange();
    await Promise.all([
      ...this.#attempts.values(),
      ...[...this.#connections].map((connection) => connection.close()),
    ]);
  }

  async #connectFor(exchange: Exchange): Promise<void> {
    const stop = new AbortController();
    exchange.startConnecting({ leave: () => stop.abort() });
    let line: Line;
    try {
      line = await connect(this.#connector, this.#origin, stop.signal, (step) => exchange.step(step));
    } catch (error) {
      this.#attempts.delete(exchange);
      exchange.fail(error instanceof OutboundError ? error : connectFailure(exchange.peer, error));
      this.#advance();
      return;
    }
    exchange.connected();
    this.#attempts.delete(exchange);
    const connection = new Connection(this, this.#origin, line, this.#options.keepAliveMs);
    this.#connections.add(connection);
    const next = exchange.settled ? this.#takeWaiting() : exchange;
    if (next === undefined) void connection.close();
    else connection.run(next);
  }

  #advance(): void {
    while (
      this.#waiting.size > 0 &&
      this.#connections.size + this.#attempts.size < this.#options.maxConnections
    ) {
      const next = this.#takeWaiting();
      if (next !== undefined) this.submit(next);
    }
    if (this.#waiting.size + this.#attempts.size + this.#connections.size === 0) this.#onEmpty();
  }

  #takeWaiting(): Exchange | undefined {
    for (const exchange of this.#waiting) {
      this.#waiting.delete(exchange);
      return exchange;
    }
    return undefined;
  }

  // The one used last: the others can go idle and close.
  #takeIdle(): Connection | undefined {
    for (let connection = this.#idle.pop(); connection !== undefined; connection = this.#idle.pop()) {
      if (connection.rests) return connection;
    }
    return undefined;
  }
}
