import { type Static, Type } from 'typebox';
import { choice, nullable, time } from '../common-schemas.ts';

const ms = nullable(Type.Integer());

/** What one brain did, in the latest sessions of the trial. */
export const brainFigures = Type.Object({
  sessions: Type.Integer(),
  turns: Type.Integer(),
  failed: Type.Integer(),
  /** Null for a shadow, because visitors do not hear it. */
  interrupted: nullable(Type.Integer()),
  firstSentenceP50Ms: ms,
  firstSentenceP95Ms: ms,
  totalP50Ms: ms,
  totalP95Ms: ms,
  /** The length of an answer on average. */
  characters: ms,
  /** Null for a shadow. */
  ratings: nullable(Type.Integer()),
  stars: nullable(Type.Number({ description: 'The average of the ratings; null if there are none.' })),
});
export type BrainFigures = Static<typeof brainFigures>;

const answer = Type.Object({
  outcome: Type.String(),
  firstSentenceMs: ms,
  text: Type.String({ description: 'Its first 2,000 characters.' }),
  problem: nullable(Type.String()),
});

/** A question, and what the brains answered. */
export const comparedTurn = Type.Object({
  session: Type.String(),
  turn: Type.Integer(),
  at: time,
  message: Type.String(),
  /** Null in a session that the canary answered. */
  first: nullable(answer),
  second: answer,
});
export type ComparedTurn = Static<typeof comparedTurn>;

/** The avatar's two brains since the trial of the second one began. */
export const brainComparison = Type.Object({
  role: choice('off', 'shadow', 'canary'),
  share: Type.Integer({ description: 'The canary’s share of new sessions, in percent.' }),
  hasSecond: Type.Boolean(),
  since: time,
  /** Why the service set the canary's share to 0; null if it did not. */
  stopped: nullable(Type.String()),
  first: brainFigures,
  second: brainFigures,
  /** The latest, newest first. */
  turns: Type.Array(comparedTurn),
});
export type BrainComparison = Static<typeof brainComparison>;
