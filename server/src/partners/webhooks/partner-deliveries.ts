import { inOneSnapshot, type Queries, type Sql } from '../../db/index.ts';
import {
  type AttemptResult,
  type Delivery,
  type DeliveryPage,
  listPage,
  type PageOfDeliveries,
  readPartnerDelivery,
} from '../../delivery/index.ts';
import { isCoveredBy } from '../../events/index.ts';
import { conflict, notFound } from '../../kernel/index.ts';
import { type ReplayDeps, sendAgain } from '../../webhooks/index.ts';
import { findPartnerWebhook } from './partner-webhook-rows.ts';

export type PartnerDeliveryFilter = Omit<PageOfDeliveries, 'webhookId'> & { readonly partnerId: string };

/** The deliveries of a partner's webhook, newest first. For the operator: accounts never see them. */
export const listPartnerDeliveries = (
  sql: Sql,
  { partnerId, ...filter }: PartnerDeliveryFilter,
): Promise<DeliveryPage> =>
  inOneSnapshot(sql, async (snapshot) => {
    const webhook = await findPartnerWebhook(snapshot, partnerId);
    if (webhook === null) throw notFound('This partner does not exist. Check its id.');
    return await listPage(snapshot, { ...filter, webhooks: [webhook] });
  });

/**
 * Sends one delivery again at once, as `replay` does for accounts. The log keeps deliveries that were discarded when an
 * account withdrew its grant. Those are not sent any more, not even under a new grant, except for the message that the
 * grant has ended.
 */
export async function replayPartnerDelivery(
  deps: ReplayDeps,
  partnerId: string,
  id: number,
): Promise<AttemptResult> {
  const { sql } = deps;
  const delivery = await readPartnerDelivery(sql, partnerId, id);
  if (delivery === null) throw notFound('This delivery does not exist. Check its id.');
  const isAllowed = () => isCovered(sql, partnerId, delivery);
  if (!(await isAllowed()))
    throw conflict('The account no longer allows this partner to receive this event.');
  return await sendAgain(deps, delivery, isAllowed);
}

async function isCovered(
  sql: Queries,
  partnerId: string,
  { accountId, eventId, eventAt, eventName }: Delivery,
): Promise<boolean> {
  if (eventName === 'customer:logout') return true;
  const covered = isCoveredBy(sql, sql`grants.id`, {
    avatarId: sql`events.avatar_id`,
    beganAt: sql`events.created_at`,
    endedAt: sql`events.created_at`,
    hasWords: sql`events.name in ('agent:message', 'session:conversation', 'session:person-requested')`,
  });
  const [found] = await sql`
    select from grants, events
    where grants.account_id = ${accountId} and grants.partner_id = ${partnerId} and withdrawn_at is null
      and events.id = ${eventId}
      and events.created_at between to_timestamp((${eventAt}::bigint - 1) / 1000.0) and to_timestamp((${eventAt}::bigint + 1) / 1000.0)
      and (avatar_ids is null or avatar_id is null or avatar_id = any(avatar_ids)) and ${covered}`;
  return found !== undefined;
}
