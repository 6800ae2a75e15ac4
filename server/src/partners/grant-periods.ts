import type { Queries } from '../db/index.ts';
import type { NewGrant } from './grant-rows.ts';

/** Stores what a grant from before this table allowed until now. Call it before the grant is changed. */
export async function keepCoverage(tx: Queries, grantId: string): Promise<void> {
  await tx`
    insert into grant_periods (grant_id, since, until, avatar_ids, conversations)
    select grant_id, since, until, avatar_ids, conversations from grant_coverage
    where grant_id = ${grantId} and not exists (select from grant_periods where grant_id = ${grantId})`;
}

/** From now on the grant allows this. A period that allowed the same goes on. */
export async function startPeriod(
  tx: Queries,
  { id, avatarIds, conversations }: Pick<NewGrant, 'id' | 'avatarIds' | 'conversations'>,
  nowMs: number,
): Promise<void> {
  const avatars = tx`${avatarIds && [...avatarIds]}::bigint[]`;
  const now = tx`to_timestamp(${nowMs}::bigint / 1000.0)`;
  await tx`
    update grant_periods set until = ${now}
    where grant_id = ${id} and until is null
      and (avatar_ids is distinct from ${avatars} or conversations <> ${conversations})`;
  await tx`
    insert into grant_periods (grant_id, since, avatar_ids, conversations)
    select ${id}, ${now}, ${avatars}, ${conversations}
    where not exists (select from grant_periods where grant_id = ${id} and until is null)`;
}
