import { sealedAvatarColumns } from '../avatars/index.ts';
import { resealColumn, type SealedColumn, type Sql } from '../db/index.ts';
import type { Log, SealedBox } from '../kernel/index.ts';
import { sealedSessionColumns } from '../live/index.ts';
import { sealedAnswers } from '../management/index.ts';
import { sealedOauthItems } from '../oauth/index.ts';
import { sealedReplayKeys } from '../session-replays/index.ts';
import { sealedSigningKeys } from '../tokens/index.ts';
import { sealedWebhookColumns } from '../webhooks/index.ts';

/** Everything that is sealed with SECRET_KEY, except what is in the table `installation`. */
export const sealedColumns: readonly SealedColumn[] = [
  sealedSigningKeys,
  ...sealedAvatarColumns,
  ...sealedWebhookColumns,
  sealedOauthItems,
  ...sealedSessionColumns,
  sealedReplayKeys,
  sealedAnswers,
];

/** After this, everything opens with the current key alone. */
export async function reseal(sql: Sql, box: SealedBox, log: Log): Promise<void> {
  let count = 0;
  for (const column of sealedColumns) {
    const { resealed, unreadable } = await resealColumn(sql, box, column);
    count += resealed;
    if (unreadable > 0)
      log.error(
        { table: column.table, column: column.column, unreadable },
        'some secrets were sealed with a key that is no longer in SECRET_KEY',
      );
  }
  if (count > 0) log.info({ count }, 'sealed secrets again with the current key');
}
