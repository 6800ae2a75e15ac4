import { type Static, type TProperties, Type } from 'typebox';
import { avatarStatuses } from '../session-state.ts';
import { nullable, time } from './common-schemas.ts';

/** A member of the account who answers in place of the brain, or the management key that does. */
export const person = Type.Object({
  id: Type.String({ description: 'The id of the member or of the management key.' }),
  name: Type.String({ description: 'The name that the dashboard shows.' }),
});
export type Person = Static<typeof person>;

const speakers = ['brain', 'person', 'page', 'callback', 'service'] as const;
/** Whose words the avatar says. `service`: a greeting. */
export type WatchedSpeaker = (typeof speakers)[number];

const entry = <K extends string, F extends TProperties>(kind: K, description: string, fields: F) =>
  Type.Object(
    {
      n: Type.Integer({ minimum: 1, description: 'Counts up by one.' }),
      at: time,
      kind: Type.Literal(kind),
      ...fields,
    },
    { description },
  );

const text = Type.String();
const number = Type.Integer();
const flag = Type.Boolean();
const by = Type.Enum(speakers);
const message = Type.Optional(
  Type.Integer({ description: 'Its number in the transcript, from 1. Absent if it has no words.' }),
);
const milliseconds = nullable(Type.Integer({ description: 'Since the question came.' }));

/** What happens in a session, as a watcher sees it. */
export const watchEntry = Type.Union([
  entry('heard', 'Words of the visitor as recognised so far. The next entry of this kind replaces it.', {
    text,
  }),
  entry('question', 'A message of the visitor.', { turn: number, text, spoken: flag, message }),
  entry('sentence', 'The avatar begins to say a sentence.', { utterance: number, index: number, text, by }),
  entry('said', 'An utterance is over: what the visitor heard of it.', {
    utterance: number,
    text,
    interrupted: flag,
    by,
    message,
  }),
  entry('status', 'What the avatar does now.', { status: Type.Enum(avatarStatuses) }),
  entry('tag', 'A tag of a reply or callback, or of the page.', {
    name: text,
    attributes: Type.Record(Type.String(), Type.String()),
    from: Type.Enum(['avatar', 'page'] as const),
  }),
  entry('event', 'An event of the page.', {
    name: text,
    details: Type.Record(Type.String(), Type.Unknown()),
  }),
  entry('turn', 'A question was answered, or will get no answer.', {
    turn: number,
    outcome: text,
    firstSentenceMs: milliseconds,
    totalMs: milliseconds,
    problem: nullable(text),
  }),
  entry('person', 'A person has taken over, or the brain answers again.', {
    person: nullable(Type.Object({ name: text })),
    why: Type.Enum(['taken', 'released', 'silence', 'lost'] as const),
  }),
  entry('typing', 'Whether the person who has taken over is writing.', { active: flag }),
  entry('link', 'The connection of the visitor.', {
    state: Type.Enum(['connected', 'dropped', 'ended'] as const),
  }),
  entry('request', 'The brain or the visitor asks for a person.', {
    reason: text,
    from: Type.Enum(['avatar', 'visitor'] as const),
  }),
  entry('held', 'A callback that waits until the session is handed back.', { text }),
]);
export type WatchEntry = Static<typeof watchEntry>;

export const watchNow = Type.Object({
  status: Type.Enum(avatarStatuses),
  person: nullable(person),
  connected: Type.Boolean({ description: 'Whether the visitor is connected.' }),
});
export type WatchNow = Static<typeof watchNow>;

export const watchAnswer = Type.Object({
  epoch: Type.String({ description: 'Changes when the entries are counted anew.' }),
  entries: Type.Array(watchEntry),
  last: Type.Integer({ description: 'The number of the last entry that there is; 0 for none.' }),
  missed: Type.Boolean({ description: 'Entries are missing: read the transcript again.' }),
  ended: Type.Boolean({ description: 'The session has ended.' }),
  now: watchNow,
});
export type WatchAnswer = Static<typeof watchAnswer>;
