import type { Queries } from '../../db/index.ts';
import { removePortrait } from '../portrait/portrait-rows.ts';
import type { AvatarModel, ModelFacts } from './avatar-model.ts';

/** A column with the model of the avatar that the statement reads. */
export const modelColumn = (sql: Queries) => sql`
  (select jsonb_build_object('id', id, 'sha256', sha256, 'format', format, 'bytes', bytes, 'triangles', triangles)
    from avatar_models where avatar_id = avatars.id) as model`;

/** Removes the model, and the pictures, because they show it or the look that it replaced. */
export async function removeModel(tx: Queries, avatarId: number): Promise<boolean> {
  await removePortrait(tx, avatarId);
  const removed = await tx`delete from avatar_models where avatar_id = ${avatarId}`;
  return removed.count === 1;
}

export async function insertModel(
  tx: Queries,
  avatarId: number,
  model: ModelFacts & { readonly sha256: string; readonly bytes: number },
): Promise<AvatarModel> {
  const { sha256, format, bytes, triangles } = model;
  const [row] = await tx<{ id: number }[]>`
    insert into avatar_models (avatar_id, sha256, format, bytes, triangles)
    values (${avatarId}, ${sha256}, ${format}, ${bytes}, ${triangles})
    returning id`;
  return { id: row?.id ?? 0, sha256, format, bytes, triangles };
}

export async function insertPart(tx: Queries, modelId: number, number: number, bytes: Buffer): Promise<void> {
  await tx`insert into avatar_model_parts (model_id, number, bytes) values (${modelId}, ${number}, ${bytes})`;
}

/** Null after the last part, or if the model was removed in the meantime. */
export async function readPart(sql: Queries, modelId: number, number: number): Promise<Buffer | null> {
  const [row] = await sql<{ bytes: Buffer }[]>`
    select bytes from avatar_model_parts where model_id = ${modelId} and number = ${number}`;
  return row?.bytes ?? null;
}

/** The parts are copied inside the database. */
export async function copyModel(tx: Queries, model: AvatarModel, avatarId: number): Promise<void> {
  const { id } = await insertModel(tx, avatarId, model);
  await tx`
    insert into avatar_model_parts (model_id, number, bytes)
    select ${id}, number, bytes from avatar_model_parts where model_id = ${model.id}`;
}
