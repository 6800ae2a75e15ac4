import type { BodyOf } from '@parley/protocol/management';
import type { Sql } from '../../db/index.ts';
import { listAccountDeliveries, readDelivery } from '../../delivery/index.ts';
import type { Clock } from '../../kernel/index.ts';
import type { OutboundByAccount } from '../../outbound/index.ts';
import { discard, discardMany, replay, replayMany, type Webhooks } from '../../webhooks/index.ts';
import type { HandlersFor } from '../calls/call-context.ts';
import { numberCursor } from '../calls/cursor.ts';
import {
  conditionsOf,
  createDeliveryReader,
  deliveryIdOf,
  deliveryNumberOf,
  deliveryView,
  mustExist,
} from './delivery-view.ts';
import { attemptView } from './webhook-view.ts';

type Conditions = BodyOf<'deliveries.replayMany'>;

export function deliveryHandlers(deps: {
  sql: Sql;
  clock: Clock;
  webhooks: Webhooks;
  outbound: OutboundByAccount;
}): HandlersFor<'deliveries'> {
  const { sql, clock, webhooks } = deps;
  const detailOf = createDeliveryReader(deps);
  const replayDeps = { ...deps, webhook: webhooks.withSecrets };
  const read = async (accountId: string, id: string) =>
    mustExist(await readDelivery(sql, accountId, deliveryIdOf(id)));

  return {
    async 'deliveries.list'({ accountId, query }) {
      const { limit = 50 } = query;
      const filter = { ...conditionsOf(query), accountId, limit, before: numberCursor(query.cursor) };
      const { items, next } = await listAccountDeliveries(sql, filter);
      return { items: items.map(deliveryView), next: next === null ? null : String(next) };
    },

    async 'deliveries.get'({ accountId, part }) {
      return await detailOf(await read(accountId, part('delivery')));
    },

    async 'deliveries.replay'({ accountId, part, audit }) {
      const { id, eventName, webhookId } = await read(accountId, part('delivery'));
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
      discard(change, clock, accountId, deliveryIdOf(part('delivery'))),
    'deliveries.discardMany': ({ change, accountId, body }) =>
      discardMany(change, clock, accountId, chosenBy(body)),
  };
}

const chosenBy = ({ ids, ...conditions }: Conditions) => ({
  ...conditionsOf(conditions),
  ...(ids === undefined ? {} : { ids: ids.map(deliveryNumberOf) }),
});
