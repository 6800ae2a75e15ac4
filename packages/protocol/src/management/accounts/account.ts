import { type Static, Type } from 'typebox';
import { pronunciationList } from '../../pronunciations/schema.ts';
import { nullable, role, strict, time, version } from '../parts.ts';

export const account = Type.Object({
  id: Type.String(),
  name: Type.String(),
  /** Null for programs: the operator's token and management keys. */
  role: nullable(role),
  version,
  createdAt: time,
  /** How long transcripts and turns are kept; 0 means for ever. */
  retentionDays: Type.Integer(),
  /** How the account's avatars say single words, unless they have their own way. */
  pronunciations: pronunciationList,
  /** Counts of each kind, so that pages can suggest what to do first. Counting stops at 1,000. */
  has: Type.Object({
    avatars: Type.Integer(),
    avatarsWithOwnBrain: Type.Integer(),
    keys: Type.Integer(),
    webhooks: Type.Integer(),
    sessions: Type.Integer(),
    /** A page of another origin has shown an avatar. */
    embedded: Type.Boolean(),
  }),
  extendedEvents: Type.Array(Type.String()),
});
export type Account = Static<typeof account>;

export const accountChange = Type.Object(
  {
    name: Type.Optional(Type.String()),
    retentionDays: Type.Optional(Type.Integer({ minimum: 0, maximum: 3650 })),
    pronunciations: Type.Optional(pronunciationList),
  },
  strict,
);
