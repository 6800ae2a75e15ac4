import { type Fragment, type Queries, rememberedSessions } from '../db/index.ts';
import { type DueDelivery, dueAtMs } from './due-delivery.ts';
import type { StoredEvent } from './event.ts';
import { isCoveredBy } from './grant-coverage.ts';

/** Writes events and their deliveries inside the transaction that makes them true. Those of erased sessions are left out. */
export async function enqueue(tx: Queries, event: StoredEvent): Promise<readonly Enqueued[]> {
  return await enqueueAll(tx, [event]);
}

/** A delivery that now waits for its webhook. */
export type Enqueued = DueDelivery;

/**
 * One statement, in parts: it locks the sessions, writes the events, finds the webhooks that want them, and writes a
 * delivery for each. Every part reads what the parts before it have named.
 */
export function enqueueAll(tx: Queries, events: readonly StoredEvent[]) {
  return tx<Enqueued[]>`
    with remembered as (${rememberedSessions(
      tx,
      events.map((event) => event.sessionId),
    )}),
      written as (${insertEvents(tx, events)}),
      begun as materialized (${beginnings(tx, events)}),
      targeted as materialized (${withWebhook(tx)}),
      granted as materialized (${lockGrants(tx, events)}),
      wanted as materialized (
        ${forOwnWebhook(tx)} union all ${forGrantedPartners(tx)} union all ${forOnePartner(tx)}
      ),
      inserted as (
        insert into deliveries (account_id, webhook_id, event_id, event_at, event_name, session_id, sequence, due_at)
        select account_id, webhook_id, id, created_at, name, session_id, sequence, least(created_at, now()) from wanted
      )
    select webhook_id as "webhookId", owner_id as "ownerId", ${dueAtMs(tx, tx`least(created_at, now())`)} from wanted`;
}

const insertEvents = (tx: Queries, events: readonly StoredEvent[]): Fragment => tx`
  insert into events (id, created_at, account_id, avatar_id, session_id, sequence, name, body, partner_id)
  select id, to_timestamp(at / 1000.0), account_id, avatar_id, session_id, sequence, name, body, partner_id
  from unnest(
    ${events.map((event) => event.id)}::text[],
    ${events.map((event) => event.createdAtMs)}::bigint[],
    ${events.map((event) => event.accountId)}::text[],
    ${events.map((event) => event.avatarId)}::bigint[],
    ${events.map((event) => event.sessionId)}::text[],
    ${events.map((event) => event.sequence)}::integer[],
    ${events.map((event) => event.name)}::text[],
    ${events.map((event) => event.body)}::text[],
    ${events.map((event) => event.partnerId)}::text[]
  ) as row (id, at, account_id, avatar_id, session_id, sequence, name, body, partner_id)
  where session_id is null or session_id in (select id from remembered)
  on conflict do nothing
  returning id, created_at, account_id, avatar_id, session_id, sequence, name, partner_id`;

const isShared = ({ partnerId }: StoredEvent): boolean => partnerId === null;

/** When that which events tell began, if that was earlier. */
function beginnings(tx: Queries, events: readonly StoredEvent[]): Fragment {
  const begun = events.filter((event) => isShared(event) && event.beganAtMs !== null);
  return tx`
    select id, to_timestamp(ms / 1000.0) as at from unnest(
      ${begun.map((event) => event.id)}::text[], ${begun.map((event) => event.beganAtMs)}::bigint[]) as row (id, ms)`;
}

/**
 * The grant stays locked until the commit, so that a withdrawal finds every delivery that was written under it. Grants
 * of several accounts are always locked in the order of the accounts. An event for one partner takes no lock here:
 * otherwise two withdrawals at the same moment would wait for each other's grants.
 */
function lockGrants(tx: Queries, events: readonly StoredEvent[]): Fragment {
  const accountIds = [...new Set(events.filter(isShared).map(({ accountId }) => accountId))].sort();
  return tx`
    select found.* from unnest(${accountIds}::text[]) as account (id)
      cross join lateral (
        select id, account_id, partner_id, avatar_ids, conversations from grants
        where grants.account_id = account.id and grants.withdrawn_at is null
        for share
      ) as found`;
}

/**
 * An event of a session goes to the webhook that the session began with. Any other event goes to the webhook that its
 * avatar has at this moment. Arrays distinguish a session without a webhook from no session. Sessions are looked up one
 * by one, because the planner may read all of them for a SQL join.
 */
const withWebhook = (tx: Queries): Fragment => tx`
  select written.*, (coalesce(
    (select array[sessions.webhook_id] from sessions where sessions.id = written.session_id),
    (select array[avatars.webhook_id] from avatars where avatars.id = written.avatar_id)
  ))[1] as webhook_id
  from written where partner_id is null`;

const forOwnWebhook = (tx: Queries): Fragment => tx`
  select targeted.*, account_id as owner_id
  from targeted
    cross join lateral (
      select from webhooks
      where webhooks.id = targeted.webhook_id and webhooks.deleted_at is null
        and (webhooks.events is null or targeted.name = any(webhooks.events))
      limit 1
    ) as own`;

/** The reason of a request may be words of the visitor. */
const hasWords = (tx: Queries): Fragment => tx`written.name in ('agent:message', 'session:person-requested')`;

/**
 * The event also goes to each partner whose grant covers the avatar, and covered it when the event happened: it may be
 * written after a grant that is younger than itself. A conversation has an event of its own for each partner. A message
 * is a part of a conversation, so it goes only to partners that may read the whole conversation.
 */
const forGrantedPartners = (tx: Queries): Fragment => tx`
  select written.*, partners_own.id, granted.partner_id
  from granted
    join written on written.account_id = granted.account_id
      and (granted.avatar_ids is null or written.avatar_id is null or written.avatar_id = any(granted.avatar_ids))
      and ${isCoveredBy(tx, tx`granted.id`, {
        avatarId: tx`written.avatar_id`,
        beganAt: tx`coalesce((select at from begun where begun.id = written.id), written.created_at)`,
        endedAt: tx`written.created_at`,
        hasWords: hasWords(tx),
      })}
    cross join lateral (${webhookOf(tx, tx`granted.partner_id`, tx`false`)}) as partners_own
  where written.partner_id is null and written.name <> 'session:conversation'
    and (not ${hasWords(tx)} or granted.conversations and exists (
      select from partners, avatars
      where partners.id = granted.partner_id and partners.conversations
        and avatars.id = written.avatar_id and avatars.transcript
    ))`;

/** An event for one partner alone. `customer:logout` cannot be chosen: every partner gets it. */
const forOnePartner = (tx: Queries): Fragment => tx`
  select written.*, partners_own.id, written.partner_id
  from written
    cross join lateral (
      ${webhookOf(tx, tx`written.partner_id`, tx`written.name = 'customer:logout'`)}
    ) as partners_own
  where written.partner_id is not null`;

const webhookOf = (tx: Queries, partnerId: Fragment, isSentAnyway: Fragment): Fragment => tx`
  select webhooks.id from webhooks
  where webhooks.partner_id = ${partnerId} and webhooks.deleted_at is null
    and (webhooks.events is null or written.name = any(webhooks.events) or ${isSentAnyway})
  limit 1`;
