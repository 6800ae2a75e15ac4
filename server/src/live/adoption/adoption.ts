import {
  type HandOverAnswer,
  type HandOverRequest,
  OwnerUnreachable,
  type SessionOwners,
} from '../../bus/index.ts';
import type { ReplacedProcess, SessionAdopter } from '../../cluster/index.ts';
import { readLastAlive } from '../recovery/heartbeat.ts';
import type { CredentialHashes, SessionLookup } from '../socket/handle-hello.ts';
import { disownUnknown, listOwnedSessions } from '../store/alive-sessions.ts';
import { adoptSessionsOf, adoptUnownedSessions } from './adopt-sessions.ts';
import { handOver } from './hand-over.ts';
import { type FinderDeps, SessionFinder } from './session-finder.ts';

/** One in this many looks at unowned sessions also checks all sessions. */
const checkEvery = 30;

/** Moves sessions between the processes of a service. */
export class Adoption implements SessionAdopter, SessionOwners {
  readonly #deps: FinderDeps;
  readonly #finder: SessionFinder;
  #isStopping = false;
  #looks = 0;

  constructor(deps: FinderDeps) {
    this.#deps = deps;
    this.#finder = new SessionFinder(deps);
  }

  /** Takes over the sessions of a process that ran alone. */
  async start(): Promise<void> {
    const { sql, clock } = this.#deps;
    await adoptSessionsOf(null, (await readLastAlive(sql)) ?? clock.now(), this.#deps);
  }

  /** This process is about to stop and takes no more sessions. It still hands over those that it has. */
  stop(): void {
    this.#isStopping = true;
  }

  async adoptFrom({ id, lastBeatAt }: ReplacedProcess, signal: AbortSignal): Promise<boolean> {
    return !this.#isStopping && (await adoptSessionsOf(id, lastBeatAt, this.#deps, signal));
  }

  async adoptUnowned(): Promise<void> {
    if (this.#isStopping) return;
    if (this.#looks++ % checkEvery === 0) {
      // A process may have claimed a session at the moment when others took over the last of its sessions.
      await disownUnknown(this.#deps.sql);
      await this.#adoptMissing();
    }
    await adoptUnownedSessions(this.#deps);
  }

  /** Loads sessions that this process claimed without knowing it: the answer was lost with its database connection. */
  async #adoptMissing(): Promise<void> {
    const { sql, sessions, processes } = this.#deps;
    for (const id of await listOwnedSessions(sql, processes.id)) {
      if (sessions.get(id) === undefined && sessions.settling(id) === undefined) await this.#finder.adopt(id);
    }
  }

  ownerOf: SessionOwners['ownerOf'] = (sessionId) => this.#finder.ownerOf(sessionId);

  ownersOf: SessionOwners['ownersOf'] = (sessionIds) => this.#finder.ownersOf(sessionIds);

  adopt = async (sessionId: string): Promise<void> => {
    if (this.#isStopping) throw new OwnerUnreachable('This process is stopping.');
    await this.#finder.adopt(sessionId);
  };

  handOver = async (request: HandOverRequest): Promise<HandOverAnswer> => {
    const { sessions } = this.#deps;
    const { sessionId } = request;
    if (sessions.get(sessionId) === undefined) {
      // A stopping process sends its clients away first, and then stores that it released their sessions.
      if (this.#isStopping) await this.#finder.settled(sessionId);
      // This process may own the session without holding it, because an earlier hand-over was stored late.
      else await this.adopt(sessionId);
    }
    const session = sessions.get(sessionId);
    return session === undefined ? { outcome: 'gone' } : await handOver(session, request);
  };

  find(sessionId: string, hashes: CredentialHashes): Promise<SessionLookup> | SessionLookup {
    const here = this.#deps.sessions.get(sessionId);
    if (here !== undefined) return here;
    // The client reaches another process when it tries again.
    return this.#isStopping ? 'unreachable' : this.#finder.fetch(sessionId, hashes);
  }
}
