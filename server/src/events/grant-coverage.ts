import type { Fragment, Queries } from '../db/index.ts';

/** What a grant may cover. Each is an expression of the statement that asks. */
export type CoverageColumns = {
  readonly avatarId: Fragment;
  readonly beganAt: Fragment;
  readonly endedAt: Fragment;
  /** Whether visitors' words are part of it. */
  readonly hasWords: Fragment;
};

/**
 * Whether a grant covered something from its beginning to its end. Everything that a partner gets passes this check, so
 * that nothing from before the consent, or from a time without it, reaches the partner.
 */
export const isCoveredBy = (sql: Queries, grantId: Fragment, columns: CoverageColumns): Fragment => {
  const { avatarId, beganAt, endedAt, hasWords } = columns;
  return sql`exists (
    select from grant_coverage as covered
    where covered.grant_id = ${grantId} and covered.since <= ${beganAt}
      and (covered.until is null or ${endedAt} < covered.until)
      and (covered.avatar_ids is null or ${avatarId} is null or ${avatarId} = any(covered.avatar_ids))
      and (covered.conversations or not (${hasWords}))
  )`;
};

/** Whether a grant covered a message of the table `messages`, from its first word to its last. */
export const messageIsCoveredBy = (sql: Queries, grantId: Fragment, avatarId: number): Fragment =>
  isCoveredBy(sql, grantId, {
    avatarId: sql`${avatarId}::bigint`,
    beganAt: sql`coalesce(messages.began_at, messages.at)`,
    endedAt: sql`messages.at`,
    hasWords: sql`true`,
  });
