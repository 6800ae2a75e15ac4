import { type Static, Type } from 'typebox';

const who = {
  session_id: Type.Optional(Type.String()),
  avatar_id: Type.String(),
  user_id: Type.Optional(Type.String()),
  user_name: Type.Optional(Type.String()),
  timestamp: Type.Integer({ description: 'Unix milliseconds.' }),
};

export const disconnectReasons = ['timeout', 'hangup', 'max_duration_reached', 'auth_failed'] as const;
export type DisconnectReason = (typeof disconnectReasons)[number];

/** Who or what ended a session. */
export const sessionEnders = ['visitor', 'api', 'dashboard', 'limit', 'drop', 'endpoint'] as const;
export type SessionEnder = (typeof sessionEnders)[number];

/** Who asked for a person: the brain, by a tag in a reply or callback, or the visitor, by the page's button. */
export const personRequesters = ['avatar', 'visitor'] as const;
export type PersonRequester = (typeof personRequesters)[number];

const source = Type.Optional(
  Type.Enum(['page', 'person'] as const, {
    description:
      '`page`: the page made the avatar say it, which any visitor can do. `person`: a member of the account said it through the avatar.',
  }),
);

export const transcriptEntry = Type.Object({
  speaker: Type.Union([Type.Literal('user'), Type.Literal('avatar')]),
  message: Type.String(),
  timestamp: Type.Integer(),
  interrupted: Type.Optional(Type.Literal(true)),
  source,
});

/** The details of each event that is stored in the same transaction as the change it reports. */
export const durableEvents = {
  'connection:state-changed': Type.Object({
    state: Type.Union([Type.Literal('connecting'), Type.Literal('connected'), Type.Literal('disconnected')]),
    max_session_duration: Type.Integer(),
    ...who,
    is_reconnect_attempt: Type.Optional(Type.Boolean()),
    reason: Type.Optional(Type.Enum(disconnectReasons)),
    will_attempt_reconnect: Type.Optional(Type.Boolean()),
    duration: Type.Optional(Type.Integer({ description: 'Seconds.' })),
  }),
  'session:conversation': Type.Object({
    ...who,
    avatar_name: Type.String(),
    user_id: Type.Union([Type.String(), Type.Null()]),
    conversation_id: Type.String(),
    conversation_start_time: Type.Union([Type.Integer(), Type.Null()]),
    conversation_end_time: Type.Union([Type.Integer(), Type.Null()]),
    transcript: Type.Array(transcriptEntry),
    transcript_truncated: Type.Optional(
      Type.Literal(true, {
        description:
          'Only if the transcript is too long for an event: it has the beginning, a download has all of it.',
      }),
    ),
    summary: Type.String(),
    client_id: Type.Optional(Type.String({ description: 'Only for partners: their client_id.' })),
  }),
  'agent:error': Type.Object({ ...who, error: Type.String() }),
  'platform:state-changed': Type.Object({
    ...who,
    platform: Type.Union([Type.Literal('native'), Type.Literal('media-stream')]),
  }),
};

/** Only sent by "Test endpoint". */
export const testEvent = {
  'webhook.test': Type.Object({ triggered_by: Type.String(), timestamp: Type.Integer() }),
};

/** For partner webhooks: a person in a customer's account signed out. */
export const partnerEvents = {
  'customer:logout': Type.Object({
    client_id: Type.String(),
    account_id: Type.String({ description: 'As in the token answer.' }),
    session_id: Type.String(),
    timestamp: Type.Integer(),
  }),
};

const always = {
  session_id: Type.String(),
  avatar_id: Type.String(),
  user_id: Type.String(),
  user_name: Type.String(),
  timestamp: Type.Integer(),
};

const enabled = { enabled: Type.Boolean() };
const permission = { state: Type.Enum(['prompt', 'granted', 'denied'] as const) };
const online = { online: Type.Boolean() };
const notification = {
  level: Type.String({ maxLength: 32 }),
  title: Type.String({ maxLength: 512 }),
  message: Type.String({ maxLength: 4096 }),
};

/** Off unless the operator enables them for an account. They are stored shortly after the fact. */
export const extendedEvents = {
  'agent:message': Type.Object({
    ...always,
    speaker: Type.Enum(['user', 'avatar'] as const),
    message: Type.String(),
    message_id: Type.String(),
    interrupted: Type.Boolean(),
    source,
  }),
  'agent:turn-failed': Type.Object({
    ...always,
    turn: Type.Integer({ description: 'The number of the turn, as in the session’s record.' }),
    action: Type.Optional(Type.String({ description: 'The request that failed: LOGIN or CHAT.' })),
    stage: Type.Optional(Type.String({ description: 'How far the request came.' })),
    http_status: Type.Optional(Type.Integer({ description: 'If the endpoint or model answered.' })),
  }),
  'avatar:state-changed': Type.Object({ ...always, state: Type.String(), previous_state: Type.String() }),
  'avatar:canary-stopped': Type.Object({
    avatar_id: Type.String(),
    timestamp: Type.Integer(),
    cause: Type.Enum(['failures', 'slow'] as const),
    reason: Type.String({ description: 'A sentence for people.' }),
  }),
  'avatar:load-progress': Type.Object({ ...always, progress: Type.Number({ minimum: 0, maximum: 1 }) }),
  'media:mic-state-changed': Type.Object({ ...always, ...enabled }),
  'media:speaker-state-changed': Type.Object({ ...always, ...enabled }),
  'media:mic-permission-state-changed': Type.Object({ ...always, ...permission }),
  'media:mic-ready': Type.Object({ ...always }),
  'network:state-changed': Type.Object({ ...always, ...online }),
  notification: Type.Object({ ...always, ...notification }),
  'session:person-requested': Type.Object({
    ...always,
    reason: Type.String({ description: 'Empty if none was given.' }),
    requested_by: Type.Enum(personRequesters),
  }),
  'session:ended': Type.Object({
    ...always,
    reason: Type.Enum(disconnectReasons),
    duration: Type.Integer({ description: 'Seconds.' }),
    turns: Type.Integer({ description: 'How many messages the visitor sent to the brain.' }),
    ended_by: Type.Enum(sessionEnders),
  }),
};

/** What a page may report: the fields in addition to those that every event has. */
export const clientReports = {
  'media:mic-state-changed': Type.Object(enabled),
  'media:speaker-state-changed': Type.Object(enabled),
  'media:mic-permission-state-changed': Type.Object(permission),
  'media:mic-ready': Type.Object({}),
  'network:state-changed': Type.Object(online),
  notification: Type.Object(notification),
};

export const eventSchemas = { ...durableEvents, ...testEvent, ...partnerEvents, ...extendedEvents };

export type DurableEventName = keyof typeof durableEvents;
export type ExtendedEventName = keyof typeof extendedEvents;
export type ClientReportName = keyof typeof clientReports;
export type EventName = keyof typeof eventSchemas;
export type EventDetails = { [N in EventName]: Static<(typeof eventSchemas)[N]> };

export type WebhookEventName = DurableEventName | ExtendedEventName;

/** The events that a webhook can choose. Test events are always sent. */
export const webhookEventNames = Object.keys({
  ...durableEvents,
  ...extendedEvents,
}) as readonly WebhookEventName[];

export const isExtendedEvent = (name: string): name is ExtendedEventName =>
  Object.hasOwn(extendedEvents, name);
export const isClientReport = (name: string): name is ClientReportName => Object.hasOwn(clientReports, name);
export type TranscriptEntry = Static<typeof transcriptEntry>;
