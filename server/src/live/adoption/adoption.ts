import type { HandOverAnswer, HandOverRequest, SessionOwners } from '../../bus/index.ts';
import type { Heir, ReplacedProcess } from '../../cluster/index.ts';
import { readLastAlive } from '../recovery/heartbeat.ts';
import type { LiveSession } from '../session/live-session.ts';
import type { Found, Lobby, Shown } from '../socket/handle-hello.ts';
import { disownUnknown } from '../store/alive-sessions.ts';
import { adoptForgotten, adoptSessionsOf } from './adopt-sessions.ts';
import { handOver } from './hand-over.ts';
import { type FinderDeps, SessionFinder } from './session-finder.ts';

/** Moves sessions between the processes of a service. */
export class Adoption implements Heir, SessionOwners, Lobby {
  readonly #deps: FinderDeps;
  readonly #finder: SessionFinder;

  constructor(deps: FinderDeps) {
    this.#deps = deps;
    this.#finder = new SessionFinder(deps);
  }

  /** Takes over what a process that ran alone has left, and what no process knows. */
  async start(): Promise<void> {
    const { sql, clock } = this.#deps;
    await disownUnknown(sql);
    await adoptSessionsOf(null, (await readLastAlive(sql)) ?? clock.now(), this.#deps);
  }

  adoptFrom({ id, lastBeatAt }: ReplacedProcess, signal: AbortSignal): Promise<boolean> {
    return adoptSessionsOf(id, lastBeatAt, this.#deps, signal);
  }

  adoptUnowned(): Promise<void> {
    return adoptForgotten(this.#deps);
  }

  ownerOf: SessionOwners['ownerOf'] = (sessionId) => this.#finder.ownerOf(sessionId);

  adopt: SessionOwners['adopt'] = (sessionId) => this.#finder.adopt(sessionId);

  handOver = async (request: HandOverRequest): Promise<HandOverAnswer> => {
    const { sessions } = this.#deps;
    // It may belong here without being here, because an earlier hand-over came through late.
    if (sessions.get(request.sessionId) === undefined) await this.#finder.adopt(request.sessionId);
    const session = sessions.get(request.sessionId);
    return session === undefined ? { outcome: 'gone' } : await handOver(session, request);
  };

  find(sessionId: string, shown: Shown): Promise<Found> | Found {
    return this.#deps.sessions.get(sessionId) ?? this.#finder.fetch(sessionId, shown);
  }

  reservePlace(): boolean {
    return true;
  }

  takePlace(session: LiveSession, maxSessions: number | null): boolean {
    return this.#deps.sessions.takePlace(session, maxSessions);
  }
}
