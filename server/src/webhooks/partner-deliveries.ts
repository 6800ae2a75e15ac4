import type { Queries, Sql } from '../db/index.ts';
import { notFound } from '../kernel/index.ts';
import type { DeliveryConditions, DeliveryPage } from './account-deliveries.ts';
import type { Delivery } from './delivery-log.ts';
import type { ReplayDeps } from './replay.ts';
import type { AttemptResult } from './send.ts';

export type PartnerDeliveryFilter = Omit<DeliveryConditions, 'webhookId'> & {
  readonly partnerId: string;
  readonly before?: number | undefined;
  readonly limit: number;
};

/** The deliveries of a partner's webhook, newest first. For the operator: accounts never see them. */
export async function listPartnerDeliveries(
  _sql: Sql,
  _filter: PartnerDeliveryFilter,
): Promise<DeliveryPage> {
  throw notFound('There is no such partner.');
}

export async function readPartnerDelivery(
  _sql: Queries,
  _partnerId: string,
  _id: number,
): Promise<Delivery | null> {
  return null;
}

/** Sends one delivery again at once, unless the account has withdrawn its grant. */
export async function replayPartnerDelivery(
  _deps: ReplayDeps,
  _partnerId: string,
  _id: number,
): Promise<AttemptResult> {
  throw notFound('There is no such delivery.');
}
