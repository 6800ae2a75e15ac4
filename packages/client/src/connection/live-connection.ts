import type { AudioFrame, ServerFrame, ServerFrames } from '@parley/protocol';
import { type Emitter, reportError } from '../emitter.ts';
import type { LiveEvents } from '../events.ts';
import { LiveError } from '../live-error.ts';
import { readServerFrame } from '../server-frame.ts';
import type {
  ConnectionChange,
  ConnectionState,
  Credentials,
  Ending,
  Link,
  LinkEffect,
  LinkInput,
} from './link.ts';
import { LiveSocket, type SocketOwner } from './socket.ts';
import { stepLink } from './step-link.ts';
import type { Timers } from './timers.ts';
import type { WebSocketClass } from './web-socket.ts';

type LiveConnectionDeps = {
  readonly events: Emitter<LiveEvents>;
  /** The WebSocket address. */
  readonly address: string;
  readonly origin: string | undefined;
  readonly WebSocket: WebSocketClass;
  readonly timers: Timers;
  readonly random: () => number;
  /** How long to try to reconnect. */
  readonly windowMs: number;
  /** Whether the hello asks for the events that webhooks receive. */
  readonly wantsEvents: boolean;
};

export interface LiveConnectionOwner {
  /** The socket can be used. Listeners are notified after this. */
  handleReady(welcome: ServerFrames['welcome']): void;
  handleChange(change: ConnectionChange): void;
  handleFrame(frame: ServerFrame): void;
  handleAudio(frame: AudioFrame): void;
}

const stateNames: Readonly<Record<Link['kind'], ConnectionState>> = {
  new: 'new',
  waiting: 'disconnected',
  joining: 'connecting',
  live: 'connected',
  over: 'terminated',
};

/** Carries out the steps of the link. It has the socket, the timer and two promises, and makes no decisions. */
export class LiveConnection implements SocketOwner {
  owner: LiveConnectionOwner | null = null;
  #deps: LiveConnectionDeps;
  #link: Link = { kind: 'new' };
  #socket: LiveSocket | null = null;
  #timer: unknown = null;
  #pingedAt: number | null = null;
  #inputs: LinkInput[] | null = null;
  #opening: PromiseWithResolvers<void> | null = null;
  #leaving: PromiseWithResolvers<Ending> | null = null;

  constructor(deps: LiveConnectionDeps) {
    this.#deps = deps;
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

  connect(credentials: Credentials): Promise<void> {
    if (this.#link.kind === 'live') return Promise.resolve();
    if (this.#link.kind === 'over') return Promise.reject(errorOf(this.#link.ending));
    this.#opening ??= Promise.withResolvers();
    const { promise } = this.#opening;
    this.feed({ kind: 'connect', credentials });
    return promise;
  }

  /** Says goodbye. Resolves when the service has confirmed the end, or does not answer. */
  leave(): Promise<Ending> {
    if (this.#link.kind === 'over') return Promise.resolve(this.#link.ending);
    this.#leaving ??= Promise.withResolvers();
    const { promise } = this.#leaving;
    this.feed({ kind: 'leave' });
    return promise;
  }

  send(data: string | Uint8Array<ArrayBuffer>): boolean {
    return this.#link.kind === 'live' && this.#socket !== null && this.#socket.send(data);
  }

  handleOpen(): void {
    this.feed({ kind: 'opened' });
  }

  handleText(text: string): void {
    const read = readServerFrame(text);
    if (read.frame?.type === 'pong') this.#handlePong();
    if (read.frame !== null) return this.feed({ kind: 'frame', frame: read.frame });
    this.feed({ kind: 'activity' });
    this.#deps.events.emit('warning', { code: 'unknown_frame', message: read.problem });
  }

  handleAudio(frame: AudioFrame): void {
    this.feed({ kind: 'activity' });
    if (this.#link.kind === 'live') this.owner?.handleAudio(frame);
  }

  handleClose(code: number, reason: string): void {
    this.feed({ kind: 'closed', code, reason });
  }

  /** Inputs that a listener causes wait until the current input is processed. */
  feed(input: LinkInput): void {
    if (this.#inputs !== null) {
      this.#inputs.push(input);
      return;
    }
    this.#inputs = [input];
    for (let next = this.#inputs.shift(); next !== undefined; next = this.#inputs.shift()) this.#step(next);
    this.#inputs = null;
  }

  #step(input: LinkInput): void {
    const { timers, random, windowMs, wantsEvents } = this.#deps;
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
        if (effect.frame.type === 'ping') this.#pingedAt ??= this.#deps.timers.now();
        this.#socket?.send(JSON.stringify(effect.frame));
        return;
      case 'timer':
        return this.#setTimer(effect.afterMs);
      case 'ready':
        return this.owner?.handleReady(effect.welcome);
      case 'secret':
        return this.#deps.events.emit('secret', effect.secret);
      case 'pass-on':
        return this.owner?.handleFrame(effect.frame);
      case 'notify':
        this.#settle();
        return this.owner?.handleChange(effect.change);
    }
  }

  #handlePong(): void {
    if (this.#pingedAt === null) return;
    const { timers, events } = this.#deps;
    const ms = timers.now() - this.#pingedAt;
    this.#pingedAt = null;
    events.emit('round-trip', { ms });
  }

  #openSocket(): void {
    const { WebSocket, address, origin } = this.#deps;
    try {
      this.#socket = new LiveSocket(WebSocket, address, origin, this);
    } catch (error) {
      // Browsers throw if their policy forbids the address.
      this.handleClose(1006, error instanceof Error ? error.message : '');
    }
  }

  #discardSocket(): void {
    this.#deps.timers.cancel(this.#timer);
    this.#pingedAt = null;
    this.#socket?.discard();
    this.#socket = null;
  }

  #setTimer(afterMs: number): void {
    const { timers } = this.#deps;
    timers.cancel(this.#timer);
    this.#timer = timers.after(afterMs, () => this.feed({ kind: 'timer' }));
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
