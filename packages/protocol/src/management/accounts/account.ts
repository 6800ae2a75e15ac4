import { type Static, Type } from 'typebox';
import { pronunciationList } from '../../pronunciations/schema.ts';
import { nullable, role, strict, time, version } from '../common-schemas.ts';

/** How many quick replies an account has at most. */
export const maxQuickReplies = 30;
const quickReplies = Type.Array(
  Type.String({ minLength: 1, maxLength: 500, examples: ['One moment, please.'] }),
  { maxItems: maxQuickReplies },
);
const takeoverSilence = Type.Integer({ minimum: 15, maximum: 3600, examples: [120] });
const personMailAfter = Type.Integer({ minimum: 0, maximum: 3600, examples: [60] });

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
  /** Texts that people who answer visitors can send with one press. */
  quickReplies,
  /** A session that a person has taken over is handed back after this many seconds without words of theirs. */
  takeoverSilence,
  /**
   * Members who answer visitors get a mail if nobody has taken over for this many seconds after a visitor asked for a
   * person; 0 sends none.
   */
  personMailAfter,
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
    quickReplies: Type.Optional(quickReplies),
    takeoverSilence: Type.Optional(takeoverSilence),
    personMailAfter: Type.Optional(personMailAfter),
  },
  strict,
);
