import { OwnerUnreachable, type RateLimits, type SessionMemory, type SessionOwner } from '../../bus/index.ts';
import { addressOf } from '../../cluster/index.ts';
import { settleWithin, sleep } from '../../kernel/index.ts';
import { restoreSession } from '../recovery/restore-session.ts';
import type { LiveSession } from '../session/live-session.ts';
import type { CredentialHashes, SessionLookup } from '../socket/handle-hello.ts';
import {
  type AliveSession,
  claimSession,
  listOwners,
  type Ownership,
  readOwnedSession,
  readOwnership,
} from '../store/alive-sessions.ts';
import { unowned } from '../store/session-row.ts';
import type { AdoptionDeps } from './adopt-sessions.ts';

export type FinderDeps = AdoptionDeps & { readonly limits: RateLimits };

/** A client that jumps between processes must not keep them busy. */
const handOverRule = { burst: 10, rate: 1 };
const maxTries = 4;
const pauseMs = 50;
/** How long a call waits while a session's change is being stored. */
const settleLimitMs = 2_000;
/** An owner that did not answer in time may still hand the session over. */
const checkAgainMs = 6_000;

/** Finds sessions at any process and loads them into this one. */
export class SessionFinder {
  readonly #deps: FinderDeps;
  /** The latest work for each session. It runs in order, so that two calls do not load a session twice. */
  readonly #inTurn = new Map<string, Promise<unknown>>();

  constructor(deps: FinderDeps) {
    this.#deps = deps;
  }

  /** Gets the session for a client that has come to this process, if necessary from its owner. */
  fetch(id: string, hashes: CredentialHashes): Promise<SessionLookup> {
    return this.#takeTurn(id, async () => {
      for (let tries = 0; tries < maxTries; tries++) {
        if (tries > 0) await sleep(pauseMs);
        const found = await this.#findOnce(id, hashes);
        if (found !== null) return found;
      }
      return 'unreachable';
    });
  }

  /** The session's owner, for a call that does not move the session. */
  async ownerOf(id: string): Promise<SessionOwner> {
    await this.settled(id);
    const found = await readOwnership(this.#deps.sql, id);
    if (found === null) return { kind: 'ended' };
    // This process owns the session without holding it, because a hand-over was stored late.
    if (!found.ownerLives || found.owner === this.#deps.processes.id) return { kind: 'none' };
    return { kind: 'process', processId: addressOf(found.owner ?? '') };
  }

  /** By session, the live process that owns it. */
  async ownersOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await listOwners(this.#deps.sql, ids);
    return new Map(rows.map(({ id, owner }) => [id, addressOf(owner)]));
  }

  /** Loads a session whose owner is gone, or that this process owns without holding it. */
  async adopt(id: string): Promise<void> {
    await this.#takeTurn(id, async () => {
      await this.settled(id);
      if (this.#deps.sessions.get(id) !== undefined) return;
      const found = await readOwnership(this.#deps.sql, id);
      if (found !== null) await this.#adoptIfFree(id, found);
    });
  }

  async #findOnce(id: string, hashes: CredentialHashes): Promise<SessionLookup | null> {
    const { sql, sessions, processes } = this.#deps;
    await this.settled(id);
    const here = sessions.get(id);
    if (here !== undefined) return here;
    // Most sessions are unowned: new ones, and those that a stopping process released.
    const free = await claimSession(sql, id, unowned, processes.id);
    if (free !== null) return await this.#restore(free);
    const found = await readOwnership(sql, id);
    if (found === null) return 'ended';
    if (found.ownerLives && found.owner !== processes.id && found.owner !== null) {
      return await this.#ask(found.owner, id, hashes);
    }
    return await this.#adoptIfFree(id, found);
  }

  async #adoptIfFree(id: string, { owner, ownerLives, lastBeatAt }: Ownership): Promise<LiveSession | null> {
    const { sql, processes } = this.#deps;
    if (owner === processes.id) return await this.#restore(await readOwnedSession(sql, id, owner));
    if (ownerLives) return null;
    return await this.#restore(await claimSession(sql, id, owner, processes.id), lastBeatAt);
  }

  async #ask(owner: string, id: string, hashes: CredentialHashes): Promise<SessionLookup | null> {
    const { sql, processes, limits } = this.#deps;
    if (!(await limits.take(`hand-over:${id}`, handOverRule))) return 'unreachable';
    const to = processes.id;
    try {
      const answer = await processes.askForSession(addressOf(owner), { sessionId: id, ...hashes, to });
      if (answer.outcome !== 'handed-over') return answer.outcome === 'refused' ? 'refused' : null;
      return await this.#restore(await readOwnedSession(sql, id, to), null, answer.memory);
    } catch (error) {
      if (!(error instanceof OwnerUnreachable)) throw error;
      setTimeout(() => void this.#checkLater(id), checkAgainMs).unref();
      return 'unreachable';
    }
  }

  /** Loads the session if it was handed over after all: no other process can hold it then. */
  async #checkLater(id: string): Promise<void> {
    const { sql, processes, log } = this.#deps;
    try {
      if ((await readOwnership(sql, id))?.owner === processes.id) await this.adopt(id);
    } catch (error) {
      log.warn({ err: error, sessionId: id }, 'could not look for a session that was asked for');
    }
  }

  async #restore(
    row: AliveSession | null,
    lastBeatAt: number | null = null,
    memory: SessionMemory | null = null,
  ): Promise<LiveSession | null> {
    if (row === null) return null;
    const lastAliveAt = lastBeatAt ?? this.#deps.clock.now();
    return await restoreSession(row, { lastAliveAt, memory }, this.#deps);
  }

  /** Waits for a change of the session that is being stored. */
  async settled(id: string): Promise<void> {
    const settling = this.#deps.sessions.settling(id);
    if (settling === undefined) return;
    await settleWithin(settling, settleLimitMs);
    if (this.#deps.sessions.settling(id) !== undefined) {
      throw new OwnerUnreachable('A change of the session is still being stored.');
    }
  }

  async #takeTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
    const before = this.#inTurn.get(id);
    const turn = (before ?? Promise.resolve()).catch(() => {}).then(work);
    this.#inTurn.set(id, turn);
    try {
      return await turn;
    } finally {
      if (this.#inTurn.get(id) === turn) this.#inTurn.delete(id);
    }
  }
}
