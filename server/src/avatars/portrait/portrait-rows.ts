import { portraitFile } from '@parley/face/rules';
import type { Queries } from '../../db/index.ts';

const { layout } = portraitFile;

/** A column with the hash of the avatar's own pictures, or null if it has none that can be shown. */
export const portraitColumn = (sql: Queries) => sql`
  (select sha256 from avatar_portraits where avatar_id = avatars.id and layout = ${layout}) as portrait`;

export async function putPortrait(
  tx: Queries,
  avatarId: number,
  { sha256, bytes }: { readonly sha256: string; readonly bytes: Buffer },
): Promise<void> {
  await tx`
    insert into avatar_portraits (avatar_id, layout, sha256, bytes)
    values (${avatarId}, ${layout}, ${sha256}, ${bytes})
    on conflict (avatar_id) do update
    set layout = excluded.layout, sha256 = excluded.sha256, bytes = excluded.bytes`;
}

export async function removePortrait(tx: Queries, avatarId: number): Promise<void> {
  await tx`delete from avatar_portraits where avatar_id = ${avatarId}`;
}

/** The bytes are copied inside the database. */
export async function copyPortrait(tx: Queries, fromId: number, toId: number): Promise<void> {
  await tx`
    insert into avatar_portraits (avatar_id, layout, sha256, bytes)
    select ${toId}, layout, sha256, bytes from avatar_portraits where avatar_id = ${fromId}`;
}

/** Null if the pictures were replaced or removed in the meantime. */
export async function readPortrait(sql: Queries, avatarId: number, sha256: string): Promise<Buffer | null> {
  const [row] = await sql<{ bytes: Buffer }[]>`
    select bytes from avatar_portraits where avatar_id = ${avatarId} and sha256 = ${sha256}`;
  return row?.bytes ?? null;
}
