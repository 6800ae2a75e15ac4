import type { AvatarWithSecrets } from '../../avatars/index.ts';
import {
  type Clock,
  looksLikeUserId,
  newSessionId,
  plainName,
  type SealedBox,
  storableText,
} from '../../kernel/index.ts';
import { makeEvent, type StoredEvent } from '../../webhooks/index.ts';
import { sealLogin } from '../identity/login-facts.ts';
import { isSecret, newSecret, secretHash } from '../identity/secrets.ts';
import { connectionEvent, userIdOf } from '../session/event-details.ts';
import type { Sessions } from '../session/sessions.ts';
import type { SessionBirths } from '../store/create-sessions.ts';
import type { AvatarToken, TokenChecker } from './avatar-token.ts';
import { JoinRefusal } from './join-refusal.ts';

/** What a page sends to open a session. */
export type JoinWish = {
  readonly avatarId: number;
  readonly token?: string;
  readonly userId?: string;
  readonly userName?: string;
  readonly customString?: string;
  readonly accessToken?: string;
  readonly locale?: string;
  readonly visitor?: string;
  /** The page's origin as the browser tells it; absent for clients that are no browser. */
  readonly origin?: string;
  /** The page is one of our own, which only those may frame whom the avatar allows. */
  readonly fromOwnPage?: boolean;
};

export type Joined = {
  readonly sessionId: string;
  readonly ticket: string;
  readonly resume: string;
  readonly visitor: string | null;
  readonly avatar: AvatarWithSecrets['avatar'];
  /** As events will name the user. */
  readonly user: { readonly id: string; readonly name: string };
};

export type JoinNeeds = {
  readonly clock: Clock;
  readonly box: SealedBox;
  readonly births: SessionBirths;
  readonly sessions: Sessions;
  readonly checkToken: TokenChecker;
  readonly ownOrigin: string;
  avatar(id: number): Promise<AvatarWithSecrets | null> | AvatarWithSecrets | null;
  /** Writes an event that belongs to no session. */
  tell(event: StoredEvent): Promise<void>;
};

const defaultName = 'Guest';

/** Opens a session for a visitor, or says why not. */
export async function join(needs: JoinNeeds, wish: JoinWish): Promise<Joined> {
  const found = await needs.avatar(wish.avatarId);
  if (found === null) throw new JoinRefusal('unknown_avatar', 'There is no such avatar.');
  const { avatar } = found;
  const token = await authenticate(needs, wish, avatar).catch(async (error: unknown) => {
    if (avatar.private && error instanceof JoinRefusal) await tellRefused(needs, avatar);
    throw error;
  });
  const user = readUser(wish);
  if (avatar.maxSessions !== null && needs.sessions.countOf(avatar.id) >= avatar.maxSessions) {
    throw new JoinRefusal('avatar_busy', 'All places with this avatar are taken. Please try again later.');
  }
  // The place is taken before the session is written, or many at the same instant would share the last one.
  const place = needs.sessions.hold(avatar.id);
  const joined = await createSession(needs, wish, avatar, user, token).catch((error: unknown) => {
    place.release();
    throw error;
  });
  if (joined === null) {
    place.release();
    if (avatar.private) await tellRefused(needs, avatar);
    throw new JoinRefusal('token_used', 'This token has been used. Each token opens one session.');
  }
  return joined;
}

async function createSession(
  needs: JoinNeeds,
  wish: JoinWish,
  avatar: AvatarWithSecrets['avatar'],
  user: { pageUserId: string | null; userName: string },
  token: AvatarToken | null,
): Promise<Joined | null> {
  const now = needs.clock.now();
  const id = newSessionId();
  const [ticket, resume] = [newSecret(), newSecret()];
  const visitor = user.pageUserId === null ? visitorSecret(wish.visitor) : null;
  const session = {
    id,
    accountId: avatar.accountId,
    avatarId: avatar.id,
    ...user,
    maxDurationSeconds: avatar.maxSessionDuration,
    createdAt: now,
  };
  const login = {
    locale: wish.locale ?? 'en-US',
    customString: wish.customString ?? null,
    accessToken: wish.accessToken ?? null,
    jwtToken: wish.token ?? null,
  };
  const [ticketHash, resumeHash] = [secretHash(ticket), secretHash(resume)];
  const result = await needs.births.create({
    session,
    visitorHash: visitor === null ? null : secretHash(visitor),
    ticketHash,
    resumeHash,
    loginSealed: sealLogin(needs.box, id, login),
    token,
    events: (visitorId) => [connectionEvent({ ...session, visitorId }, 1, { state: 'connecting' }, now)],
  });
  if (result.outcome === 'token-used') return null;
  const identity = { ...session, visitorId: result.visitorId };
  needs.sessions.add({
    identity,
    user: {
      sessionId: id,
      accountId: avatar.accountId,
      avatarId: avatar.id,
      userId: userIdOf(identity),
      userName: user.userName,
      lastSeenMs: result.lastSeenMs,
      ...login,
    },
    link: { kind: 'waiting', since: now },
    ticketHash,
    resumeHash,
    oldResumeHash: null,
    login: 'none',
    lastSequence: 1,
    lastMessage: 0,
    lastTurn: 0,
    platform: 'native',
    unsaid: null,
    tags: null,
  });
  const known = { id: userIdOf(identity), name: user.userName };
  return { sessionId: id, ticket, resume, visitor, avatar, user: known };
}

/** What is not a secret of ours was not remembered from here: a new one, or strangers would share a number. */
const visitorSecret = (given: string | undefined): string =>
  given !== undefined && isSecret(given) ? given : newSecret();

function checkOrigin(
  allowed: readonly string[],
  { origin, fromOwnPage = false }: JoinWish,
  own: string,
): void {
  if (allowed.length === 0 || fromOwnPage || origin === own) return;
  if (origin === undefined || !allowed.includes(origin)) {
    throw new JoinRefusal('origin_not_allowed', 'This avatar may not be used from this page.');
  }
}

async function authenticate(
  needs: JoinNeeds,
  wish: JoinWish,
  avatar: AvatarWithSecrets['avatar'],
): Promise<AvatarToken | null> {
  const { token } = wish;
  checkOrigin(avatar.embedOrigins, wish, needs.ownOrigin);
  if (token === undefined) {
    if (avatar.private) throw new JoinRefusal('token_required', 'This avatar is private: a token is needed.');
    return null;
  }
  const verdict = await needs.checkToken(token, avatar.id, avatar.accountId);
  if (verdict.ok) return verdict.token;
  throw verdict.code === 'token_expired'
    ? new JoinRefusal('token_expired', 'This token has expired. Ask for a new one.')
    : new JoinRefusal('token_invalid', 'This token is not valid for this avatar.');
}

function readUser({ userId, userName }: JoinWish): { pageUserId: string | null; userName: string } {
  const pageUserId = userId === undefined ? null : plainName('userId', userId, 256);
  if (pageUserId !== null && looksLikeUserId(pageUserId)) {
    throw new JoinRefusal(
      'invalid',
      'userId must not be a number in the range that the service uses itself.',
    );
  }
  return {
    pageUserId,
    userName: userName === undefined || userName.trim() === '' ? defaultName : storableText(userName.trim()),
  };
}

async function tellRefused(needs: JoinNeeds, avatar: AvatarWithSecrets['avatar']): Promise<void> {
  const source = { accountId: avatar.accountId, avatarId: avatar.id, sessionId: null, sequence: null };
  await needs.tell(
    makeEvent(source, 'connection:state-changed', {
      state: 'disconnected',
      max_session_duration: avatar.maxSessionDuration,
      timestamp: needs.clock.now(),
      avatar_id: String(avatar.id),
      reason: 'auth_failed',
      will_attempt_reconnect: false,
      duration: 0,
    }),
  );
}
