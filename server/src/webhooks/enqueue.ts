import type { Queries } from '../db/index.ts';
import { type DueDelivery, dueAtMs } from './claim.ts';
import type { StoredEvent } from './event.ts';

/** Writes an event inside the transaction that makes it true, and what has to be delivered of it. */
export async function enqueue(tx: Queries, event: StoredEvent): Promise<readonly Enqueued[]> {
  return await enqueueAll(tx, [event]);
}

/** A delivery that now waits for its webhook. */
export type Enqueued = DueDelivery;

/**
 * An event of a session goes to the webhook that the session began with. Any other event goes to the webhook that its
 * avatar has at this moment. Either way only if that webhook wants such events. Arrays tell a session without a webhook
 * from no session. Sessions are looked up one by one, because a join may read all of them.
 */
export function enqueueAll(tx: Queries, events: readonly StoredEvent[]) {
  return tx<Enqueued[]>`
    with written as (
      insert into events (id, created_at, account_id, avatar_id, session_id, sequence, name, body)
      select id, to_timestamp(at / 1000.0), account_id, avatar_id, session_id, sequence, name, body
      from unnest(
        ${events.map((event) => event.id)}::text[],
        ${events.map((event) => event.createdAtMs)}::bigint[],
        ${events.map((event) => event.accountId)}::text[],
        ${events.map((event) => event.avatarId)}::bigint[],
        ${events.map((event) => event.sessionId)}::text[],
        ${events.map((event) => event.sequence)}::integer[],
        ${events.map((event) => event.name)}::text[],
        ${events.map((event) => event.body)}::text[]
      ) as row (id, at, account_id, avatar_id, session_id, sequence, name, body)
      on conflict do nothing
      returning id, created_at, account_id, avatar_id, session_id, sequence, name
    ), targeted as materialized (
      select written.*, (coalesce(
        (select array[sessions.webhook_id] from sessions where sessions.id = written.session_id),
        (select array[avatars.webhook_id] from avatars where avatars.id = written.avatar_id)
      ))[1] as webhook_id
      from written
    )
    insert into deliveries (account_id, webhook_id, event_id, event_at, event_name, session_id, sequence, due_at)
    select account_id, webhook_id, id, created_at, name, session_id, sequence, least(created_at, now())
    from targeted
      cross join lateral (
        select from webhooks
        where webhooks.id = targeted.webhook_id and webhooks.deleted_at is null
          and (webhooks.events is null or targeted.name = any(webhooks.events))
        limit 1
      ) as wanted
    returning webhook_id as "webhookId", account_id as "accountId", ${dueAtMs(tx)}`;
}
