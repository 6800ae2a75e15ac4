import { type Static, Type } from 'typebox';
import { avatarStatuses } from '../session-state.ts';

const utteranceId = Type.Integer({ minimum: 1 });

export const serverFrames = {
  /** Answers hello. `resume` is the secret for the next socket. */
  welcome: Type.Object({
    type: Type.Literal('welcome'),
    version: Type.Integer(),
    sessionId: Type.String(),
    resume: Type.String(),
    resumed: Type.Boolean(),
    status: Type.Enum(avatarStatuses),
    maxSessionDuration: Type.Integer(),
    /** Milliseconds until the session reaches its maximum duration. Absent if there is no maximum. */
    leftMs: Type.Optional(Type.Integer({ minimum: 0 })),
    /** The highest number of a client frame that was taken in this session; 0 for none. */
    taken: Type.Optional(Type.Integer({ minimum: 0 })),
    /** The token for sending recordings to /client/transcribe while the session lives. */
    hearing: Type.Optional(Type.String()),
    /** The token for downloading the transcript of this session, if the avatar allows it. */
    transcript: Type.Optional(Type.String()),
  }),
  /** The receipt of a numbered frame. */
  ack: Type.Object({ type: Type.Literal('ack'), id: Type.Integer({ minimum: 1 }) }),
  pong: Type.Object({ type: Type.Literal('pong') }),
  status: Type.Object({
    type: Type.Literal('status'),
    status: Type.Enum(avatarStatuses),
  }),
  /** One sentence of an utterance, in order. `markup` is the sentence with its markup, `text` only its words. */
  sentence: Type.Object({
    type: Type.Literal('sentence'),
    utterance: utteranceId,
    index: Type.Integer({ minimum: 0 }),
    text: Type.String(),
    markup: Type.String(),
  }),
  /**
   * What belongs to the sound of a sentence. The sound itself comes in binary frames. Times are milliseconds from the
   * start of the sentence. The last frame of a sentence has `done`; its duration is 0 if there was no sound.
   */
  speech: Type.Object({
    type: Type.Literal('speech'),
    utterance: utteranceId,
    index: Type.Integer({ minimum: 0 }),
    rate: Type.Integer({ description: 'Samples per second of 16-bit mono sound.' }),
    visemes: Type.Array(Type.Tuple([Type.String(), Type.Number(), Type.Number()]), {
      description: 'Name, start, duration.',
    }),
    words: Type.Array(Type.Tuple([Type.Number(), Type.Number(), Type.Integer(), Type.Integer()]), {
      description: 'Start, duration, and the start and end position in the text.',
    }),
    marks: Type.Array(Type.Tuple([Type.String(), Type.Number()])),
    /**
     * No sound comes: the client speaks the sentence with a voice of its device. The visemes and words of the sentence
     * are estimates, and the device's own events correct them.
     */
    device: Type.Optional(
      Type.Object({
        voice: Type.String({
          description: 'Name of the voice. If it is empty or unknown, any voice of the language.',
        }),
        language: Type.String({ description: 'Empty means the language of the page.' }),
        rate: Type.Number(),
        pitch: Type.Number({ description: '0 to 2; 1 is normal.' }),
        volume: Type.Number({ description: '0 to 1.' }),
        marks: Type.Array(Type.Tuple([Type.String(), Type.Integer()]), {
          description: 'Name and position in the text.',
        }),
      }),
    ),
    done: Type.Boolean(),
    durationMs: Type.Number({ description: 'The duration of the sound so far.' }),
  }),
  /** The utterance is complete: this many sentences were sent. The client reports when it has played them. */
  'utterance-end': Type.Object({
    type: Type.Literal('utterance-end'),
    utterance: utteranceId,
    sentences: Type.Integer({ minimum: 0 }),
  }),
  /** Stop playing this utterance now. */
  stop: Type.Object({ type: Type.Literal('stop'), utterance: utteranceId }),
  /** A registered custom tag, or a service tag for the avatar, at its place in the speech. */
  tag: Type.Object({
    type: Type.Literal('tag'),
    name: Type.String(),
    /** The DOM event to raise, if the tag is registered for one. */
    event: Type.Optional(Type.String()),
    attributes: Type.Record(Type.String(), Type.String()),
  }),
  /** An event that webhooks receive, too, with the same name and details. */
  event: Type.Object({
    type: Type.Literal('event'),
    name: Type.String(),
    details: Type.Record(Type.String(), Type.Unknown()),
  }),
  /** Something that this client sent was refused. The session goes on. */
  error: Type.Object({
    type: Type.Literal('error'),
    code: Type.String(),
    message: Type.String(),
  }),
  /** The service is about to restart: come back with the resume secret. */
  restart: Type.Object({ type: Type.Literal('restart'), afterMs: Type.Integer() }),
  /** The session has ended. Nothing follows. */
  end: Type.Object({ type: Type.Literal('end'), reason: Type.String() }),
};

export type ServerFrames = { [K in keyof typeof serverFrames]: Static<(typeof serverFrames)[K]> };
export type ServerFrame = ServerFrames[keyof ServerFrames];
