import { auditChange, type Change } from '../audit/index.ts';
import type { Queries } from '../db/index.ts';
import {
  conditionsIn,
  type DeliveryConditions,
  finishWaiting,
  isNotLeased,
  isOfAccount,
  readDelivery,
} from '../delivery/index.ts';
import { type Clock, conflict, invalid, notFound } from '../kernel/index.ts';
import * as rows from './webhook-rows.ts';

/** Gives up a delivery that waits. */
export async function discard(change: Change, clock: Clock, accountId: string, id: number): Promise<void> {
  const delivery = await readDelivery(change.tx, accountId, id);
  if (delivery === null) throw notFound('This delivery does not exist. Check its id.');
  const { state, webhookId, eventName } = delivery;
  if (state !== 'pending' && state !== 'held')
    throw conflict(`Delivery ${id} is ${state}. Only pending and held deliveries can be discarded.`);
  const { tx } = change;
  const now = clock.now();
  const chosen = tx`select id from deliveries where id = ${id} and ${isNotLeased(tx, now)} for update`;
  if ((await finishWaiting(tx, 'discarded', chosen, now)) === 0)
    throw conflict(`Delivery ${id} is being sent right now. Try again in a moment.`);
  await auditChange(change, {
    accountId,
    action: 'deliveries.discard',
    target: { kind: 'delivery', id: String(id), name: eventName },
    details: { webhook: webhookId },
  });
}

/** Either some ids, or all that wait for a webhook and match. */
export type DiscardFilter = DeliveryConditions & { readonly ids?: readonly number[] };

/** `more` if further matching deliveries were left for the next call. */
export type Discarded = { readonly discarded: number; readonly more: boolean };

const maxAtOnce = 5_000;
const nothing: Discarded = { discarded: 0, more: false };

/** Gives up deliveries that wait, oldest first. Those that are being sent right now are left alone. */
export async function discardMany(
  change: Change,
  clock: Clock,
  accountId: string,
  filter: DiscardFilter,
): Promise<Discarded> {
  const webhook = await mustFindWebhook(change.tx, accountId, filter);
  const waitingState = webhook?.state === 'paused' ? 'held' : 'pending';
  if (filter.ids === undefined && filter.state !== waitingState) return nothing;
  const discarded = await discardMatching(change.tx, accountId, filter, clock.now());
  if (discarded === 0) return nothing;
  const outcome = { discarded, more: discarded === maxAtOnce };
  const { webhookId, state, event, sessionId, fromMs, toMs } = filter;
  await auditChange(change, {
    accountId,
    action: 'deliveries.discardMany',
    ...(webhook === null ? {} : { target: { kind: 'webhook', id: webhook.id, name: webhook.name } }),
    details: {
      webhook: webhookId,
      status: state,
      event,
      session: sessionId,
      from: fromMs,
      to: toMs,
      ...outcome,
    },
  });
  return outcome;
}

/** Null if only ids are given. */
async function mustFindWebhook(
  tx: Queries,
  accountId: string,
  { ids, webhookId, state }: DiscardFilter,
): Promise<rows.WebhookRow | null> {
  if (ids === undefined && webhookId === undefined)
    throw invalid('Choose the webhook of the deliveries.', 'webhook');
  if (ids === undefined && state !== 'held' && state !== 'pending')
    throw invalid('Choose a status: held or pending.', 'status');
  if (webhookId === undefined) return null;
  const webhook = await rows.read(tx, accountId, webhookId);
  if (webhook === null) throw notFound('This webhook does not exist. Check its id.');
  return webhook;
}

function discardMatching(
  tx: Queries,
  accountId: string,
  { ids, webhookId, event, sessionId, fromMs, toMs }: DiscardFilter,
  nowMs: number,
): Promise<number> {
  const chosen = tx`
    select id from deliveries
    where account_id = ${accountId} and ${isOfAccount(tx, accountId)}
      ${ids === undefined ? tx`` : tx`and id = any(${[...ids]}::bigint[])`}
      ${webhookId === undefined ? tx`` : tx`and webhook_id = ${webhookId}`}
      ${conditionsIn(tx, { event, sessionId, fromMs, toMs })}
      and ${isNotLeased(tx, nowMs)}
    order by id limit ${maxAtOnce} for update skip locked`;
  return finishWaiting(tx, 'discarded', chosen, nowMs);
}
