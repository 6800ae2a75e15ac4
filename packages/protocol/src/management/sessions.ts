import { type Static, Type } from 'typebox';
import { transcriptEntry } from '../events.ts';
import { answeringPerson, personRequest } from './answering.ts';
import { choice, cursorQuery, nullable, page, time } from './common-schemas.ts';

export const sessionState = Type.Enum(['waiting', 'connected', 'dropped', 'ended'] as const);
export type SessionState = Static<typeof sessionState>;

export const session = Type.Object({
  id: Type.String(),
  avatar: Type.Object({ id: Type.String(), name: Type.String() }),
  user: Type.Object({ id: Type.String(), name: Type.String() }),
  state: sessionState,
  createdAt: time,
  firstConnectedAt: nullable(time),
  endedAt: nullable(time),
  endReason: nullable(Type.String()),
  /** Who or what ended it. Null while it lives, and in sessions that older versions ended. */
  endedBy: nullable(Type.String()),
  /** Connected time in seconds, all stretches together, up to the moment of the answer. */
  duration: Type.Integer(),
  /** Questions of the visitor that got no answer. */
  failedTurns: Type.Integer(),
  /** The avatar's second brain answers it. */
  canary: Type.Boolean(),
  person: answeringPerson,
  personRequest,
});
export type Session = Static<typeof session>;

export const liveSession = Type.Object({
  ...session.properties,
  /** Such as IDLE, LISTENING or TALKING; null if no process holds the session right now. */
  avatarStatus: nullable(Type.String()),
  lastActivityAt: nullable(time),
});
export type LiveSession = Static<typeof liveSession>;
/** At most 500: those who wait for a person first, then the newest. `total` counts all. */
export const liveSessions = Type.Object({ items: Type.Array(liveSession), total: Type.Integer(), at: time });
export type LiveSessions = Static<typeof liveSessions>;

/**
 * `sessions.stream` is text/event-stream: an event `sessions` with LiveSessions as its data, at once and after each
 * change, at most twice a second; a comment every 15 s.
 */
export const liveStreamEvent = 'sessions';

export const sessionQuery = {
  avatar: Type.Optional(Type.String()),
  /** A user's id: the page's id, or the service's number. */
  user: Type.Optional(Type.String({ maxLength: 256 })),
  state: Type.Optional(choice('live', 'ended')),
  from: Type.Optional(time),
  to: Type.Optional(time),
  failed: Type.Optional(Type.Boolean({ description: 'Only sessions with failed turns.' })),
  ...cursorQuery,
};
/** Newest first. */
export const sessionPage = page(session);
export type SessionPage = Static<typeof sessionPage>;

/** What a shadow answered in a turn. It was never spoken. */
export const shadowAnswer = Type.Object({
  at: time,
  outcome: Type.Enum(['answered', 'empty', 'failed'] as const),
  firstSentenceMs: nullable(Type.Integer()),
  totalMs: Type.Integer(),
  /** As the shadow wrote it, with its tags. Its first 16,384 characters. */
  answer: Type.String(),
  problem: nullable(Type.String()),
});
export type ShadowAnswer = Static<typeof shadowAnswer>;

/** A turn of a session. Times are Unix milliseconds. */
export const turn = Type.Object({
  number: Type.Integer(),
  kind: Type.Enum(['chat', 'callback', 'say', 'greeting', 'person'] as const),
  outcome: Type.String(),
  receivedAt: time,
  sentAt: nullable(time),
  firstByteAt: nullable(time),
  firstSentenceAt: nullable(time),
  firstAudioAt: nullable(time),
  endedAt: nullable(time),
  /** The words that the visitor heard before they interrupted. */
  heard: nullable(Type.String()),
  /** Why the turn failed, in a sentence. */
  problem: nullable(Type.String()),
  /**
   * For failed turns: stage, problem, httpStatus, statusMessage, body and so on. `asked` and `reply` are the message and the
   * reply with their tags, if they have some.
   */
  detail: nullable(Type.Record(Type.String(), Type.Unknown())),
  /** Null if the avatar has no shadow, or if it did not get this turn. */
  shadow: nullable(shadowAnswer),
});
export type Turn = Static<typeof turn>;

/** The recorded part of a request to the customer's endpoint. */
export const gatewayRequest = Type.Object({
  action: choice('LOGIN', 'CHAT', 'LOGOUT'),
  outcome: Type.String(),
  turn: nullable(Type.Integer()),
  sentAt: nullable(time),
  firstByteAt: nullable(time),
  message: nullable(Type.String()),
  reply: nullable(Type.String()),
  httpStatus: nullable(Type.Integer()),
  problem: nullable(Type.String()),
  /** The body of LOGIN and LOGOUT, without secrets. */
  request: nullable(Type.String()),
  /** The time that LOGIN and LOGOUT took; for CHAT the time to the first byte. */
  durationMs: nullable(Type.Integer()),
  /** The start of the answer to LOGIN and LOGOUT, and of a CHAT answer that broke the contract. */
  body: nullable(Type.String()),
});
export type GatewayRequest = Static<typeof gatewayRequest>;

export const sessionEvent = Type.Object({
  id: Type.String(),
  sequence: nullable(Type.Integer()),
  name: Type.String(),
  at: time,
  details: Type.Record(Type.String(), Type.Unknown()),
});
export type SessionEvent = Static<typeof sessionEvent>;

/** What the visitor thought of the session. */
export const rating = Type.Object({
  stars: Type.Integer({ minimum: 1, maximum: 5, description: '5 is the best.' }),
  comment: Type.String({ description: 'Empty if there is none.' }),
  at: time,
});
export type Rating = Static<typeof rating>;

/** A message of the transcript, with the name of the person who said it in place of the brain. */
const message = Type.Object({ ...transcriptEntry.properties, person: Type.Optional(Type.String()) });

export const sessionDetail = Type.Object({
  ...liveSession.properties,
  maxSessionDuration: Type.Integer(),
  login: Type.String(),
  logout: Type.String(),
  transcriptEnabled: Type.Boolean(),
  /** The transcript and the turns were deleted, because the account's retention time is over. */
  forgotten: Type.Boolean(),
  rating: nullable(rating),
  transcript: Type.Array(message),
  /** Only the beginning of the transcript and of the turns is here, because they are very long. */
  truncated: Type.Boolean(),
  turns: Type.Array(turn),
  gateway: Type.Array(gatewayRequest),
  events: Type.Array(sessionEvent),
});
export type SessionDetail = Static<typeof sessionDetail>;

/** Answers with an attachment: text/plain, application/json or text/vtt. */
export const transcriptQuery = {
  format: choice('text', 'json', 'vtt'),
};
export type TranscriptFormat = Static<(typeof transcriptQuery)['format']>;
