import { type AvatarWithSecrets, bestLanguage, languagesOf } from '../../avatars/index.ts';
import type { RateLimits, SessionDirectory } from '../../bus/index.ts';
import { makeEvent, type StoredEvent } from '../../events/index.ts';
import { type Clock, newSessionId, plainName, type SealedBox, storableText } from '../../kernel/index.ts';
import type { SecondBrain } from '../conversation/turns/second-brain.ts';
import { connectionEvent } from '../events/event-details.ts';
import { sealFacts } from '../identity/sealed-facts.ts';
import { isSecret, newSecret, secretHash } from '../identity/secrets.ts';
import { brainOf } from '../identity/session-brain.ts';
import { userIdOf } from '../identity/session-identity.ts';
import { userFactsOf } from '../identity/user-facts.ts';
import type { SessionStart } from '../session/session-start.ts';
import type { Sessions } from '../session/sessions.ts';
import type { AvatarLimit } from '../slots/session-slots.ts';
import type { SessionCreator } from '../store/create-sessions.ts';
import type { AvatarToken, TokenChecker } from './avatar-token.ts';
import { JoinRefusal } from './join-refusal.ts';

/** What a page sends to open a session. */
export type JoinInput = {
  readonly avatarId: number;
  readonly token?: string;
  readonly userId?: string;
  readonly userName?: string;
  readonly customString?: string;
  readonly accessToken?: string;
  readonly locale?: string;
  /** The languages that the visitor prefers, best first. They choose one of the avatar's. */
  readonly languages?: readonly string[];
  readonly visitor?: string;
  /** The page's origin as the browser sends it. Clients outside a browser send none. */
  readonly origin?: string;
  /** The page is the service's own. Only the avatar's embed origins may frame it. */
  readonly fromOwnPage?: boolean;
  /** The span of the request. */
  readonly traceparent?: string;
};

export type Joined = {
  readonly sessionId: string;
  readonly ticket: string;
  readonly resume: string;
  readonly visitor: string | null;
  readonly avatar: AvatarWithSecrets['avatar'];
  /** The language in which the session begins. */
  readonly language: string;
  /** The user's id and name in events. */
  readonly user: { readonly id: string; readonly name: string };
};

export type JoinDeps = {
  readonly clock: Clock;
  readonly box: SealedBox;
  readonly creator: SessionCreator;
  readonly sessions: Pick<Sessions, 'reserve' | 'release'>;
  readonly directory: Pick<SessionDirectory, 'disconnect'>;
  readonly checkToken: TokenChecker;
  readonly ownOrigin: string;
  readonly limits: RateLimits;
  readonly secondBrain: Pick<SecondBrain, 'choose'>;
  avatar(id: number): Promise<AvatarWithSecrets | null> | AvatarWithSecrets | null;
  /** Whether a visitor who comes now could talk to the avatar. */
  hasSlot(limit: AvatarLimit): Promise<boolean>;
  /** The session is stored and waits for its client. */
  handleCreated(start: SessionStart): void;
  /** Publishes an event that belongs to no session. */
  publish(event: StoredEvent): Promise<void>;
};

const defaultName = 'Guest';
const maxLanguages = 32;
/** A hostile visitor must not fill the avatar's webhook with refusals. */
const refusalRule = { burst: 20, rate: 1 };
const unknownAvatar = () => new JoinRefusal('unknown_avatar');

/** Creates a session for a visitor. Throws JoinRefusal. */
export async function join(deps: JoinDeps, input: JoinInput): Promise<Joined> {
  const found = await deps.avatar(input.avatarId);
  if (found === null) throw unknownAvatar();
  const { avatar } = found;
  const token = await authenticate(deps, input, avatar).catch(async (error: unknown) => {
    if (avatar.private && error instanceof JoinRefusal) await publishRefusal(deps, avatar);
    throw error;
  });
  const user = readUser(input);
  // The session takes its slot when it connects.
  const { id: avatarId, maxSessions } = avatar;
  if (maxSessions !== null && !(await deps.hasSlot({ avatarId, maxSessions })))
    throw new JoinRefusal('avatar_busy');
  deps.sessions.reserve(avatar.id);
  const joined = await createSession(deps, input, found, user, token).catch((error: unknown) => {
    deps.sessions.release(avatar.id);
    throw error;
  });
  if (joined === null) {
    deps.sessions.release(avatar.id);
    if (avatar.private) await publishRefusal(deps, avatar);
    throw new JoinRefusal('token_used');
  }
  // The avatar may have been deleted while the session was being stored.
  if ((await deps.avatar(avatar.id)) === null) {
    await deps.directory.disconnect(joined.sessionId, 'dashboard');
    throw unknownAvatar();
  }
  return joined;
}

/** Null if the token was used before. */
async function createSession(
  deps: JoinDeps,
  input: JoinInput,
  found: AvatarWithSecrets,
  user: { pageUserId: string | null; userName: string },
  token: AvatarToken | null,
): Promise<Joined | null> {
  const { avatar } = found;
  const brain = brainOf(deps.secondBrain.choose(found));
  const now = deps.clock.now();
  const id = newSessionId();
  const [ticket, resume] = [newSecret(), newSecret()];
  const visitor = user.pageUserId === null ? visitorSecret(input.visitor) : null;
  const session = {
    id,
    accountId: avatar.accountId,
    avatarId: avatar.id,
    ...user,
    maxDurationSeconds: avatar.maxSessionDuration,
    createdAt: now,
  };
  const { locale, languages = [] } = input;
  const language = bestLanguage(
    [...(locale === undefined ? [] : [locale]), ...languages.slice(0, maxLanguages)],
    avatar,
  );
  // An avatar that has only ever been English speaks as before: its replies tell their language themselves.
  const hasChoice = languagesOf(avatar).join() !== 'en';
  const login = {
    locale: input.locale ?? 'en-US',
    customString: input.customString ?? null,
    accessToken: input.accessToken ?? null,
    jwtToken: input.token ?? null,
    language: hasChoice ? language : null,
  };
  const [ticketHash, resumeHash] = [secretHash(ticket), secretHash(resume)];
  const result = await deps.creator.create({
    session,
    visitorHash: visitor === null ? null : secretHash(visitor),
    ticketHash,
    resumeHash,
    loginSealed: sealFacts(deps.box, id, 'login', login),
    brainSealed: sealFacts(deps.box, id, 'brain', brain),
    canary: brain.isCanary ?? false,
    secondTrial: avatar.secondTrial,
    webhookId: avatar.webhookId,
    token,
    events: (visitorId) => [connectionEvent({ ...session, visitorId }, 1, { state: 'connecting' }, now)],
  });
  if (result.outcome === 'token-used') return null;
  const identity = { ...session, visitorId: result.visitorId };
  deps.handleCreated({
    identity,
    user: userFactsOf(identity, result.lastSeenMs, login),
    brain,
    link: { kind: 'waiting', since: now },
    credentials: { ticketHash, resumeHash, oldResumeHash: null },
    login: 'none',
    lastSequence: 1,
    lastMessage: 0,
    storedBytes: 0,
    lastTurn: 0,
    questions: 0,
    reconnects: true,
    platform: 'native',
    pendingUtterances: null,
    tags: null,
    traceparent: input.traceparent,
  });
  return {
    sessionId: id,
    ticket,
    resume,
    visitor,
    avatar,
    language,
    user: { id: userIdOf(identity), name: user.userName },
  };
}

/** A text that is not one of our secrets is replaced. Otherwise different visitors could share a number. */
const visitorSecret = (secret: string | undefined): string =>
  secret !== undefined && isSecret(secret) ? secret : newSecret();

async function authenticate(
  deps: JoinDeps,
  input: JoinInput,
  avatar: AvatarWithSecrets['avatar'],
): Promise<AvatarToken | null> {
  const { token } = input;
  checkOrigin(avatar.embedOrigins, input, deps.ownOrigin);
  if (token === undefined) {
    if (avatar.private) throw new JoinRefusal('token_required');
    return null;
  }
  const check = await deps.checkToken(token, avatar.id, avatar.accountId);
  if (check.ok) return check.token;
  throw check.code === 'token_expired' ? new JoinRefusal('token_expired') : new JoinRefusal('token_invalid');
}

function checkOrigin(
  allowed: readonly string[],
  { origin, fromOwnPage = false }: JoinInput,
  ownOrigin: string,
): void {
  if (allowed.length === 0 || fromOwnPage || origin === ownOrigin) return;
  if (origin === undefined || !allowed.includes(origin)) {
    throw new JoinRefusal('origin_not_allowed');
  }
}

function readUser({ userId, userName }: JoinInput): { pageUserId: string | null; userName: string } {
  const pageUserId = userId === undefined ? null : plainName('userId', userId, 256, 'userId');
  return {
    pageUserId,
    userName: userName === undefined || userName.trim() === '' ? defaultName : storableText(userName.trim()),
  };
}

async function publishRefusal(deps: JoinDeps, avatar: AvatarWithSecrets['avatar']): Promise<void> {
  const source = { accountId: avatar.accountId, avatarId: avatar.id, sessionId: null, sequence: null };
  if (!(await deps.limits.take(`refusals:${avatar.id}`, refusalRule))) return;
  await deps.publish(
    makeEvent(source, 'connection:state-changed', {
      state: 'disconnected',
      max_session_duration: avatar.maxSessionDuration,
      timestamp: deps.clock.now(),
      avatar_id: String(avatar.id),
      reason: 'auth_failed',
      will_attempt_reconnect: false,
      duration: 0,
    }),
  );
}
