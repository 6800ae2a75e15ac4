import { Type } from 'typebox';
import type { Sql } from '../../db/index.ts';
import { type Clock, invalid } from '../../kernel/index.ts';
import { headersFor, lastDeliveryId, type Webhooks, webhookRequestsAfter } from '../../webhooks/index.ts';
import { sendJson } from '../answers.ts';
import type { Route } from '../route.ts';
import { accountScope, pathPart } from './request-parts.ts';

const atOnce = 100;

/** For development: the requests to a webhook with their headers, to forward them to a local receiver. */
export function webhookRequestRoute(deps: { sql: Sql; clock: Clock; webhooks: Webhooks }): Route {
  return {
    method: 'GET',
    path: '/operator/webhooks/:id/requests',
    access: { kind: 'operator' },
    document: {
      tag: 'Operator',
      summary: 'List the requests to a webhook, signed for now',
      query: {
        account: Type.String(),
        after: Type.Integer({
          description:
            'The cursor of the previous answer. Without it the answer has only the cursor to start from.',
        }),
      },
      answers: { 200: { description: 'The requests and the next cursor' } },
    },
    async handle(request, reply) {
      const { id } = await deps.webhooks.get(pathPart(request, 'id'), accountScope(request));
      const { after } = request.query as Record<string, unknown>;
      if (after === undefined)
        return sendJson(reply, 200, { requests: [], cursor: await lastDeliveryId(deps.sql, id) });
      if (typeof after !== 'string' || !/^\d{1,15}$/.test(after)) throw invalid('after must be a cursor.');
      const webhook = await deps.webhooks.withSecrets(id);
      const rows = await webhookRequestsAfter(deps.sql, id, Number(after), atOnce);
      const now = deps.clock.now();
      return sendJson(reply, 200, {
        requests: rows.map((row) => ({
          event: row.eventName,
          body: row.body,
          headers: webhook === null ? {} : headersFor(webhook, row, now),
        })),
        cursor: rows.at(-1)?.deliveryId ?? Number(after),
      });
    },
  };
}
