import type { Sql } from '../../db/index.ts';
import type { Avatar } from '../avatar.ts';
import { portraitColumn } from '../portrait/portrait-rows.ts';

/** An avatar as lists show it. */
export type ListedAvatar = Pick<
  Avatar,
  'id' | 'name' | 'look' | 'portrait' | 'private' | 'brain' | 'version' | 'updatedAt'
> & {
  /** Whether its brain has an address; without one it cannot answer. */
  readonly canAnswer: boolean;
  readonly lastSessionAt: Date | null;
  readonly liveSessions: number;
};

/** In the order of the ids. Deleted avatars are left out. */
export async function readListed(sql: Sql, ids: readonly number[]): Promise<ListedAvatar[]> {
  return await sql<ListedAvatar[]>`
    select id, name, look, ${portraitColumn(sql)}, private, brain, version, updated_at as "updatedAt",
      (case brain when 'model' then model_url else endpoint_url end) is not null as "canAnswer",
      (select created_at from sessions where avatar_id = avatars.id order by created_at desc limit 1)
        as "lastSessionAt",
      (select count(*)::int from sessions where avatar_id = avatars.id and state <> 'ended') as "liveSessions"
    from unnest(${[...ids]}::bigint[]) with ordinality as wanted (id, number)
      join avatars using (id)
    where deleted_at is null
    order by number`;
}
