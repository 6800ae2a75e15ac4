import { type Static, Type } from 'typebox';
import { choice, cursorQuery, nullable, page, strict, time } from './common-schemas.ts';

/** The most sessions of one replay. */
export const maxReplayedSessions = 500;

/** Either sessions by their ids, or the newest ended ones of an avatar; and either an endpoint or a language model. */
export const newReplay = Type.Object(
  {
    sessions: Type.Optional(
      Type.Array(Type.String({ maxLength: 128 }), { minItems: 1, maxItems: maxReplayedSessions }),
    ),
    avatar: Type.Optional(Type.String({ maxLength: 20 })),
    since: Type.Optional(time),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxReplayedSessions, default: 200 })),
    endpointUrl: Type.Optional(Type.String({ maxLength: 2048 })),
    endpointKey: Type.Optional(Type.String({ maxLength: 4096 })),
    modelName: Type.Optional(Type.String({ maxLength: 200 })),
    /** If left out, the avatar’s own server, key and prompt are used. */
    modelUrl: Type.Optional(Type.String({ maxLength: 2048 })),
    modelKey: Type.Optional(Type.String({ maxLength: 4096 })),
    modelPrompt: Type.Optional(Type.String({ maxLength: 20_000 })),
    keepUserIds: Type.Optional(
      Type.Boolean({ description: 'Send the ids of the users. Otherwise each gets a pseudonym.' }),
    ),
  },
  strict,
);
export type NewReplay = Static<typeof newReplay>;

/** Medians and 95th percentiles in milliseconds. Null if nothing was measured. */
const durations = Type.Object({
  median: nullable(Type.Integer()),
  p95: nullable(Type.Integer()),
});
const sideSummary = Type.Object({
  failed: Type.Integer(),
  firstSentenceMs: durations,
  totalMs: durations,
});
/** `before` is the brain that visitors talked to, `after` the other one. */
export const replaySummary = Type.Object({
  turns: Type.Integer(),
  different: Type.Integer({
    description: 'Turns with other words, other tags, or an answer on one side only.',
  }),
  wordsDiffer: Type.Integer(),
  tagsDiffer: Type.Integer(),
  before: sideSummary,
  after: sideSummary,
});
export type ReplaySummary = Static<typeof replaySummary>;

export const replay = Type.Object({
  id: Type.String(),
  createdAt: time,
  createdBy: Type.String(),
  /** Null also in a stopped replay until LOGOUT is sent for the sessions that were under way. */
  endedAt: nullable(time),
  state: choice('waiting', 'running', 'done', 'stopped', 'failed'),
  /** Why it ended early. */
  problem: nullable(Type.String()),
  brain: choice('endpoint', 'model'),
  /** Without what follows the path, where some services have their key. */
  url: Type.String(),
  modelName: Type.String(),
  keepUserIds: Type.Boolean(),
  /** How many sessions were chosen, have been played, and have been deleted since with their visitors or by age. */
  sessions: Type.Object({ chosen: Type.Integer(), played: Type.Integer(), deleted: Type.Integer() }),
  summary: replaySummary,
});
export type Replay = Static<typeof replay>;
/** Newest first. */
export const replayPage = page(replay);

export const replayedSession = Type.Object({
  number: Type.Integer(),
  session: Type.String(),
  avatar: Type.Object({ id: Type.String(), name: Type.String() }),
  createdAt: time,
  state: choice('waiting', 'playing', 'played', 'failed'),
  problem: nullable(Type.String()),
  turns: Type.Integer(),
  different: Type.Integer(),
});
export type ReplayedSession = Static<typeof replayedSession>;
export const replayDetail = Type.Object({
  ...replay.properties,
  replayedSessions: Type.Array(replayedSession),
});
export type ReplayDetail = Static<typeof replayDetail>;

const side = {
  problem: nullable(Type.String()),
  firstSentenceMs: nullable(Type.Integer()),
  totalMs: nullable(Type.Integer()),
  /** What the brain had said by itself before the next question. */
  callbacks: Type.Array(Type.String()),
};
export const replayTurn = Type.Object({
  /** The number of the session in the replay, and of the turn in the session. */
  session: Type.Integer(),
  turn: Type.Integer(),
  question: Type.String(),
  /** The visitor interrupted the first reply. Only the words that were heard are compared. */
  interrupted: Type.Boolean(),
  different: Type.Boolean(),
  wordsDiffer: Type.Boolean(),
  tagsDiffer: Type.Boolean(),
  before: Type.Object({
    ...side,
    /** Null if there was no reply before the next question. */
    words: nullable(Type.String()),
    /** Null if they were not stored. */
    tags: nullable(Type.Array(Type.String())),
  }),
  after: Type.Object({ ...side, words: Type.String(), tags: Type.Array(Type.String()) }),
  /** The words of both, in order. `unheard` is the part that the interruption would have cut off. */
  words: Type.Array(
    Type.Object({ kind: choice('same', 'removed', 'added', 'unheard'), text: Type.String() }),
  ),
});
export type ReplayTurn = Static<typeof replayTurn>;
export const replayTurnQuery = {
  session: Type.Optional(Type.Integer({ minimum: 1, maximum: maxReplayedSessions })),
  different: Type.Optional(Type.Boolean({ description: 'Only turns that differ.' })),
  ...cursorQuery,
};
/** In the order in which they were said. */
export const replayTurnPage = page(replayTurn);
