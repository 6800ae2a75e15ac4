import type { TranscriptEntry } from '@parley/protocol';
import type { AvatarWithSecrets } from '../../avatars/index.ts';
import type { Sql } from '../../db/index.ts';
import { type Clock, type Log, sleep } from '../../kernel/index.ts';
import { makeEvent, type Outbox } from '../../webhooks/index.ts';
import { eventSource } from '../session/event-details.ts';
import {
  claimTranscript,
  listSessionsWithTasks,
  type PendingTasks,
  readPendingTasks,
  skipTranscript,
  storeLogout,
} from './pending-tasks.ts';

export type LogoutResult =
  | { readonly outcome: 'acknowledged' | 'refused' }
  /** With `retryAfterMs` nothing was sent, because the circuit of the endpoint is open for that long. */
  | { readonly outcome: 'failed'; readonly retryAfterMs: number | null };

export type PostSessionDeps = {
  readonly sql: Sql;
  readonly clock: Clock;
  readonly log: Log;
  readonly outbox: Outbox;
  avatar(id: number): Promise<AvatarWithSecrets | null> | AvatarWithSecrets | null;
  logout(sessionId: string, avatar: AvatarWithSecrets, signal: AbortSignal): Promise<LogoutResult>;
  transcript(sessionId: string): Promise<TranscriptEntry[]>;
  summary(transcript: readonly TranscriptEntry[], avatar: AvatarWithSecrets): Promise<string>;
  /** How long to wait after this many failed tries. */
  backoffMs(tries: number): number;
};

const maxTries = 5;
const retryAfterMs = 2_000;

/**
 * Does what must still happen after a session has ended: LOGOUT and the transcript event. The tasks are stored in the
 * session's row, so that the next process does them after a crash.
 */
export class PostSessionTasks {
  readonly #deps: PostSessionDeps;
  readonly #abort = new AbortController();
  readonly #running = new Set<Promise<void>>();
  readonly #sessionIds = new Set<string>();

  constructor(deps: PostSessionDeps) {
    this.#deps = deps;
  }

  /** Starts the tasks that earlier processes left. */
  async resume(): Promise<number> {
    const ids = await listSessionsWithTasks(this.#deps.sql);
    for (const id of ids) this.start(id);
    return ids.length;
  }

  /** If no LOGIN can have arrived, no LOGOUT is sent, whatever the row says. */
  start(sessionId: string, loginArrived = true): void {
    if (this.#abort.signal.aborted || this.#sessionIds.has(sessionId)) return;
    this.#sessionIds.add(sessionId);
    const work = this.#runUntilDone(sessionId, loginArrived).finally(() => {
      this.#sessionIds.delete(sessionId);
      this.#running.delete(work);
    });
    this.#running.add(work);
  }

  /** Stops after the current tries. What is left stays in the database. */
  async stop(): Promise<void> {
    this.#abort.abort();
    await Promise.all(this.#running);
  }

  /** A database that is away must not cost an endpoint its LOGOUT. */
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
    const tasks = await readPendingTasks(this.#deps.sql, sessionId);
    if (tasks === null) return;
    const avatar = await this.#deps.avatar(tasks.avatarId);
    await Promise.all([
      tasks.transcript === 'due' ? this.#publishTranscript(tasks, avatar) : undefined,
      tasks.logout === 'due' ? this.#logOut(tasks, avatar, loginArrived) : undefined,
    ]);
  }

  async #publishTranscript(tasks: PendingTasks, avatar: AvatarWithSecrets | null): Promise<void> {
    const { sql, clock, outbox } = this.#deps;
    if (avatar === null || !avatar.avatar.transcript) return await skipTranscript(sql, tasks.id);
    const transcript = await this.#deps.transcript(tasks.id);
    const summary = await this.#deps.summary(transcript, avatar);
    const enqueued = await sql.begin(async (tx) => {
      const sequence = await claimTranscript(tx, tasks.id);
      if (sequence === null) return [];
      const event = makeEvent(eventSource(tasks, sequence), 'session:conversation', {
        session_id: tasks.id,
        timestamp: clock.now(),
        avatar_id: String(tasks.avatarId),
        avatar_name: avatar.avatar.name,
        user_id: tasks.pageUserId,
        user_name: tasks.userName,
        conversation_id: tasks.id,
        conversation_start_time: tasks.firstConnectedAt,
        conversation_end_time: tasks.endedAt,
        transcript,
        summary,
      });
      return await outbox.enqueue(tx, [event]);
    });
    outbox.committed(enqueued);
  }

  async #logOut(tasks: PendingTasks, avatar: AvatarWithSecrets | null, loginArrived: boolean): Promise<void> {
    const { sql, log } = this.#deps;
    const { signal } = this.#abort;
    const { id } = tasks;
    if (!loginArrived) return await storeLogout(sql, id, 'none', 0);
    if (avatar === null || avatar.avatar.endpointUrl === null) {
      return await storeLogout(sql, id, 'given-up', 0);
    }
    let tries = tasks.logoutTries;
    while (tries < maxTries) {
      const result = await this.#deps.logout(id, avatar, signal);
      if (result.outcome !== 'failed') return await storeLogout(sql, id, 'done', tries + 1);
      // A try that our own stop aborted does not count. The next process tries again.
      if (signal.aborted) return;
      if (result.retryAfterMs === null) {
        tries += 1;
        await storeLogout(sql, id, tries === maxTries ? 'given-up' : 'due', tries);
      }
      if (tries < maxTries) await sleep(result.retryAfterMs ?? this.#deps.backoffMs(tries), signal);
      if (signal.aborted) return;
    }
    log.warn({ sessionId: id, avatarId: tasks.avatarId }, 'the endpoint did not acknowledge LOGOUT');
  }
}
