import type { Queries } from '../db/index.ts';
import type { StoredEvent } from './event.ts';

/** Writes an event inside the transaction that makes it true. */
export async function enqueue(tx: Queries, event: StoredEvent): Promise<void> {
  await enqueueAll(tx, [event]);
}

export function enqueueAll(tx: Queries, events: readonly StoredEvent[]) {
  return tx`
    insert into events (id, account_id, avatar_id, session_id, sequence, name, body, created_at)
    select id, account_id, avatar_id, session_id, sequence, name, body, to_timestamp(at / 1000.0)
    from unnest(
      ${events.map((event) => event.id)}::text[],
      ${events.map((event) => event.accountId)}::text[],
      ${events.map((event) => event.avatarId)}::bigint[],
      ${events.map((event) => event.sessionId)}::text[],
      ${events.map((event) => event.sequence)}::integer[],
      ${events.map((event) => event.name)}::text[],
      ${events.map((event) => event.body)}::text[],
      ${events.map((event) => event.createdAtMs)}::bigint[]
    ) as row (id, account_id, avatar_id, session_id, sequence, name, body, at)
    on conflict (id) do nothing`;
}
