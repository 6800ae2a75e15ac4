import { type Static, Type } from 'typebox';
import { avatarStatuses } from '../session-state.ts';
import { frame } from './frame.ts';

const number = (description: string) => Type.Number({ description });
const integer = (description: string) => Type.Integer({ description });
const text = (description: string) => Type.String({ description });
const flag = (description: string) => Type.Boolean({ description });
const { Array: list, Optional: optional, Tuple: tuple } = Type;

const status = Type.Enum(avatarStatuses);
const place = {
  utterance: integer('The number of the utterance in the session.'),
  index: integer('The number of the sentence in the utterance, from 0.'),
};
const language = (description: string) =>
  optional(text(`${description}, such as \`de\`. Absent if nothing has told it.`));

const deviceVoice = Type.Object(
  {
    voice: text('The name of the voice. If it is empty or unknown, any voice of the language.'),
    language: text('Empty: the language of the page.'),
    rate: number('1 is normal.'),
    pitch: number('0 to 2; 1 is normal.'),
    volume: number('0 to 1.'),
    marks: list(tuple([Type.String(), Type.Number()]), { description: 'The name and the position of each.' }),
    said: optional(
      list(tuple([Type.Number(), Type.Number(), Type.String()]), {
        description:
          'Words that are said otherwise than they are written: from, up to but not including, what to say.',
      }),
    ),
  },
  {
    description:
      'No sound comes: the client speaks the sentence with a voice of its device. The visemes and words of the sentence are estimates, and the device’s own events correct them.',
  },
);

/** What the service sends, by the frame's type. */
export const serverFrames = {
  welcome: frame('welcome', 'Answers hello.', {
    version: Type.Integer(),
    sessionId: Type.String(),
    resume: text('The secret for the next socket.'),
    resumed: Type.Boolean(),
    status,
    maxSessionDuration: integer('Seconds; -1 for no maximum.'),
    leftMs: optional(
      number('Milliseconds until the session reaches its maximum duration. Absent if there is no maximum.'),
    ),
    taken: optional(
      integer('The highest number of a client frame that was taken in this session; 0 for none.'),
    ),
    hearing: optional(
      text('The token for sending recordings to /client/transcribe while the session lives.'),
    ),
    transcript: optional(
      text('The token for downloading the transcript of this session, if the avatar allows it.'),
    ),
  }),
  ack: frame('ack', 'The receipt of a numbered frame.', { id: Type.Integer() }),
  pong: frame('pong', 'Answers a ping.', {}),
  status: frame('status', 'What the avatar does now.', { status }),
  sentence: frame('sentence', 'One sentence of an utterance, in order.', {
    ...place,
    text: text('Only its words.'),
    markup: text('The sentence with its markup.'),
    language: language('Its language'),
    failed: optional(flag('The words say that the question could not be answered.')),
  }),
  speech: frame(
    'speech',
    'What belongs to the sound of a sentence. The sound itself comes in binary frames. Times are milliseconds from the start of the sentence.',
    {
      ...place,
      rate: number('Samples per second of 16-bit mono sound.'),
      visemes: list(tuple([Type.String(), Type.Number(), Type.Number()]), {
        description: 'The name, the start and the duration of each.',
      }),
      words: list(tuple([Type.Number(), Type.Number(), Type.Number(), Type.Number()]), {
        description: 'The start and the duration of each, and its position in the text: from, to.',
      }),
      marks: list(tuple([Type.String(), Type.Number()]), { description: 'The name and the time of each.' }),
      device: optional(deviceVoice),
      done: flag('The last frame of the sentence. Its duration is 0 if there was no sound.'),
      durationMs: number('The duration of the sound so far.'),
    },
  ),
  'utterance-end': frame(
    'utterance-end',
    'The utterance is complete. The client reports when it has played all sentences.',
    {
      utterance: place.utterance,
      sentences: integer('How many sentences were sent.'),
      language: language('The language in which the visitor will probably answer'),
    },
  ),
  stop: frame('stop', 'Stop playing this utterance now.', { utterance: place.utterance }),
  tag: frame('tag', 'A registered custom tag, or a service tag for the avatar, at its place in the speech.', {
    name: Type.String(),
    event: optional(text('The DOM event to raise, if the tag is registered for one.')),
    attributes: Type.Record(Type.String(), Type.String()),
  }),
  event: frame('event', 'An event that webhooks receive, too, with the same name and details.', {
    name: Type.String(),
    details: Type.Record(Type.String(), Type.Unknown()),
  }),
  words: frame('words', 'What an own recogniser has heard of a turn.', {
    turn: Type.Integer(),
    upTo: integer('The number of samples that were heard.'),
    last: flag('The turn is over.'),
    text: optional(
      text(
        'Absent if the recogniser could not hear them. The client may still send the whole recording to /client/transcribe.',
      ),
    ),
  }),
  people: frame(
    'people',
    'Which people take part. It comes when this changes, and after a welcome if something of it is true.',
    {
      answering: flag('A person answers instead of the brain.'),
      wantsWords: flag('A member reads along: send the words as they are recognised (`heard`).'),
    },
  ),
  error: frame('error', 'Something that this client sent was refused. The session goes on.', {
    code: Type.String(),
    message: Type.String(),
  }),
  restart: frame('restart', 'The service is about to restart: come back with the resume secret.', {
    afterMs: Type.Number(),
  }),
  end: frame('end', 'The session has ended. Nothing follows.', { reason: Type.String() }),
};

export type ServerFrames = { [K in keyof typeof serverFrames]: Static<(typeof serverFrames)[K]> };
export type ServerFrame = ServerFrames[keyof ServerFrames];
