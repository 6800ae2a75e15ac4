import { Type } from 'typebox';
import type { Accounts } from '../../accounts/index.ts';
import type { Bus } from '../../bus/index.ts';
import type { Sql } from '../../db/index.ts';
import { type Clock, invalid } from '../../kernel/index.ts';
import type { Outbound } from '../../outbound/index.ts';
import { enabledTopic, testEndpoint, type Webhook, type Webhooks } from '../../webhooks/index.ts';
import { sendJson } from '../answers.ts';
import { bodyReader } from '../body-reader.ts';
import type { Route, RouteDocument } from '../route.ts';
import { attemptView } from './delivery-routes.ts';
import { accountScope, pathPart, queriedAccount } from './request-parts.ts';

const operator = { kind: 'operator' } as const;
const scopeQuery = { account: Type.String({ description: 'Answer only for webhooks of this account.' }) };
const headers = Type.Record(Type.String(), Type.String());
const newWebhook = Type.Object(
  { account: Type.String(), name: Type.String(), url: Type.String(), headers: Type.Optional(headers) },
  { additionalProperties: false },
);
const webhookChange = Type.Object(
  { name: Type.Optional(Type.String()), url: Type.Optional(Type.String()), headers: Type.Optional(headers) },
  { additionalProperties: false },
);
const rotation = Type.Object(
  {
    overlap_seconds: Type.Integer({
      minimum: 0,
      description: 'How long requests carry a signature of the old secret too.',
    }),
  },
  { additionalProperties: false },
);
const one = (summary: string, rest: Partial<RouteDocument> = {}): RouteDocument => ({
  tag: 'Operator',
  summary,
  query: scopeQuery,
  answers: { 200: { description: 'The webhook' } },
  ...rest,
});

export function webhookRoutes(deps: {
  sql: Sql;
  clock: Clock;
  bus: Bus;
  accounts: Accounts;
  webhooks: Webhooks;
  outbound: Outbound;
}): Route[] {
  const { webhooks, accounts } = deps;
  const readNew = bodyReader(newWebhook);
  const readChange = bodyReader(webhookChange);
  const readRotation = bodyReader(rotation);
  return [
    {
      method: 'POST',
      path: '/operator/webhooks',
      access: operator,
      document: one('Create a webhook; this answer is the only one with its secret', {
        body: newWebhook,
        query: {},
        answers: { 201: { description: 'The webhook and its secret' } },
      }),
      async handle(request, reply) {
        const { account, ...input } = readNew(request);
        const { webhook, secret } = await webhooks.create(account, input);
        return sendJson(reply, 201, { ...webhookView(webhook), secret });
      },
    },
    {
      method: 'GET',
      path: '/operator/webhooks',
      access: operator,
      document: one('List an account’s webhooks', { required: ['account'] }),
      async handle(request, reply) {
        const { id } = await accounts.get(queriedAccount(request));
        return sendJson(reply, 200, { webhooks: (await webhooks.list(id)).map(webhookView) });
      },
    },
    {
      method: 'GET',
      path: '/operator/webhooks/:id',
      access: operator,
      document: one('Show a webhook'),
      async handle(request, reply) {
        const webhook = await webhooks.get(pathPart(request, 'id'), accountScope(request));
        return sendJson(reply, 200, webhookView(webhook));
      },
    },
    {
      method: 'PATCH',
      path: '/operator/webhooks/:id',
      access: operator,
      document: one('Change a webhook', { body: webhookChange }),
      async handle(request, reply) {
        const input = readChange(request);
        if (Object.keys(input).length === 0)
          throw invalid('Nothing to change: give a name, a url or headers.');
        const webhook = await webhooks.update(pathPart(request, 'id'), input, accountScope(request));
        return sendJson(reply, 200, webhookView(webhook));
      },
    },
    {
      method: 'POST',
      path: '/operator/webhooks/:id/rotate',
      access: operator,
      document: one('Give a webhook a new secret', {
        body: rotation,
        answers: { 200: { description: 'The webhook and its new secret' } },
      }),
      async handle(request, reply) {
        const { overlap_seconds: overlap } = readRotation(request);
        const id = pathPart(request, 'id');
        const { webhook, secret } = await webhooks.rotate(id, overlap * 1000, accountScope(request));
        return sendJson(reply, 200, { ...webhookView(webhook), secret });
      },
    },
    {
      method: 'POST',
      path: '/operator/webhooks/:id/test',
      access: operator,
      document: one('Send a test to a webhook', { answers: { 200: { description: 'The result' } } }),
      async handle(request, reply) {
        const { id } = await webhooks.get(pathPart(request, 'id'), accountScope(request));
        const { withSecrets: webhook, noteTest } = webhooks;
        const result = await testEndpoint({ ...deps, webhook, noteTest }, id, 'operator');
        return sendJson(reply, 200, { id, passed: result.success, ...attemptView(result) });
      },
    },
    {
      method: 'POST',
      path: '/operator/webhooks/:id/enable',
      access: operator,
      document: one('Make a paused webhook active again, after a passing test'),
      async handle(request, reply) {
        const webhook = await webhooks.enable(pathPart(request, 'id'), accountScope(request));
        deps.bus.topics.publish(enabledTopic, webhook.id);
        return sendJson(reply, 200, webhookView(webhook));
      },
    },
    {
      method: 'DELETE',
      path: '/operator/webhooks/:id',
      access: operator,
      document: one('Delete a webhook', {
        query: {
          ...scopeQuery,
          discard: Type.Boolean({
            description: 'Delete the webhook even if deliveries wait for it; they are discarded.',
          }),
        },
        answers: { 200: { description: 'Deleted' } },
      }),
      async handle(request, reply) {
        const id = pathPart(request, 'id');
        const { discard } = request.query as Record<string, unknown>;
        const { discarded } = await webhooks.remove(id, discard === 'true', accountScope(request));
        return sendJson(reply, 200, { id, deleted: true, discarded });
      },
    },
  ];
}

function webhookView(webhook: Webhook) {
  return {
    id: webhook.id,
    account: webhook.accountId,
    name: webhook.name,
    url: webhook.url,
    headers: webhook.headerNames,
    signed: webhook.signed,
    state: webhook.state,
    consecutive_failures: webhook.failures,
    [webhook.state === 'paused' ? 'held' : 'pending']: webhook.waiting,
    paused_at: webhook.pausedAt?.toISOString() ?? null,
    test_passed_at: webhook.testPassedAt?.toISOString() ?? null,
    created_at: webhook.createdAt.toISOString(),
    ...(webhook.url.startsWith('http:')
      ? { warning: 'The address is plain http: events can be read on the way.' }
      : {}),
  };
}
