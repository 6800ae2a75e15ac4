import type { Queries } from '../../db/index.ts';

/**
 * Where a reader of the feed continues: `0-` and a rank. Before the feed had ranks, a cursor was the number of a
 * transaction, which is never 0, and the position of an event.
 */
export type Cursor = { readonly txid: string; readonly position: string };

export const startCursor: Cursor = { txid: '0', position: '0' };

export function parseCursor(text: string): Cursor | null {
  const [, txid, position] = /^(\d{1,18})-(\d{1,18})$/.exec(text) ?? [];
  return txid === undefined || position === undefined ? null : { txid, position };
}

export const cursorAt = (rank: string): string => `0-${rank}`;

/**
 * Events with a lower position are older than ranks. Their position is their rank. All ranks that are given are
 * higher: they are moments, in microseconds.
 */
export const firstRank = 1_000_000_000_000_000;

/** The rank of a cursor. Everything that its reader has not seen is after that rank. */
export async function rankOf(sql: Queries, accountId: string, { txid, position }: Cursor): Promise<string> {
  if (/^0+$/.test(txid)) return position;
  // An older process returned it during an upgrade. How its order relates to the ranks is unknown.
  if (Number(position) >= firstRank) return String(firstRank);
  const overlooked = await findOverlooked(sql, accountId, { txid, position });
  return overlooked === null ? position : String(overlooked - 1);
}

/**
 * The old order was by transaction first. So a reader may not have seen an event with a lower position, if its
 * transaction began later. The two transactions ran at the same time, so a day is far enough to look back.
 */
async function findOverlooked(
  sql: Queries,
  accountId: string,
  { txid, position }: Cursor,
): Promise<number | null> {
  const [row] = await sql<{ position: number | null }[]>`
    select min(position) as position from events
    where account_id = ${accountId} and position <= ${position}::text::bigint and txid > ${txid}::text::xid8
      and created_at > (
        select created_at from events where account_id = ${accountId} and position <= ${position}::text::bigint
        order by position desc limit 1
      ) - interval '1 day'`;
  return row?.position ?? null;
}
