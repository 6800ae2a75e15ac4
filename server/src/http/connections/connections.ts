import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { sourceBucket } from '../access/source-address.ts';
import { type CloseReason, Connection } from './connection.ts';
import type { ForwardedSource } from './forwarded-source.ts';
import type { ConnectionTimeouts } from './timeouts.ts';

export type ConnectionLimits = { readonly total: number; readonly perSource: number };

/**
 * `total`, `source`: there was no room. `displaced`: a new connection replaced one that sent nothing.
 * `pipeline`: too many requests waited for their answers.
 */
export type DropReason = CloseReason | 'total' | 'source' | 'displaced' | 'pipeline';

export type ConnectionsDeps = {
  readonly server: Server;
  readonly limits: ConnectionLimits;
  readonly timeouts: ConnectionTimeouts;
  readonly forwardedSource: ForwardedSource;
  dropped(reason: DropReason): void;
};

/**
 * After a search through all connections without success, the next search waits this long. Otherwise a refused
 * connection would cost more than an accepted one.
 */
const searchAgainMs = 50;
/** Node handles all requests of one read in one step. There can be thousands, and other clients would have to wait. */
const maxPipelined = 3;

/** Holds every connection of the server, limits their number and ends those that take too long. */
export class Connections {
  readonly #deps: ConnectionsDeps;
  readonly #all = new Map<Socket, Connection>();
  readonly #bySource = new Map<string, Set<Connection>>();
  readonly #timer: NodeJS.Timeout;
  #checkedAtMs = performance.now();
  #searchAfterMs = 0;

  /** One listener for all sockets, because one for each would take a third of a connection's memory. */
  readonly #handleClose: (this: Socket) => void;

  constructor(deps: ConnectionsDeps) {
    this.#deps = deps;
    const { server, timeouts } = deps;
    server.on('connection', (socket: Socket) => this.#accept(socket));
    const forget = (socket: Socket) => {
      const connection = this.#all.get(socket);
      if (connection !== undefined) this.#forget(connection);
    };
    this.#handleClose = function () {
      forget(this);
    };
    this.#timer = setInterval(() => this.#check(), timeouts.checkMs).unref();
  }

  get size(): number {
    return this.#all.size;
  }

  find(socket: Socket): Connection | undefined {
    return this.#all.get(socket);
  }

  /** Returns false if the request must not be handled, because its connection sends too many at once. */
  admitRequest(request: IncomingMessage, response: ServerResponse): boolean {
    const { socket } = request;
    const connection = this.#all.get(socket);
    if (connection === undefined || socket.destroyed) return false;
    response.on('error', ignore);
    connection.handleRequest(request, response);
    if (connection.pipelined <= maxPipelined) return true;
    this.#drop(socket, 'pipeline');
    stopParsing(socket);
    return false;
  }

  /** Counts a WebSocket for its visitor, also behind a proxy. Returns false if the visitor has too many connections. */
  admitWebSocket(request: IncomingMessage): boolean {
    const connection = this.#all.get(request.socket);
    if (connection === undefined) return false;
    const source = this.#deps.forwardedSource(request);
    if (connection.source === null && source !== null) {
      const bucket = sourceBucket(source);
      if (!this.#hasSlot(bucket)) {
        this.#deps.dropped('source');
        return false;
      }
      this.#count(connection, bucket);
    }
    connection.handleUpgrade();
    return true;
  }

  destroyAll(): void {
    for (const socket of this.#all.keys()) socket.destroy();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #accept(socket: Socket): void {
    socket.on('error', ignore);
    const { limits, forwardedSource } = this.#deps;
    const address = socket.remoteAddress;
    // Its client has reset it already. What it sent before has no source address, and an answer would reach no client.
    if (address === undefined) return void socket.destroy();
    const source = forwardedSource.isProxy(address) ? null : sourceBucket(address);
    if (source !== null && !this.#hasSlot(source)) return this.#drop(socket, 'source');
    if (this.#all.size >= limits.total && !this.#freeSlotAmongAll()) return this.#drop(socket, 'total');
    const connection = new Connection(socket, null, performance.now());
    this.#all.set(socket, connection);
    if (source !== null) this.#count(connection, source);
    socket.on('close', this.#handleClose);
  }

  #hasSlot(source: string): boolean {
    const own = this.#bySource.get(source);
    return own === undefined || own.size < this.#deps.limits.perSource || this.#freeSlotIn(own.values());
  }

  #freeSlotAmongAll(): boolean {
    const nowMs = performance.now();
    if (nowMs < this.#searchAfterMs) return false;
    if (this.#freeSlotIn(this.#all.values())) return true;
    this.#searchAfterMs = nowMs + searchAgainMs;
    return false;
  }

  #count(connection: Connection, source: string): void {
    connection.source = source;
    const own = this.#bySource.get(source);
    if (own === undefined) this.#bySource.set(source, new Set([connection]));
    else own.add(connection);
  }

  #forget(connection: Connection): void {
    this.#all.delete(connection.socket);
    if (connection.source === null) return;
    const own = this.#bySource.get(connection.source);
    own?.delete(connection);
    if (own?.size === 0) this.#bySource.delete(connection.source);
  }

  /** Closes an unused connection: one that has sent no request, or else one between two requests. */
  #freeSlotIn(candidates: Iterable<Connection>): boolean {
    const nowMs = performance.now();
    let found: Connection | null = null;
    for (const candidate of candidates) {
      if (candidate.hasSentNothing(nowMs, this.#deps.timeouts.firstHeadMs)) {
        found = candidate;
        break;
      }
      if (found === null && candidate.isIdle) found = candidate;
    }
    if (found === null) return false;
    // Its slot is free at once. Its 'close' event comes later.
    this.#forget(found);
    this.#drop(found.socket, 'displaced');
    return true;
  }

  #check(): void {
    const { timeouts } = this.#deps;
    const nowMs = performance.now();
    // If the process itself was blocked, that time does not count against its clients.
    const elapsedMs = Math.min(nowMs - this.#checkedAtMs, 2 * timeouts.checkMs);
    this.#checkedAtMs = nowMs;
    for (const connection of this.#all.values()) {
      const reason = connection.check(elapsedMs, timeouts);
      if (reason !== null) this.#drop(connection.socket, reason);
    }
  }

  #drop(socket: Socket, reason: DropReason): void {
    this.#deps.dropped(reason);
    socket.destroy();
  }
}

/**
 * An 'error' event without a listener ends the process. The HTTP server takes its listener away from a connection that
 * becomes something else, and an answer that is written after its end has none. A 'close' event follows and does the
 * rest.
 */
const ignore = (): void => {};

/**
 * Node would continue to parse what it has read from the connection, and create an error with a stack for each request
 * in it: 50 µs for 30 bytes. The return value 2 tells its parser that what follows is not HTTP.
 */
function stopParsing(socket: Socket & { parser?: { onIncoming: () => number } | null }): void {
  if (socket.parser) socket.parser.onIncoming = () => 2;
}
