import { type Static, Type } from 'typebox';
import { avatarStatuses } from '../session-state.ts';

const utteranceId = Type.Integer({ minimum: 1 });

export const serverFrames = {
  /** Answers hello. `resume` is the secret for the next socket; the one before it is spent. */
  welcome: Type.Object({
    type: Type.Literal('welcome'),
    version: Type.Integer(),
    sessionId: Type.String(),
    resume: Type.String(),
    resumed: Type.Boolean(),
    status: Type.Enum(avatarStatuses),
    maxSessionDuration: Type.Integer(),
    /** The number of the last frame that was taken from this session's clients; 0 for none that is remembered. */
    taken: Type.Optional(Type.Integer({ minimum: 0 })),
    /** Lets this session's recordings in at /client/transcribe, for as long as the session lives. */
    hearing: Type.Optional(Type.String()),
  }),
  /** The frames up to this number have been taken. */
  ack: Type.Object({ type: Type.Literal('ack'), id: Type.Integer({ minimum: 1 }) }),
  pong: Type.Object({ type: Type.Literal('pong') }),
  status: Type.Object({
    type: Type.Literal('status'),
    status: Type.Enum(avatarStatuses),
  }),
  /** One sentence of an utterance, in order; `markup` is what was to be said, `text` the words of it. */
  sentence: Type.Object({
    type: Type.Literal('sentence'),
    utterance: utteranceId,
    index: Type.Integer({ minimum: 0 }),
    text: Type.String(),
    markup: Type.String(),
  }),
  /**
   * What belongs to the sound of a sentence; the sound itself comes in binary frames. Times are milliseconds from the
   * sentence's beginning. The last one of a sentence has `done`, and says whether there was any sound at all.
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
      description: 'Start, duration, and from where to where in the text.',
    }),
    marks: Type.Array(Type.Tuple([Type.String(), Type.Number()])),
    /**
     * No sound comes: the client speaks the sentence's text with a voice of its own device. Visemes and words of this
     * sentence are what can be expected; the device's own signs set them right.
     */
    device: Type.Optional(
      Type.Object({
        voice: Type.String({ description: 'Name of the voice; empty, or not there: one of the language.' }),
        language: Type.String({ description: 'Empty is the language of the page.' }),
        rate: Type.Number(),
        pitch: Type.Number({ description: '0 to 2; 1 is as usual.' }),
        volume: Type.Number({ description: '0 to 1.' }),
        marks: Type.Array(Type.Tuple([Type.String(), Type.Integer()]), {
          description: 'Name, and place in the text.',
        }),
      }),
    ),
    done: Type.Boolean(),
    durationMs: Type.Number({ description: 'Of the sound so far.' }),
  }),
  /** The utterance is complete: `sentences` were sent. The client reports when it has played them. */
  'utterance-end': Type.Object({
    type: Type.Literal('utterance-end'),
    utterance: utteranceId,
    sentences: Type.Integer({ minimum: 0 }),
  }),
  /** Stop playing this utterance now. */
  stop: Type.Object({ type: Type.Literal('stop'), utterance: utteranceId }),
  /** A registered custom tag, or a service tag for the avatar, at its place in the order of things said. */
  tag: Type.Object({
    type: Type.Literal('tag'),
    name: Type.String(),
    /** The DOM event to raise, where the tag was registered for one. */
    event: Type.Optional(Type.String()),
    attributes: Type.Record(Type.String(), Type.String()),
  }),
  /** An event that webhooks receive too, with the same name and details. */
  event: Type.Object({
    type: Type.Literal('event'),
    name: Type.String(),
    details: Type.Record(Type.String(), Type.Unknown()),
  }),
  /** Something this client sent was not taken; the session goes on. */
  error: Type.Object({
    type: Type.Literal('error'),
    code: Type.String(),
    message: Type.String(),
  }),
  /** The service is about to restart: come back with the resume secret. */
  restart: Type.Object({ type: Type.Literal('restart'), afterMs: Type.Integer() }),
  /** The session is over. Nothing follows. */
  end: Type.Object({ type: Type.Literal('end'), reason: Type.String() }),
};

export type ServerFrames = { [K in keyof typeof serverFrames]: Static<(typeof serverFrames)[K]> };
export type ServerFrame = ServerFrames[keyof ServerFrames];
