import type { Registry } from 'prom-client';
import type { Bus, Topics } from '../bus/index.ts';
import type { Sql } from '../db/index.ts';
import {
  Engine,
  maxInFlight,
  openQueueConnections,
  releaseAllLeases,
  startRetention,
} from '../delivery/index.ts';
import { createExtendedEvents, createOutbox, type ExtendedEvents, type Outbox } from '../events/index.ts';
import type { Clock, Log, SealedBox } from '../kernel/index.ts';
import { type AddressPolicy, createOutbound, type OutboundByAccount } from '../outbound/index.ts';
import {
  createPartnerOutbox,
  createPartnerWebhooks,
  type PartnerOutbox,
  type PartnerWebhooks,
} from '../partners/index.ts';
import type { PartnerTokens } from '../tokens/index.ts';
import { createWebhooks, type Webhooks } from '../webhooks/index.ts';
import { createDeliveryMeter } from './metrics.ts';

export type WebhookServicesDeps = {
  readonly sql: Sql;
  readonly databaseUrl: string;
  readonly bus: Bus;
  readonly box: SealedBox;
  readonly clock: Clock;
  readonly log: Log;
  readonly policy: AddressPolicy;
  readonly registry: Registry;
  readonly partnerTokens: PartnerTokens;
  readonly operatorEmails: readonly string[];
  /** Whether this process sends deliveries. */
  readonly delivers: boolean;
  /** Null in tests that run the engine step by step. */
  readonly pollMs?: number | null;
};

export type WebhookServices = AsyncDisposable & {
  readonly outbox: Outbox;
  readonly partnerOutbox: PartnerOutbox;
  readonly partnerWebhooks: PartnerWebhooks;
  readonly extended: ExtendedEvents;
  readonly webhooks: Webhooks;
  readonly engine: Engine;
  readonly outbound: OutboundByAccount;
};

/** Keeps the engine asleep in a process that delivers nothing. */
const silentTopics: Pick<Topics, 'subscribe'> = { subscribe: () => ({ [Symbol.dispose]() {} }) };

/** Starts the outbox, the delivery engine and the management of webhooks. */
export async function startWebhooks(deps: WebhookServicesDeps): Promise<WebhookServices> {
  const { sql, bus, box, clock, log, policy, registry, delivers } = deps;
  const { topics } = bus;
  await using started = new AsyncDisposableStack();
  const addressProblem = (url: string): string | null => {
    const check = policy.checkUrl(url, { allowHttp: true });
    return check.ok ? null : check.message;
  };
  const webhooks = started.use(
    createWebhooks({ sql, topics, clock, box, addressProblem, mintToken: deps.partnerTokens.mint }),
  );
  const resealed = await webhooks.reseal();
  if (resealed > 0) log.info({ count: resealed }, 'sealed webhook secrets again with the current key');
  // It is enough to wake the engine of this process. Other engines check for new deliveries twice a second.
  const wake = delivers ? topics.publishHere : topics.publish;
  const outbox = createOutbox(sql, { publish: wake });
  const extended = started.use(createExtendedEvents({ sql, topics, clock, outbox }));
  // The engine limits each webhook itself. Many webhooks of different accounts may share one host.
  const outbound = started.use(
    createOutbound({
      policy,
      allowHttp: true,
      connectionsPerOrigin: maxInFlight,
      // Twice as many as the engine has in flight, so that there is room for tests and replays.
      maxRequests: 2 * maxInFlight,
    }),
  );
  // If there are other processes, they hold the leases. The leases of a dead process expire.
  if (bus.link.kind === 'none') await releaseAllLeases(sql);
  const queue = started.adopt(openQueueConnections(deps.databaseUrl), (opened) => opened.end({ timeout: 1 }));
  const engine = started.use(
    new Engine({
      sql: queue,
      topics: delivers ? topics : silentTopics,
      clock,
      log,
      outbound,
      meter: createDeliveryMeter(registry, sql, clock),
      webhook: webhooks.withSecrets,
      operatorEmails: deps.operatorEmails,
      ...(delivers ? {} : { pollMs: null }),
      ...(deps.pollMs === undefined ? {} : { pollMs: deps.pollMs }),
    }),
  );
  started.defer(() => extended.stop());
  if (delivers) {
    started.use(await startRetention({ sql, clock, log }));
    await engine.lookForDue();
  }

  const running = started.move();
  return {
    outbox,
    partnerOutbox: createPartnerOutbox({ outbox, clock }),
    partnerWebhooks: createPartnerWebhooks({ topics, clock, box, addressProblem }),
    extended,
    webhooks,
    engine,
    outbound,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
