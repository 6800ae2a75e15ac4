import type { BodyOf, Delivery as DeliveryAnswer } from '@parley/protocol/management';
import type { Sql } from '../db/index.ts';
import { type Clock, notFound } from '../kernel/index.ts';
import type { Outbound } from '../outbound/index.ts';
import {
  type Delivery,
  type DeliveryConditions,
  discard,
  discardMany,
  headersFor,
  listAccountDeliveries,
  readAttempts,
  readDelivery,
  readEventBody,
  replay,
  replayMany,
  type Webhooks,
  type WebhookWithSecrets,
} from '../webhooks/index.ts';
import { done } from './answers.ts';
import type { HandlersFor } from './call-context.ts';
import { numberCursor } from './cursor.ts';
import { attemptView, maskedHeaders } from './webhook-view.ts';

type Conditions = Omit<BodyOf<'deliveries.replayMany'>, 'ids'>;

export function deliveryHandlers(deps: {
  sql: Sql;
  clock: Clock;
  webhooks: Webhooks;
  outbound: Outbound;
}): HandlersFor<'deliveries'> {
  const { sql, clock, webhooks } = deps;
  const replayDeps = { ...deps, webhook: webhooks.withSecrets };
  const read = async (accountId: string, id: number): Promise<Delivery> => {
    const found = await readDelivery(sql, accountId, id);
    if (found === null) throw unknownDelivery();
    return found;
  };

  return {
    async 'deliveries.list'({ accountId, query }) {
      const { cursor, limit, ...conditions } = query;
      const before = numberCursor(cursor);
      const { items, next } = await listAccountDeliveries(sql, {
        ...conditionsOf(conditions),
        accountId,
        limit: limit ?? 50,
        ...(before === undefined ? {} : { before }),
      });
      return { items: items.map(deliveryView), next: next === null ? null : String(next) };
    },

    async 'deliveries.get'({ accountId, part }) {
      const delivery = await read(accountId, idOf(part('delivery')));
      const [payload, attempts, webhook] = await Promise.all([
        readEventBody(sql, delivery),
        readAttempts(sql, delivery.id),
        webhooks.withSecrets(delivery.webhookId),
      ]);
      const isSendable = payload !== null && webhook !== null;
      return {
        ...deliveryView(delivery),
        payload,
        headers: isSendable ? shownHeaders(webhook, delivery, payload, clock.now()) : {},
        tries: attempts.map(({ body, problem, stage, ...attempt }) => ({
          ...attempt,
          stage,
          problem,
          passed: problem === null && stage === null,
          body: body?.toString('utf8') ?? null,
        })),
        canReplay: isSendable && delivery.eventName !== 'webhook.test',
        canDiscard: delivery.state === 'pending' || delivery.state === 'held',
      };
    },

    async 'deliveries.replay'({ accountId, part, audit }) {
      const { id, eventName, webhookId } = await read(accountId, idOf(part('delivery')));
      const result = await replay(replayDeps, accountId, id);
      const target = { kind: 'delivery', id: String(id), name: eventName };
      await audit(target, { webhook: webhookId, delivered: result.success });
      return attemptView(result, 'replay');
    },

    async 'deliveries.replayMany'({ accountId, body, audit }) {
      const { ids, ...conditions } = body;
      const outcome = await replayMany(replayDeps, accountId, {
        ...conditionsOf(conditions),
        ...(ids === undefined ? {} : { ids: ids.map(numberOf) }),
      });
      const target = conditions.webhook === undefined ? null : { kind: 'webhook', id: conditions.webhook };
      await audit(target, { ...conditions, ...outcome });
      return outcome;
    },

    async 'deliveries.discard'({ change, accountId, part }) {
      await discard(change, clock, accountId, idOf(part('delivery')));
      return done;
    },

    async 'deliveries.discardMany'({ change, accountId, body }) {
      const { ids, ...conditions } = body;
      return await discardMany(change, clock, accountId, {
        ...conditionsOf(conditions),
        ...(ids === undefined ? {} : { ids: ids.map(numberOf) }),
      });
    },
  };
}

const unknownDelivery = () => notFound('There is no such delivery.');

/** 0, which no delivery has, for text that cannot be an id. */
const numberOf = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : 0);

function idOf(text: string): number {
  const id = numberOf(text);
  if (id === 0) throw unknownDelivery();
  return id;
}

const conditionsOf = ({ webhook, status, event, session, from, to }: Conditions): DeliveryConditions => ({
  ...(webhook === undefined ? {} : { webhookId: webhook }),
  ...(status === undefined ? {} : { state: status }),
  ...(event === undefined ? {} : { event }),
  ...(session === undefined ? {} : { sessionId: session }),
  ...(from === undefined ? {} : { fromMs: from }),
  ...(to === undefined ? {} : { toMs: to }),
});

/** The headers that a delivery would be sent with now. */
function shownHeaders(
  webhook: WebhookWithSecrets,
  { eventId, sequence }: Delivery,
  body: string,
  now: number,
): Record<string, string> {
  return maskedHeaders(webhook, headersFor(webhook, { eventId, sequence, body }, now));
}

function deliveryView(delivery: Delivery): DeliveryAnswer {
  return {
    id: String(delivery.id),
    webhook: { id: delivery.webhookId, name: delivery.webhookName },
    eventId: delivery.eventId,
    sequence: delivery.sequence,
    event: delivery.eventName,
    sessionId: delivery.sessionId,
    status: delivery.state,
    attempts: delivery.attempts,
    lastStatus: delivery.lastStatus,
    createdAt: delivery.createdAt,
    finishedAt: delivery.finishedAt,
    dueAt: delivery.state === 'pending' ? delivery.dueAt : null,
  };
}
