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

export const transcriptEntry = Type.Object({
  speaker: Type.Union([Type.Literal('user'), Type.Literal('avatar')]),
  message: Type.String(),
  timestamp: Type.Integer(),
  interrupted: Type.Optional(Type.Literal(true)),
});

/** The details of each event that is written in the transaction that makes it true. */
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
    summary: Type.String(),
  }),
  'agent:error': Type.Object({ ...who, error: Type.String() }),
  'platform:state-changed': Type.Object({
    ...who,
    platform: Type.Union([Type.Literal('native'), Type.Literal('media-stream')]),
  }),
};

export type DurableEventName = keyof typeof durableEvents;
export type EventDetails = { [N in DurableEventName]: Static<(typeof durableEvents)[N]> };
export type TranscriptEntry = Static<typeof transcriptEntry>;

/** What a webhook receives. */
export type Envelope<N extends DurableEventName = DurableEventName> = {
  message_type: 'Event';
  name: N;
  details: EventDetails[N];
};
