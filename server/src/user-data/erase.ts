import type { Erased } from '@parley/protocol/management';
import { auditChange, type Change } from '../audit/index.ts';
import type { Fragment, Queries } from '../db/index.ts';
import { conflict } from '../kernel/index.ts';
import { readVisitor } from './visitors.ts';

/**
 * Deletes, in one transaction, everything that says who a visitor was or what they said: transcript, turns, answers of
 * shadows, replays, requests to the endpoint, ratings, events and their waiting deliveries, names and the browser's secret. The sessions stay,
 * without a person.
 */
export async function eraseVisitor(change: Change, accountId: string, id: string): Promise<Erased> {
  const { tx } = change;
  // A visitor may have said so much that this takes longer than other statements may.
  await tx`set local statement_timeout = '10min'`;
  await tx`select from visitors where id = ${id}::bigint and account_id = ${accountId} for update`;
  await readVisitor(tx, accountId, id);
  // Not locked: with two kinds of locks on a row, a batch that waits for it would not see that it has changed.
  const sessions = await tx<{ id: string; state: string }[]>`
      select id, state from sessions where visitor_id = ${id}::bigint and account_id = ${accountId}`;
  if (sessions.some(({ state }) => state !== 'ended'))
    throw conflict('This visitor is in a live session. Disconnect the session first, then erase.');
  const ids = sessions.map((session) => session.id);
  const ofThem = tx`session_id = any(${ids}::text[]) and account_id = ${accountId}`;
  // This may take long. Meanwhile words of these sessions may still be stored, in one batch with those of other visitors.
  const most = await deleteWords(tx, accountId, ids);
  const waiting = await tx<Delivery[]>`select id from deliveries where ${ofThem}`;
  await deleteLog(tx, ofThem);
  // From here on such batches wait, and then leave these sessions out.
  await tx`select from sessions where id = any(${ids}::text[]) order by id for update`;
  const rest = await deleteWords(tx, accountId, ids);
  await deleteDeliveries(tx, ofThem, waiting);
  // Only now: a visitor who rates again locks the session first, and then waits for the earlier rating.
  await tx`delete from ratings where session_id = any(${ids}::text[])`;
  await tx`
      update sessions set user_name = 'Erased', page_user_id = null, login_sealed = null, unsaid = null,
        registered_tags = null, person_reason = null, forgotten_at = coalesce(forgotten_at, now()),
        -- A transcript that is being made must not be published any more.
        transcript = case transcript when 'due' then 'done' else transcript end,
        brain_sealed = case when logout = 'due' then brain_sealed end
      where id = any(${ids}::text[])`;
  await tx`
      update audit_log set target_name = null where account_id = ${accountId}
        and ((target_kind = 'visitor' and target_id = ${id})
          or (target_kind = 'session' and target_id = any(${ids}::text[])))`;
  await tx`update visitors set page_user_id = null, secret_hash = null where id = ${id}::bigint`;
  const erased = {
    sessions: ids.length,
    messages: most.messages + rest.messages,
    turns: most.turns + rest.turns,
    events: most.events + rest.events,
  };
  // The audit log must not keep the page's own id of the user, because it is being erased.
  const target = { kind: 'visitor', id };
  await auditChange(change, { accountId, action: 'data.erase', target, details: erased });
  return erased;
}

type Delivery = { readonly id: number };

/** Deletes what was said in these sessions, and their events. */
async function deleteWords(
  tx: Queries,
  accountId: string,
  ids: readonly string[],
): Promise<Omit<Erased, 'sessions'>> {
  const messages = await tx`delete from messages where session_id = any(${[...ids]}::text[])`;
  const turns = await tx`delete from turns where session_id = any(${[...ids]}::text[])`;
  await tx`delete from shadow_answers where session_id = any(${[...ids]}::text[])`;
  await tx`delete from replay_sessions where session_id = any(${[...ids]}::text[])`;
  await tx`delete from gateway_exchanges where session_id = any(${[...ids]}::text[])`;
  const events = await tx`
      delete from events where session_id = any(${[...ids]}::text[]) and account_id = ${accountId}`;
  return { messages: messages.count, turns: turns.count, events: events.count };
}

async function deleteLog(tx: Queries, condition: Fragment): Promise<void> {
  await tx`
    with gone as (delete from finished_deliveries where ${condition} returning id)
    delete from attempts where delivery_id in (select id from gone)`;
}

/** Those that wait, and what was finished since they were read, without reading the whole log again. */
async function deleteDeliveries(tx: Queries, ofThem: Fragment, waiting: readonly Delivery[]): Promise<void> {
  const rest = await tx<Delivery[]>`
    delete from deliveries where id in (select id from deliveries where ${ofThem} order by id for update) returning id`;
  const ids = [...waiting, ...rest].map(({ id }) => id);
  await tx`delete from attempts where delivery_id = any(${ids}::bigint[])`;
  await deleteLog(tx, tx`${ofThem} and id = any(${ids}::bigint[])`);
  await deleteLog(tx, tx`${ofThem} and finished_at > now() - interval '1 hour'`);
}
