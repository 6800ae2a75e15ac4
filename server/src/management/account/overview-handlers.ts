import {
  readLatency,
  readLatencyByAvatar,
  readUsage,
  readWebhookHealth,
  timeRangeOf,
} from '../../analytics/index.ts';
import type { Avatars } from '../../avatars/index.ts';
import type { Sql } from '../../db/index.ts';
import type { Clock } from '../../kernel/index.ts';
import type { Webhooks } from '../../webhooks/index.ts';
import { avatarFilter } from '../avatars/avatar-view.ts';
import type { HandlersFor } from '../calls/call-context.ts';

export function overviewHandlers(deps: {
  sql: Sql;
  clock: Clock;
  avatars: Pick<Avatars, 'get'>;
  webhooks: Webhooks;
}): HandlersFor<'overview'> {
  const { sql, clock, avatars, webhooks } = deps;
  return {
    async 'overview.get'({ accountId, query }) {
      const range = query.range ?? '7d';
      const avatarId = avatarFilter(query.avatar);
      if (avatarId !== null) await avatars.get(accountId, avatarId);
      const now = clock.now();
      const span = timeRangeOf(range, now, avatarId !== null);
      const hooks = await webhooks.health(accountId);
      const ids = hooks.map(({ id }) => id);
      const [usage, latency, latencyByAvatar, health] = await Promise.all([
        readUsage(sql, accountId, avatarId, span, now),
        readLatency(sql, accountId, avatarId, span),
        readLatencyByAvatar(sql, accountId, avatarId, span),
        readWebhookHealth(sql, ids, span, now),
      ]);
      return {
        range,
        from: span.fromMs,
        to: span.toMs,
        stepMs: span.stepMs,
        ...usage,
        ...latency,
        latencyByAvatar,
        webhooks: hooks.map((hook) => ({
          ...hook,
          consecutiveFailures: hook.failures,
          buckets: health.get(hook.id) ?? [],
        })),
      };
    },
  };
}
