import type { Queries } from '../db/index.ts';

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
  const [, txid, position] = /^(\d{1,19})-(\d{1,19})$/.exec(text) ?? [];
  return txid === undefined || position === undefined ? null : { txid, position };
}

/**
 * An account's events in an order that never changes behind a reader. Numbers are given before a transaction commits,
 * so a plain number could be overtaken; here only transactions count that are older than every one still running.
 */
export async function readFeed(
  sql: Queries,
  accountId: string,
  after: Cursor,
  limit: number,
): Promise<FeedEvent[]> {
  return await sql<FeedEvent[]>`
    select id, sequence, session_id as "sessionId", body, txid::text || '-' || position::text as cursor
    from events
    where account_id = ${accountId}
      and (txid, position) > (${after.txid}::text::xid8, ${after.position}::text::bigint)
      and txid < pg_snapshot_xmin(pg_current_snapshot())
    order by events.txid, events.position limit ${limit}`;
}
