import type { SessionState } from '@parley/protocol';
import type { CallbackMessage, CallbackOutcome, SessionPresence } from '../../bus/index.ts';
import type { LiveSession } from './live-session.ts';

/** A session as the rest of the service sees it. */
export class OfferedSession implements SessionPresence {
  readonly #session: LiveSession;

  constructor(session: LiveSession) {
    this.#session = session;
  }

  get sessionId(): string {
    return this.#session.identity.id;
  }

  get accountId(): string {
    return this.#session.identity.accountId;
  }

  state(): SessionState {
    return this.#session.state();
  }

  disconnect(by: 'api' | 'dashboard'): Promise<boolean> {
    return this.#session.finish('hangup', by);
  }

  async callback(message: CallbackMessage): Promise<CallbackOutcome> {
    const session = this.#session;
    if (session.ended) return 'ended';
    if (!session.conversation.takeCallback(message)) return 'too-many';
    if (!session.attached) await session.saveUtterances();
    return 'taken';
  }

  clearContext(): Promise<void> {
    return this.#session.conversation.clearContext();
  }
}
