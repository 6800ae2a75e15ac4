import { sealedAvatarColumns } from '../avatars/index.ts';
import { resealColumn, type SealedColumn, type Sql, unlessLocked } from '../db/index.ts';
import { resealMark, sealedInstallationValues } from '../installation/index.ts';
import { type Interval, type Log, type SealedBox, startInterval } from '../kernel/index.ts';
import { sealedSessionColumns } from '../live/index.ts';
import { sealedAnswers } from '../management/index.ts';
import { sealedOauthItems } from '../oauth/index.ts';
import { sealedReplayKeys } from '../session-replays/index.ts';
import { sealedSigningKeys } from '../tokens/index.ts';
import { sealedWebhookColumns } from '../webhooks/index.ts';

export type ResealingDeps = {
  readonly sql: Sql;
  readonly box: SealedBox;
  readonly log: Log;
  readonly everyMs: number | null;
};

/** A process that stops does not wait longer for a database that is unavailable. */
const stopLimitMs = 2_000;

/** Everything that is sealed with SECRET_KEY, except the mark that a start checks. */
export const sealedColumns: readonly SealedColumn[] = [
  sealedSigningKeys,
  ...sealedAvatarColumns,
  ...sealedWebhookColumns,
  sealedOauthItems,
  ...sealedSessionColumns,
  sealedReplayKeys,
  sealedAnswers,
  sealedInstallationValues,
];

/** After this, everything opens with the current key alone. If not, the log says so, and the service can start. */
export async function reseal(sql: Sql, box: SealedBox, log: Log): Promise<void> {
  try {
    const { count, unreadable } = await sealAgain(sql, box);
    for (const column of unreadable)
      log.error(column, 'some secrets were sealed with a key that is no longer in SECRET_KEY');
    if (count > 0) log.info({ count }, 'sealed secrets again with the current key');
  } catch (error) {
    log.error({ err: error }, 'could not seal all secrets again');
  }
}

async function sealAgain(sql: Sql, box: SealedBox) {
  let count = 0;
  const unreadable: { table: string; column: string; unreadable: number }[] = [];
  for (const column of sealedColumns) {
    const found = await resealColumn(sql, box, column);
    count += found.resealed;
    if (found.unreadable > 0)
      unreadable.push({ table: column.table, column: column.column, unreadable: found.unreadable });
  }
  await resealMark(sql, box);
  return { count, unreadable };
}

/**
 * Processes with the earlier SECRET_KEY may still run after this one has started, and go on to seal with the earlier key.
 * So this is repeated while there are several keys. A line tells the operator that nothing was left to do.
 */
export function startResealing({ sql, box, log, everyMs }: ResealingDeps): Interval {
  let isDone = false;
  return startInterval({
    everyMs,
    stopLimitMs,
    run: () =>
      unlessLocked(sql, 'reseal', async () => {
        // What no key opens was reported at the start.
        const { count } = await sealAgain(sql, box);
        if (count > 0) log.info({ count }, 'sealed secrets again with the current key');
        else if (!isDone)
          log.info({ key: box.keyId }, 'all secrets are sealed with the first key of SECRET_KEY');
        isDone = count === 0;
      }),
    onError: (error) => log.warn({ err: error }, 'could not seal all secrets again'),
  });
}
