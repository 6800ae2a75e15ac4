import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Sql } from '../../db/index.ts';
import { type Clock, invalid, notFound } from '../../kernel/index.ts';
import type { Outbound } from '../../outbound/index.ts';
import {
  type AttemptResult,
  type Delivery,
  type DeliveryFilter,
  type DeliveryState,
  deliveryStates,
  discard,
  headersFor,
  listDeliveries,
  maxReplayed,
  readAttempts,
  readDelivery,
  readEventBody,
  replay,
  replayMany,
  type Webhooks,
} from '../../webhooks/index.ts';
import { sendJson } from '../answers.ts';
import { bodyReader } from '../body-reader.ts';
import type { Route } from '../route.ts';
import { accountScope, pathPart } from './request-parts.ts';

const operator = { kind: 'operator' } as const;
const scopeQuery = { account: Type.String({ description: 'Answer only for deliveries of this account.' }) };
const replayFilter = Type.Object(
  {
    webhook: Type.String(),
    status: Type.Optional(Type.String()),
    event: Type.Optional(Type.String()),
    since: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);

export function deliveryRoutes(deps: {
  sql: Sql;
  clock: Clock;
  outbound: Outbound;
  webhooks: Webhooks;
}): Route[] {
  const { sql, clock, outbound, webhooks } = deps;
  const replayNeeds = { sql, clock, outbound, webhook: webhooks.withSecrets };
  const readFilter = bodyReader(replayFilter);
  const filterOf = async (
    given: Record<string, unknown>,
    account?: string,
  ): Promise<Omit<DeliveryFilter, 'limit'>> => {
    if (typeof given.webhook !== 'string') throw invalid('webhook is missing: say whose deliveries.');
    const { id } = await webhooks.get(given.webhook, account);
    return { webhookId: id, ...readConditions(given) };
  };

  return [
    {
      method: 'GET',
      path: '/operator/deliveries',
      access: operator,
      document: {
        tag: 'Operator',
        summary: 'List a webhook’s deliveries, newest first',
        query: {
          ...scopeQuery,
          webhook: Type.String(),
          status: Type.String({ description: `One of ${deliveryStates.join(', ')}.` }),
          event: Type.String(),
          since: Type.String({ description: 'ISO time.' }),
          before: Type.Integer({ description: 'Only deliveries before this id.' }),
          limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
        },
        required: ['webhook'],
        answers: { 200: { description: 'The deliveries' } },
      },
      async handle(request, reply) {
        const query = request.query as Record<string, unknown>;
        const limit = numberIn(query, 'limit', 1, 200) ?? 50;
        const before = numberIn(query, 'before', 1, Number.MAX_SAFE_INTEGER);
        const filter = await filterOf(query, accountScope(request));
        const page = { limit, ...(before === undefined ? {} : { before }) };
        const found = await listDeliveries(sql, { ...filter, ...page });
        return sendJson(reply, 200, { deliveries: found.map(deliveryView) });
      },
    },
    {
      method: 'GET',
      path: '/operator/deliveries/:id',
      access: operator,
      document: {
        tag: 'Operator',
        summary: 'Show a delivery with its payload and every attempt',
        query: scopeQuery,
        answers: { 200: { description: 'The delivery' } },
      },
      async handle(request, reply) {
        const delivery = await readDelivery(sql, deliveryIdPart(request), accountScope(request));
        if (delivery === null)
          throw notFound(`There is no delivery ${pathPart(request, 'id').slice(0, 40)}.`);
        const [body, attempts] = await Promise.all([
          readEventBody(sql, delivery),
          readAttempts(sql, delivery.id),
        ]);
        const webhook = await webhooks.withSecrets(delivery.webhookId);
        return sendJson(reply, 200, {
          ...deliveryView(delivery),
          payload: body,
          headers:
            webhook === null || body === null ? null : shownHeaders(delivery, webhook, body, clock.now()),
          attempts: attempts.map((attempt) => ({
            at: new Date(attempt.at).toISOString(),
            kind: attempt.kind,
            ...attemptView(attempt),
          })),
        });
      },
    },
    {
      method: 'POST',
      path: '/operator/deliveries/:id/replay',
      access: operator,
      document: {
        tag: 'Operator',
        summary: 'Send a delivery again at once, also to a paused webhook',
        query: scopeQuery,
        answers: { 200: { description: 'The result' } },
      },
      async handle(request, reply) {
        const id = deliveryIdPart(request);
        const result = await replay(replayNeeds, id, accountScope(request));
        return sendJson(reply, 200, { id: String(id), delivered: result.success, ...attemptView(result) });
      },
    },
    {
      method: 'POST',
      path: '/operator/deliveries/replay',
      access: operator,
      document: {
        tag: 'Operator',
        summary: 'Send many deliveries again',
        query: scopeQuery,
        body: replayFilter,
        answers: { 200: { description: `How many of at most ${maxReplayed} were delivered` } },
      },
      async handle(request, reply) {
        const filter = await filterOf(readFilter(request), accountScope(request));
        if (filter.state === undefined || filter.state === 'delivered') {
          throw invalid(
            'status is missing: say whether held, pending, exhausted or discarded ones are meant.',
          );
        }
        return sendJson(reply, 200, await replayMany(replayNeeds, filter));
      },
    },
    {
      method: 'POST',
      path: '/operator/deliveries/:id/discard',
      access: operator,
      document: {
        tag: 'Operator',
        summary: 'Discard a waiting delivery',
        query: scopeQuery,
        answers: { 200: { description: 'Discarded' } },
      },
      async handle(request, reply) {
        const id = deliveryIdPart(request);
        await discard({ sql, clock }, id, accountScope(request));
        return sendJson(reply, 200, { id: String(id), discarded: true });
      },
    },
  ];
}

function readConditions({ status, event, since }: Record<string, unknown>) {
  if (status !== undefined && !deliveryStates.includes(status as DeliveryState)) {
    throw invalid(`status must be one of ${deliveryStates.join(', ')}.`);
  }
  if (event !== undefined && typeof event !== 'string') throw invalid('event must be given once.');
  const sinceMs = since === undefined ? undefined : Date.parse(String(since));
  if (Number.isNaN(sinceMs)) throw invalid('since must be a time such as 2026-01-31T12:00:00Z.');
  return {
    ...(status === undefined ? {} : { state: status as DeliveryState }),
    ...(event === undefined ? {} : { event }),
    ...(sinceMs === undefined ? {} : { sinceMs }),
  };
}

function numberIn(
  query: Record<string, unknown>,
  name: string,
  least: number,
  most: number,
): number | undefined {
  const text = query[name];
  if (text === undefined) return undefined;
  const value = typeof text === 'string' && /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most))
    throw invalid(`${name} must be a whole number from ${least} to ${most}.`);
  return value;
}

function deliveryIdPart(request: FastifyRequest): number {
  const text = pathPart(request, 'id');
  if (!/^\d{1,15}$/.test(text)) throw notFound(`There is no delivery "${text.slice(0, 40)}".`);
  return Number(text);
}

/** The headers that a delivery would be sent with now. The values of the webhook's own headers stay hidden. */
function shownHeaders(
  delivery: Delivery,
  webhook: Parameters<typeof headersFor>[0],
  body: string,
  now: number,
) {
  const own = new Set(Object.keys(webhook.headers));
  const headers = headersFor(webhook, { ...delivery, body }, now);
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, own.has(name) ? '[hidden]' : value]),
  );
}

export function attemptView(
  result: Pick<AttemptResult, 'durationMs' | 'status' | 'stage' | 'problem' | 'body'>,
) {
  return {
    duration_ms: Math.round(result.durationMs),
    status: result.status,
    stage: result.stage,
    problem: result.problem,
    response: result.body?.toString('utf8') ?? null,
  };
}

function deliveryView(delivery: Delivery) {
  const time = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  return {
    id: String(delivery.id),
    webhook: delivery.webhookId,
    'webhook-id': delivery.eventId,
    event: delivery.eventName,
    session_id: delivery.sessionId,
    sequence: delivery.sequence,
    status: delivery.state,
    attempt_count: delivery.attempts,
    last_response: delivery.lastStatus,
    next_attempt_at: delivery.state === 'pending' ? time(delivery.dueAt) : null,
    created_at: time(delivery.createdAt),
    finished_at: time(delivery.finishedAt),
  };
}
