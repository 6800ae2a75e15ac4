import type { BodyOf } from '@parley/protocol/management';
import type { Sql } from '../../db/index.ts';
import {
  type Delivery,
  type DeliveryConditions,
  headersInRecord,
  readAttempts,
} from '../../delivery/index.ts';
import { LongBody, readBody } from '../../events/index.ts';
import { notFound } from '../../kernel/index.ts';
import type { Webhooks } from '../../webhooks/index.ts';

const unknownDelivery = () => notFound('This delivery does not exist. Check its id.');

export function mustExist(delivery: Delivery | null): Delivery {
  if (delivery === null) throw unknownDelivery();
  return delivery;
}

/** For text that cannot be an id: 0, which no delivery has. */
export const deliveryNumberOf = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : 0);

export function deliveryIdOf(text: string): number {
  const id = deliveryNumberOf(text);
  if (id === 0) throw unknownDelivery();
  return id;
}

export const conditionsOf = ({
  webhook,
  status,
  event,
  session,
  from,
  to,
}: Omit<BodyOf<'deliveries.replayMany'>, 'ids'>): DeliveryConditions => ({
  webhookId: webhook,
  state: status,
  event,
  sessionId: session,
  fromMs: from,
  toMs: to,
});

export const deliveryView = (delivery: Delivery) => ({
  ...delivery,
  webhook: { id: delivery.webhookId, name: delivery.webhookName },
  event: delivery.eventName,
  status: delivery.state,
  dueAt: delivery.state === 'pending' ? delivery.dueAt : null,
});

/** Reads a delivery with its payload and every attempt. */
export function createDeliveryReader(deps: { sql: Sql; webhooks: Pick<Webhooks, 'withSecrets'> }) {
  const { sql, webhooks } = deps;
  return async (delivery: Delivery) => {
    const [body, attempts, webhook] = await Promise.all([
      readBody(sql, delivery),
      readAttempts(sql, delivery.id),
      webhooks.withSecrets(delivery.webhookId),
    ]);
    const isSendable = body !== null && webhook !== null;
    const isLong = body instanceof LongBody;
    const tries = attempts.map((attempt) => ({
      ...attempt,
      passed: attempt.problem === null && attempt.stage === null,
      body: attempt.body?.toString('utf8') ?? null,
      headers: headersInRecord(attempt.headers),
    }));
    return {
      ...deliveryView(delivery),
      payload: isLong ? await body.beginning() : body,
      payloadTruncated: isLong,
      headers: tries.at(-1)?.headers ?? {},
      tries,
      canReplay: isSendable && delivery.eventName !== 'webhook.test',
      canDiscard: delivery.state === 'pending' || delivery.state === 'held',
    };
  };
}
