import { silenceLimitMs } from '@parley/protocol';
import type { SessionDirectory } from '../../bus/index.ts';
import { UnusedTickets } from '../slots/unused-tickets.ts';
import { LiveSession, type SessionOwner } from './live-session.ts';
import type { SessionDeps } from './session-deps.ts';
import { SessionHandle } from './session-handle.ts';
import type { SessionStart } from './session-start.ts';

const sweepEveryMs = 500;

/** The live sessions of this process. */
export class Sessions implements SessionOwner {
  readonly #byId = new Map<string, LiveSession>();
  /** Their entries in the directory, by their ids. */
  readonly #entries = new Map<string, Disposable>();
  readonly #perAvatar = new Map<number, number>();
  /** Sessions that are no longer here, but whose row does not say so yet. */
  readonly #settling = new Map<string, Promise<unknown>>();
  readonly #tickets = new UnusedTickets();
  readonly #timer: NodeJS.Timeout;
  readonly #deps: SessionDeps;
  readonly #directory: SessionDirectory;

  constructor(deps: SessionDeps, directory: SessionDirectory) {
    this.#deps = deps;
    this.#directory = directory;
    // A sweep does not wait for the previous one, whose writes may be waiting for an unavailable database.
    this.#timer = setInterval(() => {
      this.sweep().catch((error: unknown) =>
        deps.log.error({ err: error }, 'a sweep of the sessions failed'),
      );
    }, sweepEveryMs).unref();
  }

  get size(): number {
    return this.#byId.size;
  }

  get(id: string): LiveSession | undefined {
    return this.#byId.get(id);
  }

  /** How many sessions an avatar has here, including those that are being created. */
  countOf(avatarId: number): number {
    return this.#perAvatar.get(avatarId) ?? 0;
  }

  all(): IterableIterator<LiveSession> {
    return this.#byId.values();
  }

  /** Counts a session that will be added. It counts until it is gone, or until it is released. */
  reserve(avatarId: number): void {
    this.#perAvatar.set(avatarId, this.countOf(avatarId) + 1);
  }

  release(avatarId: number): void {
    const left = this.countOf(avatarId) - 1;
    if (left > 0) this.#perAvatar.set(avatarId, left);
    else this.#perAvatar.delete(avatarId);
  }

  add(start: SessionStart): LiveSession {
    const session = new LiveSession(this.#deps, this, start);
    const { id } = session.identity;
    this.#byId.set(id, session);
    this.#tickets.add(session);
    this.#entries.set(id, this.#directory.add(new SessionHandle(session)));
    return session;
  }

  /** Their avatar was deleted. */
  async endAllOf(avatarId: number): Promise<void> {
    const ended = [...this.#byId.values()].filter(({ identity }) => identity.avatarId === avatarId);
    await Promise.all(ended.map((session) => session.finish('hangup', 'dashboard')));
  }

  /** Checks the deadlines of all sessions. A timer calls it, and so do tests with their own clock. */
  async sweep(): Promise<void> {
    const changes: Promise<unknown>[] = [];
    for (const session of this.#byId.values()) {
      const change = session.tick(silenceLimitMs);
      if (change !== null) changes.push(change);
    }
    await Promise.all(changes);
  }

  /** Settles when the row of a session that left is up to date. Undefined if it already is. */
  settling(id: string): Promise<unknown> | undefined {
    return this.#settling.get(id);
  }

  /** Other processes own these sessions. */
  drop(ids: Iterable<string>): void {
    for (const id of ids) this.#byId.get(id)?.drop();
  }

  dropAll(): void {
    this.drop([...this.#byId.keys()]);
  }

  handleGone(session: LiveSession, stored: Promise<unknown>): void {
    const { id, avatarId } = session.identity;
    // The turn that this interrupts is a copy for the shadow, too.
    if (session.isGone)
      void session.conversation.settled().then(() => this.#deps.secondBrain.handleHandedOver(id));
    if (!this.#byId.delete(id)) return;
    this.#settling.set(id, stored);
    void stored.finally(() => this.#settling.delete(id));
    this.#tickets.remove(session);
    this.release(avatarId);
    this.#entries.get(id)?.[Symbol.dispose]();
    this.#entries.delete(id);
  }

  stop(): void {
    clearInterval(this.#timer);
    for (const entry of this.#entries.values()) entry[Symbol.dispose]();
    this.#entries.clear();
  }
}
