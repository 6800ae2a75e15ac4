import type { Delivery as DeliveryAnswer, ManagementCallTypes } from '@parley/protocol/management';
import type { Sql } from '../../db/index.ts';
import { type Clock, invalid, notFound, Refusal } from '../../kernel/index.ts';
import type { Outbound } from '../../outbound/index.ts';
import {
  type AccountDeliveryFilter,
  type Delivery,
  discard,
  discardMany,
  headersFor,
  listAccountDeliveries,
  maxReplayed,
  readAttempts,
  readDelivery,
  readEventBody,
  replay,
  type Webhook,
  type Webhooks,
} from '../../webhooks/index.ts';
import { done, type HandlersFor } from './call-context.ts';
import { numberCursor } from './cursor.ts';
import { attemptOf, maskedHeaders } from './webhook-handlers.ts';

type Query = ManagementCallTypes['deliveries.list']['query'];

const replayBudgetMs = 20_000;
const replaysAtOnce = 8;

export function deliveryHandlers(deps: {
  sql: Sql;
  clock: Clock;
  webhooks: Webhooks;
  outbound: Outbound;
}): HandlersFor<'deliveries'> {
  const { sql, clock, webhooks, outbound } = deps;
  const replayNeeds = { sql, clock, outbound, webhook: webhooks.withSecrets };

  const filterOf = (all: readonly Webhook[], query: Query): Omit<AccountDeliveryFilter, 'limit'> => {
    const meant = query.webhook === undefined ? all : all.filter(({ id }) => id === query.webhook);
    if (query.webhook !== undefined && meant.length === 0) throw notFound('There is no such webhook.');
    return {
      webhooks: meant,
      ...(query.status === undefined ? {} : { state: query.status }),
      ...(query.event === undefined ? {} : { event: query.event }),
      ...(query.session === undefined ? {} : { sessionId: query.session }),
      ...(query.from === undefined ? {} : { fromMs: query.from }),
      ...(query.to === undefined ? {} : { toMs: query.to }),
    };
  };
  const read = async (text: string, accountId: string): Promise<Delivery> => {
    const found = /^\d{1,15}$/.test(text) ? await readDelivery(sql, Number(text), accountId) : null;
    if (found === null) throw notFound('There is no such delivery.');
    return found;
  };
  const targetOf = ({ id, eventName }: Delivery) => ({ kind: 'delivery', id: String(id), name: eventName });

  return {
    async 'deliveries.list'({ accountId, query }) {
      const all = await webhooks.list(accountId);
      const before = numberCursor(query.cursor);
      const { items, next } = await listAccountDeliveries(sql, {
        ...filterOf(all, query),
        limit: query.limit ?? 50,
        ...(before === undefined ? {} : { before }),
      });
      const names = new Map(all.map(({ id, name }) => [id, name]));
      return {
        items: items.map((item) => deliveryView(item, names.get(item.webhookId) ?? '')),
        next: next === null ? null : String(next),
      };
    },

    async 'deliveries.get'({ accountId, part }) {
      const delivery = await read(part('delivery'), accountId);
      const [payload, attempts, withSecrets, webhook] = await Promise.all([
        readEventBody(sql, delivery),
        readAttempts(sql, delivery.id),
        webhooks.withSecrets(delivery.webhookId),
        readName(sql, delivery.webhookId),
      ]);
      const waits = delivery.state === 'pending' || delivery.state === 'held';
      const { eventId, sequence } = delivery;
      return {
        ...deliveryView(delivery, webhook),
        payload,
        headers:
          withSecrets === null || payload === null
            ? {}
            : maskedHeaders(
                withSecrets,
                headersFor(withSecrets, { eventId, sequence, body: payload }, clock.now()),
              ),
        tries: attempts.map(({ at, body, problem, status, stage, kind, durationMs }) => ({
          at,
          kind,
          durationMs,
          status,
          stage,
          problem,
          passed: problem === null && stage === null,
          body: body?.toString('utf8') ?? null,
        })),
        canReplay: payload !== null && withSecrets !== null && delivery.eventName !== 'webhook.test',
        canDiscard: waits,
      };
    },

    async 'deliveries.replay'({ accountId, part, audit }) {
      const delivery = await read(part('delivery'), accountId);
      const result = await replay(replayNeeds, delivery.id, accountId);
      await audit(targetOf(delivery), { webhook: delivery.webhookId, delivered: result.success });
      return attemptOf(result, 'replay');
    },

    async 'deliveries.replayMany'({ accountId, body, audit }) {
      const { ids, ...query } = body;
      const chosen = ids ?? (await findMany(accountId, query));
      const endMs = clock.monotonicMs() + replayBudgetMs;
      const counts = { tried: 0, delivered: 0, failed: 0 };
      const waiting = [...chosen];
      const work = async (): Promise<void> => {
        while (clock.monotonicMs() < endMs) {
          const id = waiting.shift();
          if (id === undefined) return;
          const success = await replayOne(id, accountId);
          counts.tried += 1;
          counts[success ? 'delivered' : 'failed'] += 1;
        }
      };
      await Promise.all(Array.from({ length: replaysAtOnce }, work));
      const outcome = { ...counts, left: waiting.length };
      await audit(query.webhook === undefined ? null : { kind: 'webhook', id: query.webhook }, {
        ...outcome,
        ...query,
      });
      return outcome;
    },

    async 'deliveries.discard'({ accountId, part, auditIn }) {
      const delivery = await read(part('delivery'), accountId);
      await discard({ sql, clock }, delivery.id, accountId, (tx) =>
        auditIn(tx, targetOf(delivery), { webhook: delivery.webhookId }),
      );
      return done;
    },

    async 'deliveries.discardMany'({ accountId, body, auditIn }) {
      const { ids, status, webhook, event, session, from, to } = body;
      if (ids === undefined) {
        if (webhook === undefined) throw invalid('Say whose deliveries: choose a webhook.', 'webhook');
        if (status !== 'held' && status !== 'pending')
          throw invalid('Say which: held or pending ones.', 'status');
        const { state } = await webhooks.get(webhook, accountId);
        if (status !== (state === 'paused' ? 'held' : 'pending')) return { discarded: 0, more: false };
      }
      const filter = {
        accountId,
        ...(ids === undefined ? {} : { ids: ids.filter((id) => /^\d{1,15}$/.test(id)).map(Number) }),
        ...(webhook === undefined ? {} : { webhookId: webhook }),
        ...(event === undefined ? {} : { event }),
        ...(session === undefined ? {} : { sessionId: session }),
        ...(from === undefined ? {} : { fromMs: from }),
        ...(to === undefined ? {} : { toMs: to }),
      };
      return await discardMany({ sql, clock }, filter, async (tx, outcome) => {
        const { ids: _, ...conditions } = body;
        const target = webhook === undefined ? null : { kind: 'webhook', id: webhook };
        if (outcome.discarded > 0) await auditIn(tx, target, { ...conditions, ...outcome });
      });
    },
  };

  /** Ids of other accounts and of deleted deliveries are skipped; the others are still sent. */
  async function replayOne(id: string, accountId: string): Promise<boolean> {
    try {
      const delivery = await read(id, accountId);
      return (await replay(replayNeeds, delivery.id, accountId)).success;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  }

  async function findMany(accountId: string, query: Query): Promise<string[]> {
    if (query.webhook === undefined) throw invalid('Say whose deliveries: choose a webhook.', 'webhook');
    if (query.status === undefined || query.status === 'delivered')
      throw invalid('Say which: held, pending, exhausted or discarded ones.', 'status');
    const filter = filterOf(await webhooks.list(accountId), query);
    const found: string[] = [];
    let before: number | null = null;
    do {
      const page: Awaited<ReturnType<typeof listAccountDeliveries>> = await listAccountDeliveries(sql, {
        ...filter,
        limit: 100,
        ...(before === null ? {} : { before }),
      });
      found.push(
        ...page.items.filter(({ eventName }) => eventName !== 'webhook.test').map(({ id }) => String(id)),
      );
      before = page.next;
    } while (before !== null && found.length < maxReplayed);
    return found.slice(0, maxReplayed).reverse();
  }
}

async function readName(sql: Sql, webhookId: string): Promise<string> {
  const [row] = await sql<{ name: string }[]>`select name from webhooks where id = ${webhookId}`;
  return row?.name ?? '';
}

function deliveryView(delivery: Delivery, webhookName: string): DeliveryAnswer {
  return {
    id: String(delivery.id),
    webhook: { id: delivery.webhookId, name: webhookName },
    eventId: delivery.eventId,
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
