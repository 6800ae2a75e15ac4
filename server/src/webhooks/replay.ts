import type { Sql } from '../db/index.ts';
import {
  type AttemptResult,
  type Delivery,
  deliverWaiting,
  insertAttempts,
  lockWaiting,
  makeAttempt,
  markDelivered,
  readDelivery,
  type WebhookWithSecrets,
} from '../delivery/index.ts';
import { readBody } from '../events/index.ts';
import { type Clock, conflict, notFound } from '../kernel/index.ts';
import type { OutboundByAccount } from '../outbound/index.ts';

export type ReplayDeps = {
  readonly sql: Sql;
  readonly clock: Clock;
  readonly outbound: OutboundByAccount;
  webhook(id: string): Promise<WebhookWithSecrets | null> | WebhookWithSecrets | null;
};

/**
 * Sends one delivery again at once, whether its webhook is paused or not. A success delivers it; a failure leaves it
 * as it was, and neither counts for the webhook's health.
 */
export async function replay(deps: ReplayDeps, accountId: string, id: number): Promise<AttemptResult> {
  const delivery = await readDelivery(deps.sql, accountId, id);
  if (delivery === null) throw notFound('This delivery does not exist. Check its id.');
  return await sendAgain(deps, delivery);
}

/** `isStillDue` is called as late as possible. */
export async function sendAgain(
  deps: ReplayDeps,
  delivery: Delivery,
  isStillDue?: () => Promise<boolean>,
): Promise<AttemptResult> {
  const { sql, clock } = deps;
  const { id } = delivery;
  if (delivery.eventName === 'webhook.test') throw conflict('A test cannot be replayed. Send a new one.');
  const body = await readBody(sql, delivery);
  const webhook = await deps.webhook(delivery.webhookId);
  if (body === null) throw conflict(`The event of delivery ${id} has been deleted.`);
  if (webhook === null) throw conflict(`The webhook of delivery ${id} has been deleted.`);
  const { eventId, sequence } = delivery;
  const options = isStillDue === undefined ? {} : { isStillDue };
  const result = await makeAttempt(deps, webhook, { eventId, sequence, body }, options);
  if (result === null)
    throw conflict(`Could not replay delivery ${id}, because the account no longer allows it.`);
  await sql.begin(async (tx) => {
    await lockWaiting(tx, id);
    await insertAttempts(tx, [{ deliveryId: id, kind: 'replay', result }]);
    if (!result.success) return;
    // The delivery may have finished by itself meanwhile.
    if (!(await deliverWaiting(tx, id, clock.now()))) await markDelivered(tx, id);
  });
  return result;
}
