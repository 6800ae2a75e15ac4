import { type Fragment, momentOf, type Queries, type Sql, timePosition } from '../../db/index.ts';
import { dayMs, keptDays } from '../kept-days.ts';
import { LongBody, streamedFromBytes } from '../long-body.ts';
import { type Cursor, cursorAt, firstRank, rankOf } from './feed-cursor.ts';
import { enteredAtOnce, enterNewEvents } from './feed-entries.ts';

export type FeedEvent = {
  readonly id: string;
  readonly sequence: number | null;
  readonly sessionId: string | null;
  readonly body: string | LongBody;
};

export type FeedPage = { readonly events: readonly FeedEvent[]; readonly cursor: string };

export type FeedQuery = {
  readonly accountId: string;
  /** Null: events of every avatar, and of none. */
  readonly avatarIds: readonly number[] | null;
  readonly after: Cursor;
  readonly limit: number;
  readonly nowMs: number;
};

type FoundEvent = Omit<FeedEvent, 'body'> & {
  readonly rank: string;
  readonly at: number;
  readonly length: number;
  /** Null if it is long. */
  readonly text: string | null;
};
type PageQuery = Omit<FeedQuery, 'after'> & { readonly rank: string };

/** A page ends early if its events are long, as transcripts can be. */
const pageBytes = 4 * 1024 * 1024;
/** So many times a request enters events of an account whose feed was not read for long. */
const maxRounds = 10;

/** An account's events in an order that does not change after they were read. */
export async function readFeed(sql: Sql, { after, ...query }: FeedQuery): Promise<FeedPage> {
  const rank = await rankOf(sql, query.accountId, after);
  const read = () => readPage(sql, { ...query, rank });
  let page = await read();
  for (let round = 0; page.length < query.limit && round < maxRounds; round++) {
    const entered = await enterNewEvents(sql, query.accountId, query.nowMs);
    if (entered > 0) page = await read();
    if (entered < enteredAtOnce) break;
  }
  const events = page.map(({ id, sequence, sessionId, text, at, length }) => ({
    id,
    sequence,
    sessionId,
    body: text ?? new LongBody(sql, { eventId: id, eventAt: at }, length),
  }));
  return { events, cursor: cursorAt(page.at(-1)?.rank ?? rank) };
}

async function readPage(sql: Queries, query: PageQuery): Promise<FoundEvent[]> {
  const { limit, rank } = query;
  const entered = enteredAfter(sql, query);
  const found =
    Number(rank) < firstRank
      ? sql`select * from (${olderAfter(sql, query)}) as older union all select * from (${entered}) as entered`
      : entered;
  return await sql<FoundEvent[]>`
    select id, sequence, "sessionId", at, octet_length(body) as length, rank::text,
      case when octet_length(body) <= ${streamedFromBytes} then body end as text
    from (
      select found.*, row_number() over ordered as number, sum(octet_length(body)) over ordered as bytes
      from (${found}) as found
      window ordered as (order by rank)
    ) as page
    where number <= ${limit} and (number = 1 or bytes <= ${pageBytes}) order by number`;
}

const columns = (sql: Queries) => sql`id, sequence, session_id as "sessionId", body, ms(created_at) as at`;

const isListed = (sql: Queries, { accountId, avatarIds, nowMs }: PageQuery): Fragment => sql`
  account_id = ${accountId} and partner_id is null
  and created_at > to_timestamp(${nowMs - keptDays * dayMs}::bigint / 1000.0)
  ${avatarIds === null ? sql`` : sql`and avatar_id = any(${[...avatarIds]}::bigint[])`}`;

/** Events from before there were ranks. The last of them expire 30 days after the upgrade. */
const olderAfter = (sql: Queries, query: PageQuery): Fragment => sql`
  select ${columns(sql)}, position as rank from events
  where ${isListed(sql, query)} and position > ${query.rank}::text::bigint and position < ${firstRank}
  order by position limit ${query.limit}`;

/** The events are looked up one by one, because the planner may read all of them for a SQL join. */
const enteredAfter = (sql: Queries, query: PageQuery): Fragment => sql`
  select event.*, ${timePosition(sql, sql`entry.at`)}::bigint as rank
  from feed_entries as entry
    cross join lateral (
      select ${columns(sql)} from events
      where ${isListed(sql, query)} and position = entry.position and events.created_at = entry.created_at
      limit 1
    ) as event
  where entry.account_id = ${query.accountId} and entry.at > ${momentOf(sql, { at: query.rank })}
  order by entry.at limit ${query.limit}`;
