import type { Sql } from '../db/index.ts';
import { type Clock, conflict, invalid, newEventId, notFound } from '../kernel/index.ts';
import type { Outbound } from '../outbound/index.ts';
import {
  headersFor,
  readDeliveriesAfter,
  send,
  settledDeliveryId,
  testEndpoint,
  type Webhook,
  type WebhookRef,
  type Webhooks,
  type WebhookWithSecrets,
} from '../webhooks/index.ts';
import type { HandlersFor } from './call-context.ts';
import { cursorText, pageOf, timeCursor } from './cursor.ts';
import { sampleOf } from './event-samples.ts';
import { attemptView, maskedHeaders, webhookView } from './webhook-view.ts';

type WebhookCall = {
  readonly accountId: string;
  readonly expectedVersion: number | null;
  part(name: string): string;
};

const requestsAtOnce = 100;

export function webhookHandlers(deps: {
  sql: Sql;
  clock: Clock;
  webhooks: Webhooks;
  outbound: Outbound;
}): HandlersFor<'webhooks'> {
  const { sql, clock, webhooks, outbound } = deps;
  const view = (webhook: Webhook) => webhookView(webhook, clock.now());
  const withSecrets = async ({ accountId, id }: WebhookRef): Promise<WebhookWithSecrets> => {
    const webhook = await webhooks.withSecrets(id);
    if (webhook?.accountId !== accountId) throw notFound('There is no such webhook.');
    return webhook;
  };

  return {
    async 'webhooks.list'({ accountId, query }) {
      const limit = query.limit ?? 50;
      const found = await webhooks.list(accountId, { after: timeCursor(query.cursor), limit: limit + 1 });
      return pageOf(found, limit, ({ place, id }) => cursorText({ at: place, id }), view);
    },
    'webhooks.get': async ({ accountId, part }) => view(await webhooks.get(accountId, part('webhook'))),
    async 'webhooks.create'({ change, accountId, body }) {
      const { webhook, secret } = await webhooks.create(change, accountId, body);
      return { ...view(webhook), secret };
    },
    async 'webhooks.update'(call) {
      if (Object.keys(call.body).length === 0)
        throw invalid('Nothing to change: give a name, a url, headers or events.');
      return view(await webhooks.update(call.change, refOf(call), call.body));
    },
    'webhooks.delete': (call) =>
      webhooks.remove(call.change, refOf(call), { discard: call.query.discard === true }),
    async 'webhooks.rotate'(call) {
      const overlapMs = call.body.overlapSeconds * 1000;
      const { webhook, secret } = await webhooks.rotate(call.change, refOf(call), overlapMs);
      return { ...view(webhook), secret };
    },
    'webhooks.pause': async (call) => view(await webhooks.pause(call.change, refOf(call))),
    'webhooks.enable': async (call) => view(await webhooks.enable(call.change, refOf(call))),

    async 'webhooks.test'(call) {
      const webhook = await webhooks.get(call.accountId, call.part('webhook'));
      const tools = { ...deps, webhook: webhooks.withSecrets, noteTest: webhooks.noteTest };
      const result = await testEndpoint(tools, webhook, call.actor.who);
      await call.audit(targetOf(webhook), { passed: result.success });
      return attemptView(result, 'test');
    },
    async 'webhooks.sendSample'({ accountId, body, part, audit }) {
      const webhook = await webhooks.get(accountId, part('webhook'));
      const opened = await withSecrets(webhook);
      const payload = sampleOf(body.event, clock.now());
      if (payload === null) throw invalid('There is no such event.', 'event');
      const message = { eventId: newEventId(clock.now()), body: payload, sequence: null };
      const headers = maskedHeaders(opened, headersFor(opened, message, clock.now()));
      const result = await send(outbound, opened, message, clock);
      await audit(targetOf(webhook), { event: body.event, passed: result.success });
      return { headers, payload, attempt: attemptView(result, 'test') };
    },

    async 'webhooks.requests'(call) {
      const webhook = await withSecrets(refOf(call));
      const { after } = call.query;
      if (after === undefined) return { requests: [], cursor: await mustSettle(sql) };
      const { deliveries, cursor } = await readDeliveriesAfter(sql, webhook.id, after, requestsAtOnce);
      // The values of custom headers are secrets.
      const sender = { ...webhook, headers: {} };
      const now = clock.now();
      return {
        requests: deliveries.map((delivery) => ({
          event: delivery.eventName,
          body: delivery.body,
          headers: headersFor(sender, delivery, now),
        })),
        cursor,
      };
    },
  };
}

const refOf = ({ accountId, expectedVersion, part }: WebhookCall): WebhookRef => ({
  accountId,
  id: part('webhook'),
  version: expectedVersion,
});

const targetOf = ({ id, name }: Webhook) => ({ kind: 'webhook', id, name });

async function mustSettle(sql: Sql): Promise<number> {
  const id = await settledDeliveryId(sql);
  if (id === null) throw conflict('A long transaction is running in the database. Try again in a moment.');
  return id;
}
