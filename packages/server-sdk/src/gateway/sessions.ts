import type { LoginRequest } from '@parley/protocol/contract';
import type { Awaitable } from '../awaitable.ts';
import { askStore } from '../http/time-limit.ts';
import { KnownSession } from './session.ts';

/** Keeps the LOGIN of each session outside the process, for several processes or across restarts. */
export type LoginStore = {
  get(sessionId: string): Awaitable<LoginRequest | null | undefined>;
  set(sessionId: string, login: LoginRequest): Awaitable<unknown>;
  delete(sessionId: string): Awaitable<unknown>;
};

/** Sessions whose LOGOUT never came are forgotten, the longest unused first. Parley then sends their LOGIN again. */
export class Sessions<Data> {
  readonly #live = new Map<string, KnownSession<Data>>();
  /** Several handlers: `onLogin` is called again if the first call has not ended in its time. */
  readonly #opening = new Map<string, { session: KnownSession<Data>; handlers: number }>();
  readonly #makeData: (login: LoginRequest) => Data;
  readonly #max: number;
  readonly #store: LoginStore | undefined;

  constructor(makeData: (login: LoginRequest) => Data, max: number, store: LoginStore | undefined) {
    this.#makeData = makeData;
    this.#max = max;
    this.#store = store;
  }

  /** The session of a LOGIN. It is kept only by `keep`, when the LOGIN has succeeded. */
  open(login: LoginRequest): KnownSession<Data> {
    const known = this.#live.get(login.sessionId) ?? this.#opening.get(login.sessionId)?.session;
    known?.renew(login);
    return known ?? new KnownSession(login, this.#makeData(login));
  }

  /** Its LOGIN is under way until `endOpening`, or until the LOGOUT. */
  beginOpening(session: KnownSession<Data>): void {
    const handlers = this.#opening.get(session.id)?.handlers ?? 0;
    this.#opening.set(session.id, { session, handlers: handlers + 1 });
  }

  endOpening(session: KnownSession<Data>): void {
    const opening = this.#opening.get(session.id);
    if (opening?.session !== session) return;
    opening.handlers -= 1;
    if (opening.handlers === 0) this.#opening.delete(session.id);
  }

  /** LOGOUT has come: tells the handlers of a LOGIN that is under way. */
  interruptOpening(sessionId: string): void {
    this.#opening.get(sessionId)?.session.end();
    this.#opening.delete(sessionId);
  }

  async keep(session: KnownSession<Data>): Promise<void> {
    if (this.#store !== undefined) await askStore(this.#store.set(session.id, session.login));
    this.#use(session);
  }

  async find(sessionId: string): Promise<KnownSession<Data> | null> {
    const isKnown = this.#live.has(sessionId) || this.#store === undefined;
    const login = isKnown ? null : await askStore(this.#store.get(sessionId));
    // After the wait: another request may have brought the session meanwhile.
    const session = this.#live.get(sessionId) ?? (login ? this.open(login) : null);
    if (session !== null) this.#use(session);
    return session;
  }

  async forget(session: KnownSession<Data>): Promise<void> {
    this.#live.delete(session.id);
    if (this.#store !== undefined) await askStore(this.#store.delete(session.id));
  }

  #use(session: KnownSession<Data>): void {
    this.#live.delete(session.id);
    this.#live.set(session.id, session);
    if (this.#live.size <= this.#max) return;
    const [longestUnused] = this.#live.keys();
    if (longestUnused !== undefined) this.#live.delete(longestUnused);
  }
}
