import { silenceLimitMs } from '@parley/protocol';
import type { SessionDirectory } from '../../bus/index.ts';
import { LiveSession } from './live-session.ts';
import type { SessionContext } from './session-deps.ts';
import type { SessionStart } from './session-start.ts';

const sweepEveryMs = 500;

/** The live sessions of this process. */
export class Sessions {
  private readonly byId = new Map<string, LiveSession>();
  private readonly presences = new Map<string, Disposable>();
  private readonly perAvatar = new Map<number, number>();
  private readonly timer: NodeJS.Timeout;
  private readonly context: SessionContext;
  private readonly directory: SessionDirectory;
  private readonly onEnded: (session: LiveSession) => void;

  constructor(context: SessionContext, directory: SessionDirectory, onEnded: (session: LiveSession) => void) {
    this.context = context;
    this.directory = directory;
    this.onEnded = onEnded;
    this.timer = setInterval(() => {
      this.sweep().catch((error: unknown) => context.log.error({ err: error }, 'a sweep failed'));
    }, sweepEveryMs);
    this.timer.unref();
  }

  get size(): number {
    return this.byId.size;
  }

  get(id: string): LiveSession | undefined {
    return this.byId.get(id);
  }

  countOf(avatarId: number): number {
    return this.perAvatar.get(avatarId) ?? 0;
  }

  all(): IterableIterator<LiveSession> {
    return this.byId.values();
  }

  /** Takes a place with an avatar, for a session that is about to be added; it is given back with the session. */
  hold(avatarId: number): { release(): void } {
    this.perAvatar.set(avatarId, this.countOf(avatarId) + 1);
    return { release: () => this.giveBack(avatarId) };
  }

  add(start: Omit<SessionStart, 'onGone' | 'onEnded'>): LiveSession {
    const session = new LiveSession(this.context, {
      ...start,
      onGone: (gone) => this.remove(gone),
      onEnded: this.onEnded,
    });
    const { id, accountId } = session.identity;
    this.byId.set(id, session);
    this.presences.set(
      id,
      this.directory.add({
        sessionId: id,
        accountId,
        state: () => session.state(),
        disconnect: () => session.finish('hangup'),
        callback: (message) => session.callback(message),
        clearContext: () => session.talk.clearContext(),
      }),
    );
    return session;
  }

  /** Lets run out what has run out. Called by a timer, and by tests with a clock of their own. */
  async sweep(): Promise<void> {
    const running: Promise<unknown>[] = [];
    for (const session of this.byId.values()) {
      const ending = session.tick(silenceLimitMs);
      if (ending !== null) running.push(ending);
    }
    await Promise.all(running);
  }

  stop(): void {
    clearInterval(this.timer);
    for (const presence of this.presences.values()) presence[Symbol.dispose]();
    this.presences.clear();
  }

  private remove(session: LiveSession): void {
    const { id, avatarId } = session.identity;
    if (!this.byId.delete(id)) return;
    this.giveBack(avatarId);
    this.presences.get(id)?.[Symbol.dispose]();
    this.presences.delete(id);
  }

  private giveBack(avatarId: number): void {
    const left = this.countOf(avatarId) - 1;
    if (left > 0) this.perAvatar.set(avatarId, left);
    else this.perAvatar.delete(avatarId);
  }
}
