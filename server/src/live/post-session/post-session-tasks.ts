import type { TranscriptEntry } from '@parley/protocol';
import type { AvatarWithSecrets } from '../../avatars/index.ts';
import type { Sql } from '../../db/index.ts';
import type { Clock, Log } from '../../kernel/index.ts';
import { makeEvent, type Outbox } from '../../webhooks/index.ts';
import * as rows from './pending-tasks.ts';

export type LogoutResult =
  | { readonly outcome: 'acknowledged' | 'refused' }
  /** With `restMs` nothing was sent, and before so long nothing will be. */
  | { readonly outcome: 'failed'; readonly restMs: number | null };

export type AfterlifeNeeds = {
  readonly sql: Sql;
  readonly clock: Clock;
  readonly log: Log;
  readonly outbox: Outbox;
  avatar(id: number): Promise<AvatarWithSecrets | null> | AvatarWithSecrets | null;
  logout(sessionId: string, avatar: AvatarWithSecrets, signal: AbortSignal): Promise<LogoutResult>;
  transcript(sessionId: string): Promise<TranscriptEntry[]>;
  summary(transcript: readonly TranscriptEntry[], avatar: AvatarWithSecrets): Promise<string>;
  /** Milliseconds to wait after so many failed tries. */
  backoffMs(tries: number): number;
};

const maxTries = 5;
const retryAfterMs = 2_000;

/**
 * What is owed after a session has ended: its transcript and its LOGOUT. The debt stands in the session's row, so a
 * crash does not cancel it; the next start pays it.
 */
export class Afterlife {
  private readonly needs: AfterlifeNeeds;
  private readonly abort = new AbortController();
  private readonly running = new Set<Promise<void>>();
  private readonly known = new Set<string>();

  constructor(needs: AfterlifeNeeds) {
    this.needs = needs;
  }

  /** Pays what earlier processes left unpaid. */
  async resume(): Promise<number> {
    const ids = await rows.readUnsettled(this.needs.sql);
    for (const id of ids) this.settle(id);
    return ids.length;
  }

  /** Without a LOGIN that may have arrived there is no LOGOUT to send, whatever the row says. */
  settle(sessionId: string, loginArrived = true): void {
    if (this.abort.signal.aborted || this.known.has(sessionId)) return;
    this.known.add(sessionId);
    const work = this.untilPaid(sessionId, loginArrived).finally(() => {
      this.known.delete(sessionId);
      this.running.delete(work);
    });
    this.running.add(work);
  }

  /** Stops after the present tries; what is still owed stays in the database. */
  async stop(): Promise<void> {
    this.abort.abort();
    await Promise.all(this.running);
  }

  async idle(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running);
  }

  /** A database that is away, or any other fault of ours, must not cost an endpoint its LOGOUT. */
  private async untilPaid(sessionId: string, loginArrived: boolean): Promise<void> {
    while (!this.abort.signal.aborted) {
      try {
        return await this.run(sessionId, loginArrived);
      } catch (error) {
        if (this.abort.signal.aborted) return;
        this.needs.log.error({ err: error, sessionId }, 'an ended session could not be settled yet');
        await this.pause(retryAfterMs);
      }
    }
  }

  private async run(sessionId: string, loginArrived: boolean): Promise<void> {
    const debt = await rows.readDebt(this.needs.sql, sessionId);
    if (debt === null) return;
    const avatar = await this.needs.avatar(debt.avatarId);
    await Promise.all([
      debt.transcript === 'due' ? this.tellConversation(debt, avatar) : undefined,
      debt.logout === 'due' ? this.logOut(debt, avatar, loginArrived) : undefined,
    ]);
  }

  private async tellConversation(debt: rows.Debt, avatar: AvatarWithSecrets | null): Promise<void> {
    if (avatar === null || !avatar.avatar.transcript) {
      await rows.markTranscriptDone(this.needs.sql, debt.id);
      return;
    }
    const transcript = await this.needs.transcript(debt.id);
    const summary = await this.needs.summary(transcript, avatar);
    const enqueued = await this.needs.sql.begin(async (tx) => {
      const sequence = await rows.claimTranscript(tx, debt.id);
      if (sequence === null) return [];
      const source = { accountId: debt.accountId, avatarId: debt.avatarId, sessionId: debt.id, sequence };
      const event = makeEvent(source, 'session:conversation', {
        session_id: debt.id,
        timestamp: this.needs.clock.now(),
        avatar_id: String(debt.avatarId),
        avatar_name: avatar.avatar.name,
        user_id: debt.pageUserId,
        user_name: debt.userName,
        conversation_id: debt.id,
        conversation_start_time: debt.firstConnectedAt,
        conversation_end_time: debt.endedAt,
        transcript,
        summary,
      });
      return await this.needs.outbox.enqueue(tx, [event]);
    });
    this.needs.outbox.committed(enqueued);
  }

  private async logOut(
    debt: rows.Debt,
    avatar: AvatarWithSecrets | null,
    loginArrived: boolean,
  ): Promise<void> {
    const { sql, log } = this.needs;
    if (!loginArrived) return await rows.noteLogout(sql, debt.id, 'none', 0);
    if (avatar === null || avatar.avatar.endpointUrl === null)
      return await rows.noteLogout(sql, debt.id, 'given-up', 0);
    let tries = debt.logoutTries;
    while (tries < maxTries) {
      const result = await this.needs.logout(debt.id, avatar, this.abort.signal);
      if (result.outcome !== 'failed') return await rows.noteLogout(sql, debt.id, 'done', tries + 1);
      // A try that our own stop cut short proves nothing; the next start begins it anew.
      if (this.abort.signal.aborted) return;
      if (result.restMs === null) {
        tries += 1;
        await rows.noteLogout(sql, debt.id, tries === maxTries ? 'given-up' : 'due', tries);
      }
      if (tries < maxTries) await this.pause(result.restMs ?? this.needs.backoffMs(tries));
      if (this.abort.signal.aborted) return;
    }
    log.warn({ sessionId: debt.id, avatarId: debt.avatarId }, 'the endpoint did not take the logout');
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.abort.signal.addEventListener(
        'abort',
        () => {
          clearTimeout(timer);
          resolve();
        },
        { once: true },
      );
    });
  }
}
