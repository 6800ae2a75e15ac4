import type { Registry } from 'prom-client';
import type { Topics } from '../bus/index.ts';
import {
  Engine,
  maxInFlight,
  openQueueConnections,
  releaseAllLeases,
  startRetention,
} from '../delivery/index.ts';
import { createExtendedEvents, createOutbox } from '../events/index.ts';
import { createOutbound } from '../outbound/index.ts';
import { createPartnerOutbox, createPartnerWebhooks } from '../partners/index.ts';
import type { PartnerTokens } from '../tokens/index.ts';
import { createWebhooks } from '../webhooks/index.ts';
import type { SharedDeps } from './deps.ts';
import { createDeliveryMeter } from './metrics.ts';

export type WebhookServicesDeps = SharedDeps & {
  readonly databaseUrl: string;
  readonly registry: Registry;
  readonly partnerTokens: PartnerTokens;
  readonly operatorEmails: readonly string[];
  /** Whether this process sends deliveries. */
  readonly delivers: boolean;
  /** Null in tests that run the engine step by step. */
  readonly pollMs?: number | null;
};

export type WebhookServices = Awaited<ReturnType<typeof startWebhooks>>;

/** Keeps the engine asleep in a process that delivers nothing. */
const silentTopics: Pick<Topics, 'subscribe'> = { subscribe: () => ({ [Symbol.dispose]() {} }) };

/** Starts the outbox, the delivery engine and the management of webhooks. */
export async function startWebhooks(deps: WebhookServicesDeps) {
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
      pausedMails: { operatorEmails: deps.operatorEmails, baseUrl: deps.baseUrl },
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
