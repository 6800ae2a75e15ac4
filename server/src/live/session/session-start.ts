import type { ClientFrames } from '@parley/protocol';
import type { UserFacts } from '../conversation/brain.ts';
import type { Passes } from '../identity/session-credentials.ts';
import type { Link } from '../link/link.ts';
import type { LoginState, Platform, SessionIdentity } from '../store/session-row.ts';
import type { LiveSession } from './live-session.ts';

/** What a session begins with, be it new or left by the service before. */
export type SessionStart = Passes & {
  readonly identity: SessionIdentity;
  readonly user: UserFacts;
  readonly link: Link;
  readonly login: LoginState;
  readonly lastSequence: number;
  readonly lastMessage: number;
  readonly lastTurn: number;
  readonly platform: Platform;
  readonly tags: string | null;
  /** What the service before had no time to have said, packed. */
  readonly unsaid: string | null;
  /** At once, so that nobody finds it any more. */
  readonly onGone: (session: LiveSession) => void;
  /** When the end is on disk and the brain knows all that it will ever be told of the session. */
  readonly onEnded: (session: LiveSession) => void;
};

/** What a client says of itself with its hello. */
export type Wants = Pick<ClientFrames['hello'], 'events'>;
