import { Type } from 'typebox';
import type { Sql } from '../../db/index.ts';
import { type Clock, conflict, invalid } from '../../kernel/index.ts';
import {
  headersFor,
  settledDeliveriesAfter,
  settledLastDeliveryId,
  type Webhooks,
} from '../../webhooks/index.ts';
import { sendJson } from '../answers.ts';
import type { Route } from '../route.ts';
import { accountScope, pathPart } from './request-parts.ts';

const atOnce = 100;

/** For development: what a webhook is sent, with its headers, so that it can be passed on to a local receiver. */
export function listenRoute(deps: { sql: Sql; clock: Clock; webhooks: Webhooks }): Route {
  return {
    method: 'GET',
    path: '/operator/webhooks/:id/requests',
    access: { kind: 'operator' },
    document: {
      tag: 'Operator',
      summary: 'Read what a webhook is sent, signed for this moment',
      query: {
        account: Type.String(),
        after: Type.Integer({
          description: 'The cursor of the previous answer. Without it, only the present cursor is given.',
        }),
      },
      answers: { 200: { description: 'Requests, and the cursor to continue with' } },
    },
    async handle(request, reply) {
      const { id } = await deps.webhooks.get(pathPart(request, 'id'), accountScope(request));
      const { after } = request.query as Record<string, unknown>;
      if (after === undefined) {
        const cursor = await settledLastDeliveryId(deps.sql, id);
        if (cursor === null) throw conflict('A transaction that writes events is still open. Try again.');
        return sendJson(reply, 200, { requests: [], cursor });
      }
      if (typeof after !== 'string' || !/^\d{1,15}$/.test(after)) throw invalid('after must be a cursor.');
      const webhook = await deps.webhooks.withSecrets(id);
      const rows = await settledDeliveriesAfter(deps.sql, id, Number(after), atOnce);
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
