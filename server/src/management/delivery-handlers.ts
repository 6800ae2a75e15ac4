import type { BodyOf } from '@parley/protocol/management';
import type { Sql } from '../db/index.ts';
import { type Clock, notFound } from '../kernel/index.ts';
import type { OutboundByAccount } from '../outbound/index.ts';
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
import type { HandlersFor } from './call-context.ts';
import { numberCursor } from './cursor.ts';
import { attemptView, maskedHeaders } from './webhook-view.ts';

type Conditions = BodyOf<'deliveries.replayMany'>;

export function deliveryHandlers(deps: {
  sql: Sql;
  clock: Clock;
  webhooks: Webhooks;
  outbound: OutboundByAccount;
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
      const { limit = 50 } = query;
      const filter = { ...conditionsOf(query), accountId, limit, before: numberCursor(query.cursor) };
      const { items, next } = await listAccountDeliveries(sql, filter);
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
        tries: attempts.map((attempt) => ({
          ...attempt,
          passed: attempt.problem === null && attempt.stage === null,
          body: attempt.body?.toString('utf8') ?? null,
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
      const { ids: _, ...conditions } = body;
      const outcome = await replayMany(replayDeps, accountId, chosenBy(body));
      const target = conditions.webhook === undefined ? null : { kind: 'webhook', id: conditions.webhook };
      await audit(target, { ...conditions, ...outcome });
      return outcome;
    },

    'deliveries.discard': ({ change, accountId, part }) =>
      discard(change, clock, accountId, idOf(part('delivery'))),
    'deliveries.discardMany': ({ change, accountId, body }) =>
      discardMany(change, clock, accountId, chosenBy(body)),
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
  webhookId: webhook,
  state: status,
  event,
  sessionId: session,
  fromMs: from,
  toMs: to,
});

const chosenBy = ({ ids, ...conditions }: Conditions) => ({
  ...conditionsOf(conditions),
  ...(ids === undefined ? {} : { ids: ids.map(numberOf) }),
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

const deliveryView = (delivery: Delivery) => ({
  ...delivery,
  webhook: { id: delivery.webhookId, name: delivery.webhookName },
  event: delivery.eventName,
  status: delivery.state,
  dueAt: delivery.state === 'pending' ? delivery.dueAt : null,
});
