import type { Replay } from '@parley/protocol/management';
import {
  type Fragment,
  type Listed,
  newestFirst,
  type Queries,
  type SealedColumn,
  type Sql,
  type TimePage,
  timePosition,
} from '../db/index.ts';
import { SealError, type SealedBox } from '../kernel/index.ts';
import type { ClaimedReplay, OtherBrain } from './replay.ts';
import { emptySummary, readSummaries } from './summaries.ts';

export const claimMs = 30_000;

const keyContext = (id: string): string => `replay:${id}:key`;

export const sealedReplayKeys: SealedColumn = {
  table: 'replays',
  column: 'key_sealed',
  keys: ['id'],
  context: ([id]) => keyContext(String(id)),
};

export type NewReplayRow = OtherBrain & {
  readonly id: string;
  readonly accountId: string;
  readonly createdBy: string;
  readonly keepUserIds: boolean;
  readonly salt: string;
  readonly sessionIds: readonly string[];
};

export async function insertReplay(tx: Queries, box: SealedBox, row: NewReplayRow): Promise<void> {
  const { id, accountId, createdBy, brain, url, key, modelName, modelPrompt, modelHistory } = row;
  await tx`
    insert into replays (id, account_id, created_by, brain, url, model_name, model_prompt, model_history, key_sealed,
      keep_user_ids, salt, chosen)
    values (${id}, ${accountId}, ${createdBy}, ${brain}, ${url}, ${modelName}, ${modelPrompt}, ${modelHistory},
      ${key === null ? null : box.seal(key, keyContext(id))}, ${row.keepUserIds}, ${row.salt},
      ${row.sessionIds.length})`;
  await tx`
    insert into replay_sessions (replay_id, number, session_id)
    select ${id}, number, session_id
    from unnest(${[...row.sessionIds]}::text[]) with ordinality as chosen (session_id, number)`;
}

/** Locks the account, so that two requests at the same instant cannot both take the last place. */
export async function countReplays(
  tx: Queries,
  accountId: string,
): Promise<{ readonly open: number; readonly kept: number }> {
  await tx`select from accounts where id = ${accountId} for no key update`;
  const [row] = await tx<{ open: number; kept: number }[]>`
    select count(*) filter (where state in ('waiting', 'running'))::int as open, count(*)::int as kept from replays
    where account_id = ${accountId}`;
  return row ?? { open: 0, kept: 0 };
}

/**
 * Claims a replay that no process carries out. If the process dies, another one may claim it after a while. A process carries
 * out one replay of an account at a time, and those of accounts that have none under way come first, so that slow replays of
 * one account do not keep others waiting. What is left of one that an owner has stopped is short, so it comes at once, also if
 * this process has no room for another one.
 */
export async function claimReplay(
  sql: Queries,
  box: SealedBox,
  accountsHere: readonly string[] = [],
  hasRoom = true,
): Promise<ClaimedReplay | null> {
  type Row = Omit<ClaimedReplay, 'key' | 'hasLostKey'> & { readonly sealed: string | null };
  const [row] = await sql<Row[]>`
    update replays set claim = claim + 1, state = case state when 'stopped' then state else 'running' end,
      claimed_until = ${claimEnd(sql)}
    where id = (
      select id from replays as due
      where ended_at is null and claimed_until <= now()
        and (state = 'stopped' or (${hasRoom} and account_id <> all(${[...accountsHere]}::text[])))
      order by state <> 'stopped', ${isUnderWay(sql)}, claimed_until
      limit 1 for update skip locked)
    returning id, account_id as "accountId", claim, brain, url, model_name as "modelName",
      model_prompt as "modelPrompt", model_history as "modelHistory", keep_user_ids as "keepUserIds",
      coalesce(salt, '') as salt, key_sealed as sealed, state = 'stopped' as "isStopped",
      claim - 1 - gave_way as interruptions, ran_ms::float8 as "ranMs"`;
  if (row === undefined) return null;
  const { sealed, ...replay } = row;
  const key = openKey(box, sealed, row.id);
  return { ...replay, key: key ?? null, hasLostKey: key === undefined };
}

/** Undefined if it was sealed with a SECRET_KEY that is gone. */
function openKey(box: SealedBox, sealed: string | null, id: string): string | null | undefined {
  try {
    return sealed === null ? null : box.open(sealed, keyContext(id));
  } catch (error) {
    if (error instanceof SealError) return undefined;
    throw error;
  }
}

/** Whether a process carries out a replay of the same account. */
const isUnderWay = (sql: Queries) => sql`exists (
  select from replays where account_id = due.account_id and ended_at is null and claimed_until > now())`;

/** Whether a replay waits whose account has none under way. */
export async function doOthersWait(sql: Queries): Promise<boolean> {
  const found = await sql`
    select from replays as due where ended_at is null and claimed_until <= now() and not ${isUnderWay(sql)} limit 1`;
  return found.length > 0;
}

/** For a process that is alone: whoever held a claim is gone. */
export async function releaseAllClaims(sql: Queries): Promise<void> {
  await sql`update replays set claimed_until = now() where ended_at is null and claimed_until > now()`;
}

type Claim = Pick<ClaimedReplay, 'id' | 'claim'>;

const claimEnd = (sql: Queries) => sql`now() + make_interval(secs => ${claimMs / 1000}::float8)`;
const isOurs = (sql: Queries, { id, claim }: Claim) =>
  sql`id = ${id} and claim = ${claim} and ended_at is null`;

/** The time since the claim was made or renewed counts as time in which the replay ran. */
const ran = (sql: Queries) => sql`ran_ms = ran_ms + greatest(0, least(${claimMs}::int,
  ms(now()) - ms(claimed_until) + ${claimMs}::int))`;

/** False if the replay was stopped or deleted, or if another process has it. */
export async function renewClaim(sql: Queries, claim: Claim): Promise<boolean> {
  const { count } = await sql`
    update replays set ${ran(sql)}, claimed_until = ${claimEnd(sql)} where ${isOurs(sql, claim)} and state = 'running'`;
  return count === 1;
}

/** Another process may go on at once. `gaveWay`: to replays of others, which is no interruption. */
export async function releaseClaim(
  sql: Queries,
  claim: Claim,
  { gaveWay = false }: { readonly gaveWay?: boolean } = {},
): Promise<void> {
  await sql`
    update replays set ${ran(sql)}, claimed_until = now(), gave_way = gave_way + ${gaveWay ? 1 : 0}::int
    where ${isOurs(sql, claim)}`;
}

/**
 * What is needed only while a replay runs goes. Sessions that are cut off are over, too: they keep the turns that were played.
 * They are looked for when the replay is locked, so that none begins meanwhile.
 */
async function endReplay(tx: Queries, isIt: Fragment, problem: string | null): Promise<void> {
  const state = problem === null ? 'done' : 'failed';
  const [ended] = await tx<{ id: string }[]>`
    update replays set state = case state when 'stopped' then state else ${state} end,
      problem = coalesce(problem, ${problem}), ended_at = now(), key_sealed = null, salt = null
    where ${isIt} and ended_at is null returning id`;
  if (ended === undefined) return;
  await tx`
    update replay_sessions set state = 'failed', problem = 'The replay ended before this session was over.', callbacks = '{}'
    where replay_id = ${ended.id} and state = 'playing'`;
}

export async function finishReplay(sql: Sql, claim: Claim, problem: string | null): Promise<void> {
  await sql.begin((tx) => endReplay(tx, isOurs(tx, claim), problem));
}

/**
 * False if it was over already. Sessions under way need LOGOUT, and the key for it: their process sends it and ends the replay. If
 * that process is gone, the next claim does.
 */
export async function stopReplay(tx: Queries, accountId: string, id: string, by: string): Promise<boolean> {
  const { count } = await tx`
    update replays set state = 'stopped', problem = ${`${by} stopped it.`}
    where id = ${id} and account_id = ${accountId} and state in ('waiting', 'running')`;
  if (count === 0) return false;
  const playing = await tx`select from replay_sessions where replay_id = ${id} and state = 'playing' limit 1`;
  if (playing.length === 0) await endReplay(tx, tx`id = ${id}`, null);
  return true;
}

export async function deleteReplay(tx: Queries, accountId: string, id: string): Promise<boolean> {
  const { count } = await tx`delete from replays where id = ${id} and account_id = ${accountId}`;
  return count === 1;
}

type ReplayRow = Omit<Replay, 'sessions' | 'summary'> & {
  readonly chosen: number;
  readonly played: number;
  readonly left: number;
};

const columns = (sql: Queries) => sql`
  id, ms(created_at) as "createdAt", created_by as "createdBy", ms(ended_at) as "endedAt", state, problem, brain,
  split_part(url, '?', 1) as url, model_name as "modelName", keep_user_ids as "keepUserIds", chosen,
  (select count(*)::int from replay_sessions where replay_id = id) as left,
  (select count(*)::int from replay_sessions where replay_id = id and state in ('played', 'failed')) as played`;

export async function listReplays(sql: Sql, accountId: string, page: TimePage): Promise<Listed<Replay>[]> {
  const rows = await sql<Listed<ReplayRow>[]>`
    select ${columns(sql)}, ${timePosition(sql)} as position from replays
    where account_id = ${accountId} ${newestFirst(sql, page)}`;
  return await withSummaries(sql, rows);
}

export async function hasReplay(sql: Queries, accountId: string, id: string): Promise<boolean> {
  const found = await sql`select from replays where id = ${id} and account_id = ${accountId}`;
  return found.length === 1;
}

export async function readReplay(sql: Queries, accountId: string, id: string): Promise<Replay | null> {
  const rows = await sql<ReplayRow[]>`
    select ${columns(sql)} from replays where id = ${id} and account_id = ${accountId}`;
  return (await withSummaries(sql, rows))[0] ?? null;
}

async function withSummaries<R extends ReplayRow>(sql: Queries, rows: readonly R[]) {
  const summaries = await readSummaries(
    sql,
    rows.map(({ id }) => id),
  );
  return rows.map(({ chosen, played, left, ...replay }) => ({
    ...replay,
    sessions: { chosen, played, deleted: chosen - left },
    summary: summaries.get(replay.id) ?? emptySummary,
  }));
}
