import type { Queries } from '../db/index.ts';
import { dayMs, keptDays } from './retention.ts';

export type FeedEvent = {
  readonly id: string;
  readonly sequence: number | null;
  readonly sessionId: string | null;
  readonly body: string;
  readonly cursor: string;
};

export type Cursor = { readonly txid: string; readonly position: string };

export const startCursor: Cursor = { txid: '0', position: '0' };

export function parseCursor(text: string): Cursor | null {
  const [, txid, position] = /^(\d{1,18})-(\d{1,18})$/.exec(text) ?? [];
  return txid === undefined || position === undefined ? null : { txid, position };
}

export type FeedQuery = {
  readonly accountId: string;
  /** Null: events of every avatar, and of none. */
  readonly avatarIds: readonly number[] | null;
  readonly after: Cursor;
  readonly limit: number;
  readonly nowMs: number;
};

/** A page ends early if its events are long, as transcripts can be. */
const pageBytes = 4 * 1024 * 1024;

/**
 * An account's events in an order that does not change after they were read. Numbers are given before a transaction
 * commits, so a lower number can appear after a higher one. Therefore the feed shows only events of transactions that
 * are older than every running one.
 */
export async function readFeed(sql: Queries, query: FeedQuery): Promise<FeedEvent[]> {
  const { accountId, avatarIds, after, limit, nowMs } = query;
  return await sql<FeedEvent[]>`
    select id, sequence, "sessionId", body, cursor from (
      select found.*, row_number() over ordered as number, sum(octet_length(body)) over ordered as bytes from (
        select id, sequence, session_id as "sessionId", body, txid, position,
          txid::text || '-' || position::text as cursor
        from events
        where account_id = ${accountId} and partner_id is null
          and (txid, position) > (${after.txid}::text::xid8, ${after.position}::text::bigint)
          and txid < pg_snapshot_xmin(pg_current_snapshot())
          and created_at > to_timestamp(${nowMs - keptDays * dayMs}::bigint / 1000.0)
          ${avatarIds === null ? sql`` : sql`and avatar_id = any(${[...avatarIds]}::bigint[])`}
        order by events.txid, events.position limit ${limit}
      ) as found
      window ordered as (order by txid, position)
    ) as page
    where number = 1 or bytes <= ${pageBytes} order by number`;
}
