import { makeChange, systemActor } from '../audit/index.ts';
import type { Avatars } from '../avatars/index.ts';
import type { Sql } from '../db/index.ts';
import { readValue } from './installation-values.ts';

/** The address of the demo endpoint at the last start; null at the first one. */
export const lastDemoUrl = (sql: Sql): Promise<string | null> => readValue(sql, 'demo-endpoint');

/**
 * Points the demo avatar at the demo endpoint, which gets another port if its last one is taken. Leaves the avatar
 * alone if it was deleted, or if it has another endpoint or brain.
 */
export async function connectDemoAvatar(deps: {
  sql: Sql;
  avatars: Avatars;
  avatarId: number;
  url: string;
}): Promise<void> {
  const { sql, avatars, avatarId, url } = deps;
  const found = await avatars.withSecrets(avatarId);
  if (found === null || found.avatar.brain !== 'endpoint') return;
  if (found.avatar.endpointUrl !== (await lastDemoUrl(sql))) return;
  const { accountId } = found.avatar;
  await makeChange(sql, systemActor, async (change) => {
    await change.tx`
      insert into installation (name, value) values ('demo-endpoint', ${url})
      on conflict (name) do update set value = excluded.value`;
    await avatars.update(change, { accountId, id: avatarId }, { endpointUrl: url });
  });
}
