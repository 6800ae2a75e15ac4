import type { AvatarWithSecrets } from '../../avatars/index.ts';
import { CircuitBreakers, type Clock, FairShares, type Log } from '../../kernel/index.ts';
import type { Brain, EndedTurn, UserFacts } from '../../live/index.ts';
import { askShadow } from './ask-shadow.ts';
import { maxTotalMs } from './bounded-outbound.ts';
import type { ShadowAnswer } from './shadow-answers.ts';
import { type Copy, createSecondBrainCache, ShadowSession } from './shadow-session.ts';

export type ShadowBrains = {
  /** Null if the avatar's brain has no address. */
  brainFor(avatar: AvatarWithSecrets): Brain | null;
  logout(avatar: AvatarWithSecrets, sessionId: string, signal: AbortSignal): Promise<unknown>;
};

export type ShadowDeps = ShadowBrains & {
  readonly clock: Clock;
  readonly log: Log;
  /** Whether this process has work enough without copies. */
  isBusy(): boolean;
  store(answer: ShadowAnswer): void;
};

/** Requests to shadows at the same time. One account alone gets half of them. */
const maxRunning = 16;
/** What waits for shadows, of all accounts together. */
const maxWaitingBytes = 2 * 1024 * 1024;
const maxSessions = 5_000;
const copyBytes = 500;
const limits = { failuresToOpen: 3, openMs: 5_000, maxOpenMs: 300_000, maxCircuits: 1_000 };

/** Sends copies of conversations to shadows. Nothing waits for it, and copies are dropped rather than kept for long. */
export class Shadows implements AsyncDisposable {
  readonly #deps: ShadowDeps;
  readonly #sessions = new Map<string, ShadowSession>();
  readonly #ready = new Set<ShadowSession>();
  readonly #running = new FairShares(maxRunning);
  readonly #waiting = new FairShares(maxWaitingBytes);
  readonly #circuits: CircuitBreakers<string>;
  readonly #secondBrainAvatarOf = createSecondBrainCache();
  readonly #abort = new AbortController();
  readonly #work = new Set<Promise<void>>();
  #isScheduled = false;

  constructor(deps: ShadowDeps) {
    this.#deps = deps;
    this.#circuits = new CircuitBreakers<string>({ clock: deps.clock, ...limits });
  }

  login(user: UserFacts, avatar: AvatarWithSecrets): void {
    this.#add(this.#sessionOf(user, avatar), { kind: 'login', bytes: copyBytes });
  }

  chat(turn: EndedTurn, avatar: AvatarWithSecrets): void {
    const context = turn.context.reduce((sum, { length }) => sum + length, 0);
    const bytes = copyBytes + 2 * (turn.message.length + (turn.heard?.length ?? 0) + context);
    this.#add(this.#sessionOf(turn.user, avatar), { kind: 'chat', turn, bytes });
  }

  logout(sessionId: string): void {
    const session = this.#sessions.get(sessionId);
    if (session === undefined) return;
    const isWaiting = this.#add(session, { kind: 'logout', bytes: copyBytes });
    session.isEnding = true;
    if (!isWaiting) this.forget(sessionId);
  }

  /** The visitor's tokens must not stay in memory. What waits is still sent. */
  forget(sessionId: string): void {
    this.#sessions.delete(sessionId);
  }

  /** What waits, in bytes. */
  get waitingBytes(): number {
    return maxWaitingBytes - this.#waiting.free;
  }

  /** Settles when nothing is being sent. */
  async settled(): Promise<void> {
    while (this.#work.size > 0 || this.#isScheduled) {
      await Promise.all(this.#work);
      await new Promise(setImmediate);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#dropWaiting();
    this.#abort.abort();
    await Promise.all(this.#work);
  }

  #sessionOf(user: UserFacts, avatar: AvatarWithSecrets): ShadowSession {
    const known = this.#sessions.get(user.sessionId);
    const session = known ?? new ShadowSession(user, avatar, this.#secondBrainAvatarOf(avatar));
    session.update(avatar, this.#secondBrainAvatarOf);
    this.#sessions.delete(session.id);
    this.#sessions.set(session.id, session);
    if (this.#sessions.size > maxSessions) this.#forgetOldest();
    return session;
  }

  /** A session that is forgotten gets another LOGIN with its next turn. */
  #forgetOldest(): void {
    for (const session of this.#sessions.values()) {
      if (!session.isIdle) continue;
      this.#sessions.delete(session.id);
      return;
    }
  }

  /** False if the copy is dropped. */
  #add(session: ShadowSession, copy: Copy): boolean {
    if (this.#abort.signal.aborted || session.isEnding) return false;
    if (!this.#waiting.fits(session.accountId, copy.bytes)) return false;
    this.#waiting.take(session.accountId, copy.bytes);
    session.copies.push(copy);
    if (!session.isRunning) this.#ready.add(session);
    this.#schedule();
    return true;
  }

  /** Later, so that no copy is sent in the midst of a visitor's turn. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#startNext();
    });
  }

  #startNext(): void {
    if (this.#ready.size === 0) return;
    if (this.#deps.isBusy()) return this.#dropWaiting();
    for (const session of this.#ready) {
      if (!this.#running.fits(session.accountId, 1)) continue;
      this.#ready.delete(session);
      this.#start(session);
      return this.#schedule();
    }
  }

  #start(session: ShadowSession): void {
    const copy = session.copies.shift();
    if (copy === undefined) return;
    const { accountId } = session;
    this.#waiting.giveBack(accountId, copy.bytes);
    this.#running.take(accountId);
    session.isRunning = true;
    const work = this.#send(session, copy)
      .catch((error: unknown) => this.#deps.log.error({ err: error }, 'a copy for a shadow failed'))
      .finally(() => {
        this.#running.giveBack(accountId);
        this.#work.delete(work);
        session.isRunning = false;
        if (copy.kind === 'logout') this.forget(session.id);
        else if (session.copies.length > 0) this.#ready.add(session);
        this.#schedule();
      });
    this.#work.add(work);
  }

  #dropWaiting(): void {
    for (const session of this.#ready) {
      for (const { bytes } of session.copies.splice(0)) this.#waiting.giveBack(session.accountId, bytes);
      if (session.isEnding) this.forget(session.id);
    }
    this.#ready.clear();
  }

  async #send(session: ShadowSession, copy: Copy): Promise<void> {
    const { signal } = this.#abort;
    // A shadow whose settings have changed has not failed yet.
    const { trial } = session;
    const permit = this.#circuits.enter(trial, maxTotalMs);
    if (permit.kind === 'open') return;
    const problem =
      copy.kind === 'logout'
        ? await this.#sendLogout(session, signal)
        : copy.kind === 'login'
          ? await this.#sendLogin(session, signal)
          : await this.#sendChat(session, copy.turn, signal);
    // Only answers show that a shadow works: a brain that fails may well accept every LOGIN.
    const isUndecided = signal.aborted || (problem === null && copy.kind !== 'chat');
    if (isUndecided) this.#circuits.undecided(trial, permit);
    else if (problem === null) this.#circuits.succeeded(trial);
    else this.#circuits.failed(trial, permit, problem);
  }

  async #sendLogout(session: ShadowSession, signal: AbortSignal): Promise<null> {
    if (session.isEndpoint && session.openedAddress !== null)
      await this.#deps.logout(session.avatar, session.user.sessionId, signal);
    return null;
  }

  /** What is wrong; null if the shadow knows the session. */
  async #sendLogin(session: ShadowSession, signal: AbortSignal): Promise<string | null> {
    const { address } = session;
    if (session.openedAddress === address) return null;
    const opened = await this.#deps.brainFor(session.avatar)?.open(session.user, signal);
    if (opened === undefined) return null;
    if (opened.outcome !== 'open') return `LOGIN failed. ${String(opened.note.problem ?? '')}`.trim();
    session.openedAddress = address;
    return null;
  }

  async #sendChat(session: ShadowSession, turn: EndedTurn, signal: AbortSignal): Promise<string | null> {
    const { clock, store } = this.#deps;
    const brain = this.#deps.brainFor(session.avatar);
    if (brain === null) return null;
    const problem = await this.#sendLogin(session, signal);
    if (signal.aborted) return problem;
    if (problem !== null) {
      const { accountId, sessionId } = turn.user;
      const failed = { outcome: 'failed', firstSentenceMs: null, totalMs: 0, answer: '', problem } as const;
      store({ accountId, sessionId, turn: turn.number, at: clock.now(), ...failed });
      return problem;
    }
    const answer = await askShadow({ brain, clock }, session.user, turn, signal);
    if (!signal.aborted) store(answer);
    return answer.problem;
  }
}
