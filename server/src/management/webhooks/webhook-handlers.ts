import type { Sql } from '../../db/index.ts';
import {
  headersFor,
  readDeliveriesAfter,
  send,
  settledDeliveryId,
  type WebhookWithSecrets,
} from '../../delivery/index.ts';
import { sampleOf } from '../../events/index.ts';
import { type Clock, conflict, invalid, newEventId, notFound } from '../../kernel/index.ts';
import type { OutboundByAccount } from '../../outbound/index.ts';
import { testWebhook, type Webhook, type Webhooks } from '../../webhooks/index.ts';
import type { HandlersFor } from '../calls/call-context.ts';
import { timePage } from '../calls/cursor.ts';
import { attemptView, webhookView } from './webhook-view.ts';

const requestsAtOnce = 100;

export function webhookHandlers(deps: {
  sql: Sql;
  clock: Clock;
  webhooks: Webhooks;
  outbound: OutboundByAccount;
}): HandlersFor<'webhooks'> {
  const { sql, clock, webhooks, outbound } = deps;
  const view = <W extends Webhook>(webhook: W) => webhookView(webhook, clock.now());
  const withSecrets = async ({
    accountId,
    id,
  }: Pick<Webhook, 'accountId' | 'id'>): Promise<WebhookWithSecrets> => {
    const webhook = await webhooks.withSecrets(id);
    if (webhook?.ownerId !== accountId) throw notFound('This webhook does not exist. Check its id.');
    return webhook;
  };

  return {
    'webhooks.list': ({ accountId, query }) =>
      timePage(query, async (page) => (await webhooks.list(accountId, page)).map(view)),
    'webhooks.get': async ({ accountId, part }) => view(await webhooks.get(accountId, part('webhook'))),
    async 'webhooks.create'({ change, accountId, body }) {
      const { webhook, secret } = await webhooks.create(change, accountId, body);
      return { ...view(webhook), secret };
    },
    async 'webhooks.update'({ change, ref, body }) {
      if (Object.keys(body).length === 0)
        throw invalid('Nothing to change: give a name, a url, headers or events.');
      return view(await webhooks.update(change, ref('webhook'), body));
    },
    'webhooks.delete': ({ change, ref, query }) =>
      webhooks.remove(change, ref('webhook'), { discard: query.discard === true }),
    async 'webhooks.rotate'({ change, ref, body: { overlapSeconds = 0 } }) {
      const { webhook, secret } = await webhooks.rotate(change, ref('webhook'), overlapSeconds * 1000);
      return { ...view(webhook), secret };
    },
    'webhooks.pause': async ({ change, ref }) => view(await webhooks.pause(change, ref('webhook'))),
    'webhooks.enable': async ({ change, ref }) => view(await webhooks.enable(change, ref('webhook'))),

    async 'webhooks.test'({ accountId, part, actor, audit }) {
      const webhook = await webhooks.get(accountId, part('webhook'));
      const tools = { ...deps, webhook: webhooks.withSecrets, noteTest: webhooks.noteTest };
      const result = await testWebhook(tools, webhook, actor.who);
      await audit(targetOf(webhook), { passed: result.success });
      return attemptView(result, 'test');
    },
    async 'webhooks.sendSample'({ accountId, body, part, audit }) {
      const webhook = await webhooks.get(accountId, part('webhook'));
      const opened = await withSecrets(webhook);
      const sample = sampleOf(body.event, clock.now());
      if (sample === null) throw invalid('This event does not exist. Check its name.', 'event');
      const payload = JSON.stringify(sample);
      const message = { eventId: newEventId(clock.now()), body: payload, sequence: null };
      const result = await send(outbound, opened, message, clock);
      await audit(targetOf(webhook), { event: body.event, passed: result.success });
      const attempt = attemptView(result, 'test');
      return { headers: attempt.headers ?? {}, payload, attempt };
    },

    async 'webhooks.requests'({ ref, query }) {
      const webhook = await withSecrets(ref('webhook'));
      const { after } = query;
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

const targetOf = ({ id, name }: Webhook) => ({ kind: 'webhook', id, name });

async function mustSettle(sql: Sql): Promise<number> {
  const id = await settledDeliveryId(sql);
  if (id === null) throw conflict('A transaction that writes events takes long. Try again in a moment.');
  return id;
}
