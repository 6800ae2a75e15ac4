import { changeInTransaction, type InSameTransaction, type Queries, type Sql } from '../db/index.ts';
import { type Clock, conflict, notFound } from '../kernel/index.ts';
import type { Outbound } from '../outbound/index.ts';
import { insertAttempts } from './attempt-rows.ts';
import {
  type Delivery,
  deliverWaiting,
  discardWaiting,
  markDelivered,
  readDelivery,
  readEventBody,
} from './delivery-log.ts';
import { type AttemptResult, send } from './send.ts';
import type { WebhookWithSecrets } from './webhook.ts';

export type ReplayDeps = {
  readonly sql: Sql;
  readonly clock: Clock;
  readonly outbound: Outbound;
  webhook(id: string): Promise<WebhookWithSecrets | null> | WebhookWithSecrets | null;
};

/**
 * Sends one delivery again at once, whether its webhook is paused or not. A success delivers it; a failure leaves it
 * as it was, and neither counts for the webhook's health.
 */
export async function replay(deps: ReplayDeps, id: number, accountId?: string): Promise<AttemptResult> {
  const { sql, clock } = deps;
  const delivery = await readDelivery(sql, id, accountId);
  if (delivery === null) throw notFound(`There is no delivery ${id}.`);
  if (delivery.eventName === 'webhook.test') throw conflict('A test is not replayed: send a new one.');
  const body = await readEventBody(sql, delivery);
  const webhook = await deps.webhook(delivery.webhookId);
  if (body === null) throw conflict(`The event of delivery ${id} has been deleted.`);
  if (webhook === null) throw conflict(`The webhook of delivery ${id} has been deleted.`);
  const { eventId, sequence } = delivery;
  const result = await send(deps.outbound, webhook, { eventId, sequence, body }, clock);
  await sql.begin(async (tx) => {
    await insertAttempts(tx, [{ deliveryId: id, kind: 'replay', result }]);
    if (!result.success) return;
    // It may have come to its end by itself meanwhile.
    if (!(await deliverWaiting(tx, id, clock.now()))) await markDelivered(tx, id);
  });
  return result;
}

export async function discard(
  deps: Pick<ReplayDeps, 'sql' | 'clock'>,
  id: number,
  accountId?: string,
  also?: InSameTransaction<void>,
): Promise<void> {
  const delivery = await readDelivery(deps.sql, id, accountId);
  if (delivery === null) throw notFound(`There is no delivery ${id}.`);
  if (!isWaiting(delivery)) throw conflict(`Delivery ${id} is ${delivery.state} and waits for nothing.`);
  const write = async (tx: Queries): Promise<void> => {
    if (!(await discardWaiting(tx, id, deps.clock.now())))
      throw conflict(`Delivery ${id} is being sent right now. Try again in a moment.`);
  };
  await changeInTransaction(deps.sql, write, also);
}

const isWaiting = ({ state }: Delivery): boolean => state === 'pending' || state === 'held';
