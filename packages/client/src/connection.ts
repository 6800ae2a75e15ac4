import type { AudioFrame, ServerFrame, ServerFrames } from '@parley/protocol';
import type { ConnectionChange, ConnectionState, Ending, Link, LinkEffect, LinkInput, Pass } from './link.ts';
import { LiveError } from './live-error.ts';
import type { SessionSecret } from './options.ts';
import { reportError } from './report-error.ts';
import { readServerFrame } from './server-frame.ts';
import { LiveSocket, type SocketOwner } from './socket.ts';
import { stepLink } from './step-link.ts';
import type { Timers } from './timers.ts';
import type { WebSocketClass } from './web-socket.ts';

export type ConnectionNeeds = {
  /** Where sockets are opened. */
  readonly address: string;
  readonly origin: string | undefined;
  readonly WebSocket: WebSocketClass;
  readonly timers: Timers;
  readonly random: () => number;
  /** How long to try to come back. */
  readonly windowMs: number;
  /** Whether the hello asks for the events that webhooks receive. */
  readonly wantsEvents: boolean;
};

export interface ConnectionOwner {
  /** The socket can be used; nobody else has heard of it yet. */
  handleReady(welcome: ServerFrames['welcome']): void;
  handleSecret(secret: SessionSecret): void;
  handleChange(change: ConnectionChange): void;
  handleFrame(frame: ServerFrame): void;
  handleAudio(frame: AudioFrame): void;
  handleUnreadable(problem: string): void;
  /** How long a ping and its answer took. */
  handleRoundTrip(ms: number): void;
}

const stateNames: Readonly<Record<Link['kind'], ConnectionState>> = {
  new: 'new',
  waiting: 'disconnected',
  joining: 'connecting',
  live: 'connected',
  over: 'terminated',
};

/** The shell around the link: sockets, a timer and two promises, and no decisions. */
export class Connection implements SocketOwner {
  owner: ConnectionOwner | null = null;
  #needs: ConnectionNeeds;
  #link: Link = { kind: 'new' };
  #socket: LiveSocket | null = null;
  #timer: unknown = null;
  #pingedAt: number | null = null;
  #inputs: LinkInput[] | null = null;
  #opening: PromiseWithResolvers<void> | null = null;
  #leaving: PromiseWithResolvers<Ending> | null = null;

  constructor(needs: ConnectionNeeds) {
    this.#needs = needs;
  }

  get state(): ConnectionState {
    return stateNames[this.#link.kind];
  }

  get isOpen(): boolean {
    return this.#link.kind === 'live' && this.#socket !== null;
  }

  get isUnderway(): boolean {
    return this.#link.kind !== 'new' && this.#link.kind !== 'over';
  }

  connect(pass: Pass): Promise<void> {
    if (this.#link.kind === 'live') return Promise.resolve();
    if (this.#link.kind === 'over') return Promise.reject(errorOf(this.#link.ending));
    this.#opening ??= Promise.withResolvers();
    const { promise } = this.#opening;
    this.#feed({ kind: 'connect', pass });
    return promise;
  }

  /** Says goodbye; resolves when the service has confirmed the end, or shows no sign of doing so. */
  leave(): Promise<Ending> {
    if (this.#link.kind === 'over') return Promise.resolve(this.#link.ending);
    this.#leaving ??= Promise.withResolvers();
    const { promise } = this.#leaving;
    this.#feed({ kind: 'leave' });
    return promise;
  }

  /** Lets go without goodbye: the session waits for whoever continues it. */
  detach(): void {
    this.#feed({ kind: 'detach' });
  }

  /** Asks the service for a sign of life now, where there is a socket. */
  probe(): void {
    this.#feed({ kind: 'probe' });
  }

  /** A new socket now, whether there is one or the next try is still to come. */
  renew(): void {
    this.#feed({ kind: 'renew' });
  }

  send(text: string): boolean {
    return this.#link.kind === 'live' && this.#socket !== null && this.#socket.send(text);
  }

  handleOpen(): void {
    this.#feed({ kind: 'opened' });
  }

  handleText(text: string): void {
    const read = readServerFrame(text);
    if (read.frame?.type === 'pong') this.#handlePong();
    if (read.frame !== null) return this.#feed({ kind: 'frame', frame: read.frame });
    this.#feed({ kind: 'noise' });
    this.owner?.handleUnreadable(read.problem);
  }

  handleAudio(frame: AudioFrame): void {
    this.#feed({ kind: 'noise' });
    if (this.#link.kind === 'live') this.owner?.handleAudio(frame);
  }

  handleClose(code: number, reason: string): void {
    this.#feed({ kind: 'closed', code, reason });
  }

  /** One input after another: what a listener does in answer to one waits until that one is done with. */
  #feed(input: LinkInput): void {
    if (this.#inputs !== null) {
      this.#inputs.push(input);
      return;
    }
    this.#inputs = [input];
    for (let next = this.#inputs.shift(); next !== undefined; next = this.#inputs.shift()) this.#step(next);
    this.#inputs = null;
  }

  #step(input: LinkInput): void {
    const { timers, random, windowMs, wantsEvents } = this.#needs;
    const context = { now: timers.now(), random: random(), windowMs, wantsEvents };
    const { link, effects } = stepLink(this.#link, input, context);
    this.#link = link;
    for (const effect of effects) {
      try {
        this.#apply(effect);
      } catch (error) {
        reportError(error);
      }
    }
  }

  #apply(effect: LinkEffect): void {
    switch (effect.kind) {
      case 'open-socket':
        return this.#openSocket();
      case 'discard-socket':
        return this.#discardSocket();
      case 'send':
        if (effect.frame.type === 'ping') this.#pingedAt ??= this.#needs.timers.now();
        this.#socket?.send(JSON.stringify(effect.frame));
        return;
      case 'timer':
        return this.#setTimer(effect.afterMs);
      case 'ready':
        return this.owner?.handleReady(effect.welcome);
      case 'secret':
        return this.owner?.handleSecret(effect.secret);
      case 'pass-on':
        return this.owner?.handleFrame(effect.frame);
      case 'tell':
        this.#settle();
        return this.owner?.handleChange(effect.change);
    }
  }

  #handlePong(): void {
    if (this.#pingedAt === null) return;
    const ms = this.#needs.timers.now() - this.#pingedAt;
    this.#pingedAt = null;
    this.owner?.handleRoundTrip(ms);
  }

  #openSocket(): void {
    const { WebSocket, address, origin } = this.#needs;
    try {
      this.#socket = new LiveSocket(WebSocket, address, origin, this);
    } catch (error) {
      // Browsers throw where their policy forbids the address.
      this.handleClose(1006, error instanceof Error ? error.message : '');
    }
  }

  #discardSocket(): void {
    this.#needs.timers.cancel(this.#timer);
    this.#pingedAt = null;
    this.#socket?.discard();
    this.#socket = null;
  }

  #setTimer(afterMs: number): void {
    const { timers } = this.#needs;
    timers.cancel(this.#timer);
    this.#timer = timers.after(afterMs, () => this.#feed({ kind: 'timer' }));
  }

  #settle(): void {
    if (this.#link.kind === 'live') {
      this.#opening?.resolve();
      this.#opening = null;
    } else if (this.#link.kind === 'over') {
      this.#opening?.reject(errorOf(this.#link.ending));
      this.#leaving?.resolve(this.#link.ending);
      this.#opening = null;
      this.#leaving = null;
    }
  }
}

const errorOf = ({ reason, message }: Ending): LiveError => new LiveError(reason, message);
