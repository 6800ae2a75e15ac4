import { type SessionIdentity, userIdOf } from './session-identity.ts';

/** The part of LOGIN that may hold secrets. It is stored sealed and deleted when the session ends. */
export type LoginFacts = {
  readonly locale: string;
  readonly customString: string | null;
  readonly accessToken: string | null;
  readonly jwtToken: string | null;
  /** The language in which the session begins; absent or null if nothing has chosen one. */
  readonly language?: string | null;
};

/** What a session knows about its user and a brain may need. */
export type UserFacts = LoginFacts & {
  readonly sessionId: string;
  readonly accountId: string;
  readonly avatarId: number;
  /** The page's own user id, or our number as text. */
  readonly userId: string;
  readonly userName: string;
  /** When the user last logged in before this session, in Unix milliseconds. */
  readonly lastSeenMs: number;
};

export function userFactsOf(identity: SessionIdentity, lastSeenMs: number, login: LoginFacts): UserFacts {
  const { id: sessionId, accountId, avatarId, userName } = identity;
  return { sessionId, accountId, avatarId, userId: userIdOf(identity), userName, lastSeenMs, ...login };
}
