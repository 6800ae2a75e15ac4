import type { SessionState } from '@parley/protocol';
import type { WatchAnswer } from '@parley/protocol/management';
import {
  type CallbackMessage,
  type CallbackOutcome,
  type DisconnectedBy,
  OwnerUnreachable,
  type PersonCommand,
  type PersonOutcome,
  type SessionPresence,
  type WatchQuestion,
} from '../../bus/index.ts';
import type { LiveSession } from './live-session.ts';

/** What the rest of the service can do with a session. */
export class SessionHandle implements SessionPresence {
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

  /** The answer of `GET /session/query`. */
  state(): SessionState {
    const { identity, conversation, timers } = this.#session;
    const { avatarId, visitorId: userId } = identity;
    const { lastActivityAt } = timers;
    return { avatarStatus: conversation.status, avatarId, userId, lastActivityAt };
  }

  async disconnect(by: DisconnectedBy): Promise<boolean> {
    // The database does not know yet of a question that is being answered.
    if (by === 'limit' && this.#session.conversation.questions > 0) return false;
    const ended = await this.#session.finish(by === 'limit' ? 'timeout' : 'hangup', by);
    this.#checkOwner();
    return ended;
  }

  async callback(message: CallbackMessage): Promise<CallbackOutcome> {
    const session = this.#session;
    if (session.ended) return 'ended';
    const taken = session.conversation.takeCallback(message);
    if (taken !== 'taken') return taken;
    session.people.handleCallback(message);
    const stored = await this.#storeCallback();
    this.#checkOwner();
    if (!stored) throw new OwnerUnreachable('The message could not be stored.');
    return 'taken';
  }

  /** True if the message is stored, or need not be because it is said soon. */
  async #storeCallback(): Promise<boolean> {
    const session = this.#session;
    // Taking the message has begun to store it. This settles with that write or a later one.
    if (session.conversation.person !== null) return await session.savePerson();
    return session.attached || (await session.saveUtterances());
  }

  clearContext(): Promise<void> {
    return this.#session.conversation.clearContext();
  }

  async person(command: PersonCommand): Promise<PersonOutcome> {
    const session = this.#session;
    if (session.ended) return { outcome: 'ended' };
    const outcome = session.people.command(command);
    if (outcome.outcome !== 'done' || command.kind === 'typing') return outcome;
    const stored = await session.savePerson();
    this.#checkOwner();
    if (!stored) throw new OwnerUnreachable('The change could not be stored.');
    return outcome;
  }

  watch(question: WatchQuestion): Promise<WatchAnswer> {
    return this.#session.people.watch(question);
  }

  /** Another process took the session over meanwhile. Changes made here do not count, so they must not be confirmed. */
  #checkOwner(): void {
    if (this.#session.isGone) throw new OwnerUnreachable('Another process has taken over the session.');
  }
}
