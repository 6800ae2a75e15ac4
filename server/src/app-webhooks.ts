import type { Registry } from 'prom-client';
import type { Bus } from './bus/index.ts';
import type { Sql } from './db/index.ts';
import type { Clock, Log, SealedBox } from './kernel/index.ts';
import { createDeliveryMeter } from './metrics.ts';
import { type AddressPolicy, createOutbound } from './outbound/index.ts';
import {
  createExtendedEvents,
  createOutbox,
  createWebhooks,
  Engine,
  keepPartitions,
  releaseLeases,
  startRetention,
} from './webhooks/index.ts';

export type WebhookWiring = Awaited<ReturnType<typeof startWebhooks>>;

const connectionsPerReceiver = 32;

/** Joins the outbox, the delivery engine and what people do with webhooks. */
export async function startWebhooks(needs: {
  sql: Sql;
  bus: Bus;
  box: SealedBox;
  clock: Clock;
  log: Log;
  policy: AddressPolicy;
  registry: Registry;
  /** Null where a test moves the engine itself. */
  pollMs?: number | null;
}) {
  const { sql, bus, box, clock, log, policy, registry } = needs;
  const { topics } = bus;
  await keepPartitions(sql, clock.now());
  await releaseLeases(sql);
  const outbox = createOutbox(sql, topics);
  const extended = createExtendedEvents({ sql, topics, clock, outbox });
  const outbound = createOutbound({ policy, allowHttp: true, connectionsPerOrigin: connectionsPerReceiver });
  const webhooks = createWebhooks({
    sql,
    topics,
    clock,
    box,
    addressProblem(url) {
      const verdict = policy.checkUrl(url, { allowHttp: true });
      return verdict.ok ? null : verdict.message;
    },
  });
  const engine = new Engine({
    sql,
    topics,
    clock,
    log,
    outbound,
    meter: createDeliveryMeter(registry, sql, clock),
    webhook: webhooks.atWork,
    ...(needs.pollMs === undefined ? {} : { pollMs: needs.pollMs }),
  });
  const retention = startRetention({ sql, clock, log });
  await engine.lookForDue();

  return {
    outbox,
    extended,
    webhooks,
    engine,
    outbound,
    async [Symbol.asyncDispose]() {
      retention[Symbol.dispose]();
      await extended.settled();
      await engine[Symbol.asyncDispose]();
      await outbound[Symbol.asyncDispose]();
      extended[Symbol.dispose]();
      webhooks[Symbol.dispose]();
    },
  };
}
