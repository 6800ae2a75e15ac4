import { type Static, Type } from 'typebox';

const text = Type.String({ maxLength: 131_072 });
const utteranceId = Type.Integer({ minimum: 1 });
/**
 * Counts up within a session. The service confirms what it has taken with `ack`, and takes no number twice, so that a
 * client may send again what may have been lost with a socket.
 */
const id = Type.Optional(Type.Integer({ minimum: 1 }));

/** What the user really heard of the utterance that was being spoken. */
const heard = Type.Object({ utterance: utteranceId, text });

export const clientFrames = {
  /** The first frame of every socket: a fresh ticket, or the secret that continues a session. */
  hello: Type.Object({
    type: Type.Literal('hello'),
    versions: Type.Array(Type.Integer(), { minItems: 1, maxItems: 16 }),
    sessionId: Type.String({ maxLength: 128 }),
    ticket: Type.Optional(Type.String({ maxLength: 256 })),
    resume: Type.Optional(Type.String({ maxLength: 256 })),
    /** Whether this client wants to hear of the events that webhooks receive. */
    events: Type.Optional(Type.Boolean()),
  }),
  ping: Type.Object({ type: Type.Literal('ping') }),
  /** How much of the face and voice has loaded; 1 is all of it. A client without a face says 1 at once. */
  load: Type.Object({ type: Type.Literal('load'), progress: Type.Number({ minimum: 0, maximum: 1 }) }),
  /** Whether the client wants to hear the service's voice; without this it gets words only. */
  audio: Type.Object({
    type: Type.Literal('audio'),
    wanted: Type.Boolean(),
    /** The client has voices of its own, for avatars that speak by the visitor's device. */
    device: Type.Optional(Type.Boolean()),
  }),
  /** The visitor has started the conversation: the avatar may speak from now on. */
  open: Type.Object({ type: Type.Literal('open') }),
  /** Something for the brain, typed or spoken. */
  message: Type.Object({
    type: Type.Literal('message'),
    id,
    text,
    spoken: Type.Optional(Type.Boolean()),
    heard: Type.Optional(heard),
  }),
  /** Something the avatar shall say exactly so, past the brain. */
  say: Type.Object({ type: Type.Literal('say'), id, text }),
  interrupt: Type.Object({ type: Type.Literal('interrupt'), id, heard: Type.Optional(heard) }),
  /** The user began or ceased to speak into the microphone. */
  speech: Type.Object({ type: Type.Literal('speech'), active: Type.Boolean() }),
  /** The microphone is open and hearing, or no longer. */
  microphone: Type.Object({ type: Type.Literal('microphone'), open: Type.Boolean() }),
  /** How far an utterance has been played: sentences heard to their end, and whether it is over. */
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
  /** Forget what a language model has been told so far. */
  'clear-context': Type.Object({ type: Type.Literal('clear-context'), id }),
  /** Something a language model is to know from now on; nobody answers it. */
  context: Type.Object({ type: Type.Literal('context'), id, text }),
  /** Something that happened in the page and that webhooks may want to know. */
  event: Type.Object({
    type: Type.Literal('event'),
    id,
    name: Type.String({ maxLength: 64 }),
    details: Type.Record(Type.String(), Type.Unknown()),
  }),
  /** The user hangs up. */
  bye: Type.Object({ type: Type.Literal('bye') }),
};

export type ClientFrames = { [K in keyof typeof clientFrames]: Static<(typeof clientFrames)[K]> };
export type ClientFrame = ClientFrames[keyof ClientFrames];
export type Heard = Static<typeof heard>;
