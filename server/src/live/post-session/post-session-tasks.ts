import type { TranscriptEntry } from '@parley/protocol';
import type { AvatarWithSecrets } from '../../avatars/index.ts';
import { maxTranscriptBytes, type Transcript } from '../../conversations/index.ts';
import type { Sql } from '../../db/index.ts';
import { nextDelayMs } from '../../delivery/index.ts';
import { makeEvent, type Outbox } from '../../events/index.ts';
import {
  type Clock,
  FairShares,
  type Log,
  type SealedBox,
  Semaphore,
  sleep,
  startInterval,
} from '../../kernel/index.ts';
import { conversationsForPartners } from '../../partners/index.ts';
import { eventSource } from '../events/event-details.ts';
import { openFacts } from '../identity/sealed-facts.ts';
import { brainOf, type SessionBrain } from '../identity/session-brain.ts';
import {
  claimTranscript,
  type EndedSession,
  listDueLogouts,
  listSessionsWithTasks,
  type PendingTasks,
  readPendingTasks,
  skipTranscript,
  storeLogoutEnd,
  storeLogoutRetry,
} from './pending-tasks.ts';

export type LogoutResult = { readonly outcome: 'acknowledged' | 'refused' | 'failed' };

export type PostSessionDeps = {
  readonly sql: Sql;
  readonly clock: Clock;
  readonly log: Log;
  readonly box: SealedBox;
  readonly outbox: Outbox;
  /** The id under which this process owns sessions; null if it runs alone. */
  owner(): string | null;
  avatar(id: number): Promise<AvatarWithSecrets | null> | AvatarWithSecrets | null;
  /** Makes one try. */
  logout(session: SessionOfAccount, brain: SessionBrain, signal: AbortSignal): Promise<LogoutResult>;
  /** At most as long as an event may be. */
  transcript(sessionId: string): Promise<Transcript>;
  /** `brain` is null if it is not known any more. */
  summary(
    transcript: readonly TranscriptEntry[],
    session: SessionOfAccount,
    brain: SessionBrain | null,
  ): Promise<string>;
};

export type SessionOfAccount = Pick<PendingTasks, 'id' | 'accountId' | 'avatarId' | 'avatarName'>;

const retryAfterMs = 2_000;
const lookEveryMs = 2_000;
/** How many retried LOGOUTs are sent at the same time, shared between accounts. */
const maxRetries = 200;
/** How many sessions are worked on at the same time, shared between accounts. After a start there may be very many. */
const maxSessions = 400;
/** Two of the longest transcripts may be in memory at the same time, and one of an account. Each takes several copies. */
const maxTranscriptsInMemory = 2 * maxTranscriptBytes;
/** A short transcript takes time, too. */
const shortestTranscript = 64 * 1024;

/**
 * Does what must still happen after a session has ended: LOGOUT and the transcript event. The tasks are stored in the
 * session's row, so that another process can do them after a crash.
 */
export class PostSessionTasks {
  readonly #deps: PostSessionDeps;
  readonly #abort = new AbortController();
  readonly #running = new Set<Promise<void>>();
  readonly #sessionIds = new Set<string>();
  readonly #retries = new FairShares(maxRetries);
  readonly #sessions = new Semaphore({ limit: maxSessions });
  readonly #transcripts = new Semaphore({ limit: maxTranscriptsInMemory });
  readonly #interval: ReturnType<typeof startInterval>;

  constructor(deps: PostSessionDeps) {
    this.#deps = deps;
    this.#interval = startInterval({
      everyMs: lookEveryMs,
      run: () => this.#startDueLogouts(),
      onError: (error) => deps.log.warn({ err: error }, 'could not look for due LOGOUTs'),
    });
  }

  /** Starts the tasks that earlier processes left to this one. */
  async resume(): Promise<void> {
    const { sql, owner, clock } = this.#deps;
    for (const session of await listSessionsWithTasks(sql, owner(), clock.now())) this.start(session);
  }

  /** If no LOGIN can have arrived, no LOGOUT is sent, whatever the row says. */
  start(session: EndedSession, loginArrived = true): void {
    void this.#start(session, loginArrived);
  }

  #start({ id: sessionId, accountId }: EndedSession, loginArrived: boolean): Promise<void> {
    const { signal } = this.#abort;
    if (signal.aborted || this.#sessionIds.has(sessionId)) return Promise.resolve();
    this.#sessionIds.add(sessionId);
    const run = () => this.#runUntilDone(sessionId, loginArrived);
    // It rejects only if the service stops before it was the session's turn.
    const turn = this.#sessions.run(accountId, run, { signal }).catch(() => {});
    const work = turn.finally(() => {
      this.#sessionIds.delete(sessionId);
      this.#running.delete(work);
    });
    this.#running.add(work);
    return work;
  }

  /** Retries the LOGOUTs that are due. A timer calls it, and so do tests with their own clock. */
  async retryLogouts(): Promise<void> {
    await this.#interval.runNow();
  }

  /** Stops after the current tries. What is left stays in the database. */
  async stop(): Promise<void> {
    this.#abort.abort();
    await this.#interval[Symbol.asyncDispose]();
    await Promise.all(this.#running);
  }

  async #startDueLogouts(): Promise<void> {
    const { sql, clock, owner } = this.#deps;
    if (this.#retries.free === 0 || this.#abort.signal.aborted) return;
    for (const session of await listDueLogouts(sql, owner(), clock.now(), maxRetries)) {
      const { id, accountId } = session;
      if (this.#sessionIds.has(id) || !this.#retries.fits(accountId, 1)) continue;
      this.#retries.take(accountId);
      void this.#start(session, true).finally(() => this.#retries.giveBack(accountId));
    }
  }

  /** A database outage must not cost an endpoint its LOGOUT. */
  async #runUntilDone(sessionId: string, loginArrived: boolean): Promise<void> {
    const { signal } = this.#abort;
    while (!signal.aborted) {
      try {
        return await this.#run(sessionId, loginArrived);
      } catch (error) {
        if (signal.aborted) return;
        this.#deps.log.error({ err: error, sessionId }, 'post-session tasks failed, trying again');
        await sleep(retryAfterMs, signal);
      }
    }
  }

  async #run(sessionId: string, loginArrived: boolean): Promise<void> {
    const tasks = await readPendingTasks(this.#deps.sql, sessionId, this.#deps.owner());
    if (tasks === null) return;
    const brain = await this.#brainOf(tasks);
    await Promise.all([
      tasks.transcript === 'due' ? this.#publishInTurn(tasks, brain) : undefined,
      tasks.logout === 'due' ? this.#logOut(tasks, brain, loginArrived) : undefined,
    ]);
  }

  /** The brain that the session began with. Sessions older than this feature use the avatar's own. */
  async #brainOf({ id, avatarId, brainSealed }: PendingTasks): Promise<SessionBrain | null> {
    if (brainSealed !== null) return openFacts(this.#deps, id, 'brain', brainSealed);
    const avatar = await this.#deps.avatar(avatarId);
    return avatar && brainOf(avatar);
  }

  async #publishInTurn(tasks: PendingTasks, brain: SessionBrain | null): Promise<void> {
    if (!tasks.wantsTranscript) return await skipTranscript(this.#deps.sql, tasks.id);
    const weight = Math.max(shortestTranscript, tasks.storedBytes);
    const publish = () => this.#publishTranscript(tasks, brain);
    await this.#transcripts.run(tasks.accountId, publish, { weight, signal: this.#abort.signal });
  }

  async #publishTranscript(tasks: PendingTasks, brain: SessionBrain | null): Promise<void> {
    const { sql, clock, outbox } = this.#deps;
    const { entries: transcript, isCut } = await this.#deps.transcript(tasks.id);
    const summary = await this.#deps.summary(transcript, tasks, brain);
    const enqueued = await sql.begin(async (tx) => {
      const sequence = await claimTranscript(tx, tasks.id);
      if (sequence === null) return [];
      const source = { ...eventSource(tasks, sequence), avatarId: tasks.avatarId, sessionId: tasks.id };
      const details = {
        session_id: tasks.id,
        timestamp: clock.now(),
        avatar_id: String(tasks.avatarId),
        avatar_name: tasks.avatarName,
        user_id: tasks.pageUserId,
        user_name: tasks.userName,
        conversation_id: tasks.id,
        conversation_start_time: tasks.firstConnectedAt,
        conversation_end_time: tasks.endedAt,
        transcript,
        ...(isCut ? { transcript_truncated: true as const } : {}),
        summary,
      };
      return await outbox.enqueue(tx, [
        makeEvent(source, 'session:conversation', details),
        ...(await conversationsForPartners(tx, source, details)),
      ]);
    });
    outbox.committed(enqueued);
  }

  /** Makes one try and stores the time of the next one, if there is one. */
  async #logOut(tasks: PendingTasks, brain: SessionBrain | null, loginArrived: boolean): Promise<void> {
    const { sql, clock, log } = this.#deps;
    const { signal } = this.#abort;
    const { id, avatarId } = tasks;
    if (!loginArrived) return await storeLogoutEnd(sql, id, 'none', 0);
    if (brain === null || brain.endpointUrl === null) return await storeLogoutEnd(sql, id, 'given-up', 0);
    const { outcome } = await this.#deps.logout(tasks, brain, signal);
    const tries = tasks.logoutTries + 1;
    if (outcome !== 'failed') return await storeLogoutEnd(sql, id, 'done', tries);
    // A try that our own stop aborted does not count. The next process tries again.
    if (signal.aborted) return;
    const delayMs = nextDelayMs(tries, Math.random);
    if (delayMs !== null) return await storeLogoutRetry(sql, id, tries, clock.now() + delayMs);
    await storeLogoutEnd(sql, id, 'given-up', tries);
    log.warn({ sessionId: id, avatarId }, 'the endpoint did not acknowledge LOGOUT');
  }
}
