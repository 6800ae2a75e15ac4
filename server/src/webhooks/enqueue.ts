import type { Queries } from '../db/index.ts';
import type { StoredEvent } from './event.ts';

/** Writes an event inside the transaction that makes it true, and what has to be delivered of it. */
export async function enqueue(tx: Queries, event: StoredEvent): Promise<readonly Enqueued[]> {
  return await enqueueAll(tx, [event]);
}

/** A delivery that now waits for its webhook. */
export type Enqueued = { readonly webhookId: string };

/**
 * An event of a session goes to the webhook that the session began with. Any other event goes to the webhook that its
 * avatar has at this moment. Either way only if that webhook wants such events.
 */
export function enqueueAll(tx: Queries, events: readonly StoredEvent[]) {
  return tx<Enqueued[]>`
    with given as materialized (
      select id, to_timestamp(at / 1000.0) as created_at, account_id, avatar_id, session_id, sequence, name, body
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
    ), written as (
      insert into events (id, created_at, account_id, avatar_id, session_id, sequence, name, body)
      select * from given
      on conflict do nothing
      returning id
    )
    insert into deliveries (account_id, webhook_id, event_id, event_at, event_name, session_id, sequence, due_at)
    select given.account_id, webhooks.id, given.id, given.created_at, given.name, given.session_id,
      given.sequence, least(given.created_at, now())
    from given
      join written on written.id = given.id
      join avatars on avatars.id = given.avatar_id
      left join sessions on sessions.id = given.session_id
      join webhooks on webhooks.id = case when sessions.id is null then avatars.webhook_id else sessions.webhook_id end
    where webhooks.deleted_at is null and (webhooks.events is null or given.name = any(webhooks.events))
    returning webhook_id as "webhookId"`;
}
