import { type Static, Type } from 'typebox';

const text = Type.String({ maxLength: 131_072 });
const utteranceId = Type.Integer({ minimum: 1 });
/**
 * Numbers count up within a session. The service sends an `ack` for each numbered frame and takes no number twice, so a
 * client can resend a frame that may have been lost with a socket.
 */
const id = Type.Optional(Type.Integer({ minimum: 1 }));

/** What the visitor heard of the current utterance. */
const heard = Type.Object({ utterance: utteranceId, text });

export const clientFrames = {
  /** The first frame of every socket, with a ticket or a resume secret. */
  hello: Type.Object({
    type: Type.Literal('hello'),
    versions: Type.Array(Type.Integer(), { minItems: 1, maxItems: 16 }),
    sessionId: Type.String({ maxLength: 128 }),
    ticket: Type.Optional(Type.String({ maxLength: 256 })),
    resume: Type.Optional(Type.String({ maxLength: 256 })),
    /** Whether this client wants the events that webhooks receive. */
    events: Type.Optional(Type.Boolean()),
    /** False: this client does not come back by itself after a drop. */
    reconnects: Type.Optional(Type.Boolean()),
  }),
  ping: Type.Object({ type: Type.Literal('ping') }),
  /** How much of the face and voice has loaded, 0 to 1. A client without a face sends 1 at once. */
  load: Type.Object({ type: Type.Literal('load'), progress: Type.Number({ minimum: 0, maximum: 1 }) }),
  /** Whether the client wants sound. Without this frame it gets only words. */
  audio: Type.Object({
    type: Type.Literal('audio'),
    wanted: Type.Boolean(),
    /** The client has its own voices, for avatars that use the voice of the visitor's device. */
    device: Type.Optional(Type.Boolean()),
    /** The languages of these voices, such as `de`. */
    languages: Type.Optional(Type.Array(Type.String({ maxLength: 16 }), { maxItems: 200 })),
  }),
  /** The visitor has started the conversation: the avatar may speak from now on. */
  open: Type.Object({ type: Type.Literal('open') }),
  /** A message for the brain, typed or spoken. */
  message: Type.Object({
    type: Type.Literal('message'),
    id,
    text,
    spoken: Type.Optional(Type.Boolean()),
    heard: Type.Optional(heard),
    /** The page's span that the turn belongs to, in the format of the W3C header of the same name. */
    traceparent: Type.Optional(Type.String({ maxLength: 128 })),
  }),
  /** A text that the avatar says word for word. The brain does not get it. */
  say: Type.Object({ type: Type.Literal('say'), id, text }),
  /** The avatar speaks this language from the next sentence on, like the tag `svc-language`. */
  language: Type.Object({
    type: Type.Literal('language'),
    id,
    name: Type.String({ pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$' }),
  }),
  interrupt: Type.Object({ type: Type.Literal('interrupt'), id, heard: Type.Optional(heard) }),
  /** The visitor started or stopped speaking. */
  speech: Type.Object({ type: Type.Literal('speech'), active: Type.Boolean() }),
  /** The microphone was opened or closed. */
  microphone: Type.Object({ type: Type.Literal('microphone'), open: Type.Boolean() }),
  /** Playback report: how many sentences were played to their end, and whether the utterance is over. */
  playback: Type.Object({
    type: Type.Literal('playback'),
    utterance: utteranceId,
    sentences: Type.Integer({ minimum: 0 }),
    done: Type.Boolean(),
  }),
  platform: Type.Object({
    type: Type.Literal('platform'),
    id,
    platform: Type.Union([Type.Literal('native'), Type.Literal('media-stream')]),
  }),
  /** From now on a language model does not get what was said before. */
  'clear-context': Type.Object({ type: Type.Literal('clear-context'), id }),
  /** A text that a language model should know from now on. It gets no answer. */
  context: Type.Object({ type: Type.Literal('context'), id, text }),
  /** An event of the page, for webhooks. */
  event: Type.Object({
    type: Type.Literal('event'),
    id,
    name: Type.String({ maxLength: 64 }),
    details: Type.Record(Type.String(), Type.Unknown()),
  }),
  /** The page is being closed or reloaded. If no client comes back at once, the visitor has hung up. */
  leaving: Type.Object({ type: Type.Literal('leaving') }),
  /** The visitor hangs up. */
  bye: Type.Object({ type: Type.Literal('bye') }),
};

export type ClientFrames = { [K in keyof typeof clientFrames]: Static<(typeof clientFrames)[K]> };
export type ClientFrame = ClientFrames[keyof ClientFrames];
export type Heard = Static<typeof heard>;
