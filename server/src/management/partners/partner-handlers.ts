import type { Sql } from '../../db/index.ts';
import { readPartnerDelivery } from '../../delivery/index.ts';
import { type Clock, invalid } from '../../kernel/index.ts';
import type { OutboundByAccount } from '../../outbound/index.ts';
import {
  type Grants,
  listPartnerDeliveries,
  type Partner,
  type Partners,
  replayPartnerDelivery,
} from '../../partners/index.ts';
import type { Webhooks } from '../../webhooks/index.ts';
import type { HandlersFor } from '../calls/call-context.ts';
import { numberCursor, timePage } from '../calls/cursor.ts';
import {
  conditionsOf,
  createDeliveryReader,
  deliveryIdOf,
  deliveryView,
  mustExist,
} from '../webhooks/delivery-view.ts';
import { attemptView, pauseReason } from '../webhooks/webhook-view.ts';

export function partnerHandlers(deps: {
  sql: Sql;
  clock: Clock;
  webhooks: Webhooks;
  outbound: OutboundByAccount;
  partners: Partners;
  grants: Grants;
}): HandlersFor<'partners'> {
  const { sql, webhooks, partners, grants } = deps;
  const detailOf = createDeliveryReader(deps);
  const read = async (partnerId: string, id: string) =>
    mustExist(await readPartnerDelivery(sql, partnerId, deliveryIdOf(id)));

  return {
    'partners.list': ({ query }) => timePage(query, async (page) => (await partners.list(page)).map(view)),
    'partners.get': async ({ part }) => view(await partners.get(part('partner'))),
    async 'partners.create'({ change, body }) {
      const { partner, ...secrets } = await partners.create(change, body);
      return { ...view(partner), ...secrets };
    },
    async 'partners.update'({ change, ref, body }) {
      if (Object.keys(body).length === 0)
        throw invalid('Nothing to change: give a name, redirectUris, webhookUrl, events or conversations.');
      return view(await partners.update(change, ref('partner'), body));
    },
    async 'partners.rotate'({ change, ref }) {
      const { partner, ...rotated } = await partners.rotate(change, ref('partner'));
      return { ...view(partner), ...rotated };
    },
    'partners.delete': ({ change, ref }) => partners.remove(change, ref('partner')),
    'partners.pause': async ({ change, ref }) => view(await partners.pause(change, ref('partner'))),
    'partners.enable': async ({ change, ref }) => view(await partners.enable(change, ref('partner'))),

    async 'partners.grants'({ part, query }) {
      const { id } = await partners.get(part('partner'));
      return await timePage(query, (page) => grants.ofPartner(id, page));
    },

    async 'partners.deliveries'({ part, query }) {
      const { id: partnerId } = await partners.get(part('partner'));
      const { limit = 50 } = query;
      const filter = { ...conditionsOf(query), partnerId, limit, before: numberCursor(query.cursor) };
      const { items, next } = await listPartnerDeliveries(sql, filter);
      return { items: items.map(deliveryView), next: next === null ? null : String(next) };
    },
    async 'partners.delivery'({ part }) {
      const detail = await detailOf(await read(part('partner'), part('delivery')));
      return { ...detail, canDiscard: false };
    },
    async 'partners.replay'({ part, audit }) {
      const partnerId = part('partner');
      const { id, eventName } = await read(partnerId, part('delivery'));
      const replayDeps = { ...deps, webhook: webhooks.withSecrets };
      const result = await replayPartnerDelivery(replayDeps, partnerId, id);
      const target = { kind: 'delivery', id: String(id), name: eventName };
      await audit(target, { partner: partnerId, delivered: result.success });
      return attemptView(result, 'replay');
    },
  };
}

const view = <P extends Partner>(partner: P) => ({
  ...partner,
  webhook: {
    ...partner.webhook,
    consecutiveFailures: partner.webhook.failures,
    pauseReason: pauseReason(partner.webhook),
  },
});
