import type { ConversationStart } from '../conversation/conversation-start.ts';
import type { SessionBrain } from '../identity/session-brain.ts';
import type { SessionCredentials } from '../identity/session-credentials.ts';
import type { SessionIdentity } from '../identity/session-identity.ts';
import type { UserFacts } from '../identity/user-facts.ts';
import type { Link } from '../link/step-link.ts';
import type { LoginState, PersonRequest, Platform } from '../store/session-row.ts';

/** What a session starts with, whether it is new or was alive before a restart. */
export type SessionStart = Omit<ConversationStart, 'greeted'> & {
  readonly identity: SessionIdentity;
  readonly user: UserFacts;
  /** Null in a session that began before rows stored brains. */
  readonly brain: SessionBrain | null;
  readonly link: Link;
  readonly credentials: SessionCredentials;
  readonly login: LoginState;
  readonly lastSequence: number;
  readonly platform: Platform;
  /** Whether the client comes back by itself after a drop. */
  readonly reconnects: boolean;
  /** The last number of a client's frame that was taken. */
  readonly lastFrame?: number;
  readonly personRequest?: PersonRequest | null;
  /** The span of the request that opened the session, for its LOGIN. */
  readonly traceparent?: string | undefined;
};
