import { type Static, Type } from 'typebox';
import { frame } from './frame.ts';

const text = Type.String({ maxLength: 131_072 });
const utterance = Type.Integer({ minimum: 1, description: 'The number of the utterance in the session.' });
const id = Type.Optional(
  Type.Integer({
    minimum: 1,
    description:
      'Numbers count up within a session. The service sends an ack for each numbered frame and takes no number twice, so a client can resend a frame that may have been lost with a socket.',
  }),
);
const flag = (description: string) => Type.Boolean({ description });
const { Optional: optional } = Type;

const heard = Type.Object(
  { utterance, text },
  { description: 'What the visitor heard of the current utterance.' },
);

export const clientFrames = {
  hello: frame('hello', 'The first frame of every socket, with a ticket or a resume secret.', {
    versions: Type.Array(Type.Integer(), { minItems: 1, maxItems: 16 }),
    sessionId: Type.String({ maxLength: 128 }),
    ticket: optional(Type.String({ maxLength: 256 })),
    resume: optional(Type.String({ maxLength: 256 })),
    events: optional(flag('Whether this client wants the events that webhooks receive.')),
    reconnects: optional(flag('False: this client does not come back by itself after a drop.')),
  }),
  ping: frame('ping', 'The client is there.', {}),
  load: frame(
    'load',
    'How much of the face and voice has loaded, 0 to 1. A client without a face sends 1 at once.',
    { progress: Type.Number({ minimum: 0, maximum: 1 }) },
  ),
  audio: frame('audio', 'Whether the client wants sound. Without this frame it gets only words.', {
    wanted: Type.Boolean(),
    device: optional(
      flag('The client has its own voices, for avatars that use the voice of the visitor’s device.'),
    ),
    languages: optional(
      Type.Array(Type.String({ maxLength: 16 }), {
        maxItems: 200,
        description: 'The languages of these voices, such as `de`.',
      }),
    ),
  }),
  open: frame('open', 'The visitor has started the conversation: the avatar may speak from now on.', {}),
  message: frame('message', 'A message for the brain, typed or spoken.', {
    id,
    text,
    spoken: optional(Type.Boolean()),
    heard: optional(heard),
    traceparent: optional(
      Type.String({
        maxLength: 128,
        description:
          'The page’s span that the turn belongs to, in the format of the W3C header of the same name.',
      }),
    ),
  }),
  say: frame('say', 'A text that the avatar says word for word. The brain does not get it.', { id, text }),
  language: frame(
    'language',
    'The avatar speaks this language from the next sentence on, like the tag `svc-language`.',
    { id, name: Type.String({ pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$' }) },
  ),
  interrupt: frame('interrupt', 'The avatar stops speaking.', { id, heard: optional(heard) }),
  speech: frame('speech', 'The visitor started or stopped speaking.', { active: Type.Boolean() }),
  microphone: frame('microphone', 'The microphone was opened or closed.', { open: Type.Boolean() }),
  playback: frame('playback', 'Playback report: what was played.', {
    utterance,
    sentences: Type.Integer({ minimum: 0, description: 'How many sentences were played to their end.' }),
    done: flag('The utterance is over.'),
  }),
  platform: frame('platform', 'The page plays a stream of its own, or no longer does.', {
    id,
    platform: Type.Union([Type.Literal('native'), Type.Literal('media-stream')]),
  }),
  'clear-context': frame('clear-context', 'From now on a language model does not get what was said before.', {
    id,
  }),
  context: frame('context', 'A text that a language model should know from now on. It gets no answer.', {
    id,
    text,
  }),
  event: frame('event', 'An event of the page, for webhooks.', {
    id,
    name: Type.String({ maxLength: 64 }),
    details: Type.Record(Type.String(), Type.Unknown()),
  }),
  heard: frame(
    'heard',
    'The words of the visitor as recognised so far, at most four times a second. Only while the service wants them.',
    { text: Type.String({ maxLength: 2_000 }) },
  ),
  'request-person': frame('request-person', 'The visitor asks for a person.', {
    id,
    reason: optional(Type.String({ maxLength: 300 })),
  }),
  leaving: frame(
    'leaving',
    'The page is being closed or reloaded. If no client comes back at once, the visitor has hung up.',
    {},
  ),
  bye: frame('bye', 'The visitor hangs up.', {}),
};

export type ClientFrames = { [K in keyof typeof clientFrames]: Static<(typeof clientFrames)[K]> };
export type ClientFrame = ClientFrames[keyof ClientFrames];
export type Heard = Static<typeof heard>;
