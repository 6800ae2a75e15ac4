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
  maxInFlight,
  releaseLeases,
  startRetention,
} from './webhooks/index.ts';

export type WebhookWiring = Awaited<ReturnType<typeof startWebhooks>>;

/** Joins the outbox, the delivery engine and what people do with webhooks. */
export async function startWebhooks(deps: {
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
  const { sql, bus, box, clock, log, policy, registry } = deps;
  const { topics } = bus;
  const retention = await startRetention({ sql, clock, log });
  await releaseLeases(sql);
  const outbox = createOutbox(sql, topics);
  const extended = createExtendedEvents({ sql, topics, clock, outbox });
  // The engine limits each webhook by itself; many webhooks of different accounts may share one host.
  const outbound = createOutbound({ policy, allowHttp: true, connectionsPerOrigin: maxInFlight });
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
  const sealedAgain = await webhooks.reseal();
  if (sealedAgain > 0) log.info({ count: sealedAgain }, 'sealed webhooks again under the present key');
  const engine = new Engine({
    sql,
    topics,
    clock,
    log,
    outbound,
    meter: createDeliveryMeter(registry, sql, clock),
    webhook: webhooks.withSecrets,
    ...(deps.pollMs === undefined ? {} : { pollMs: deps.pollMs }),
  });
  await engine.lookForDue();

  return {
    outbox,
    extended,
    webhooks,
    engine,
    outbound,
    async [Symbol.asyncDispose]() {
      await retention[Symbol.asyncDispose]();
      await extended.settled();
      await engine[Symbol.asyncDispose]();
      await outbound[Symbol.asyncDispose]();
      extended[Symbol.dispose]();
      webhooks[Symbol.dispose]();
    },
  };
}
