import type { Sql } from '../db/index.ts';
import { type Clock, conflict, notFound } from '../kernel/index.ts';
import type { Outbound } from '../outbound/index.ts';
import { insertAttemptRows } from './complete.ts';
import { type Delivery, finishWaiting, markDelivered, readDelivery, readEventBody } from './delivery-log.ts';
import { type AttemptResult, send } from './send.ts';
import type { WebhookAtWork } from './webhook.ts';

export type ReplayNeeds = {
  readonly sql: Sql;
  readonly clock: Clock;
  readonly outbound: Outbound;
  webhook(id: string): Promise<WebhookAtWork | null> | WebhookAtWork | null;
};

/**
 * Sends one delivery again at once, whether its webhook is paused or not. A success delivers it; a failure leaves it
 * as it was, and neither counts for the webhook's health.
 */
export async function replay(needs: ReplayNeeds, id: number, accountId?: string): Promise<AttemptResult> {
  const { sql, clock } = needs;
  const delivery = await readDelivery(sql, id, accountId);
  if (delivery === null) throw notFound(`There is no delivery ${id}.`);
  const body = await readEventBody(sql, delivery);
  const webhook = await needs.webhook(delivery.webhookId);
  if (body === null) throw conflict(`The event of delivery ${id} has been deleted.`);
  if (webhook === null) throw conflict(`The webhook of delivery ${id} has been deleted.`);
  const { eventId, sequence } = delivery;
  const result = await send(needs.outbound, webhook, { eventId, sequence, body }, clock);
  await sql.begin(async (tx) => {
    await insertAttemptRows(tx, [{ deliveryId: id, kind: 'replay', result }]);
    if (!result.success) return;
    if (isWaiting(delivery)) await finishWaiting(tx, id, 'delivered', clock.now());
    else await markDelivered(tx, id);
  });
  return result;
}

export async function discard(
  needs: Pick<ReplayNeeds, 'sql' | 'clock'>,
  id: number,
  accountId?: string,
): Promise<void> {
  const delivery = await readDelivery(needs.sql, id, accountId);
  if (delivery === null) throw notFound(`There is no delivery ${id}.`);
  if (!isWaiting(delivery)) throw conflict(`Delivery ${id} is ${delivery.state} and waits for nothing.`);
  const discarded = await finishWaiting(needs.sql, id, 'discarded', needs.clock.now());
  if (!discarded) throw conflict(`Delivery ${id} is being sent right now. Try again in a moment.`);
}

const isWaiting = ({ state }: Delivery): boolean => state === 'pending' || state === 'held';
