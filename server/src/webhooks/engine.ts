import { randomUUID } from 'node:crypto';
import type { Topics } from '../bus/index.ts';
import { createBatcher, isPassing, persistently, type Sql } from '../db/index.ts';
import type { Clock, Log } from '../kernel/index.ts';
import type { Outbound } from '../outbound/index.ts';
import { type Claimed, claim, extendLeases, findDue } from './claim.ts';
import { type Completion, complete } from './complete.ts';
import type { DeliveryMeter } from './delivery-meter.ts';
import { maxAttempts, nextDelayMs } from './schedule.ts';
import { type AttemptResult, send } from './send.ts';
import { Turnstile } from './turnstile.ts';
import type { WebhookAtWork } from './webhook.ts';

export type EngineNeeds = {
  readonly sql: Sql;
  readonly topics: Topics;
  readonly clock: Clock;
  readonly log: Log;
  readonly outbound: Outbound;
  readonly meter: DeliveryMeter;
  webhook(id: string): Promise<WebhookAtWork | null> | WebhookAtWork | null;
  readonly random?: () => number;
  /** How often to look for what became due without anybody saying so; null where a test looks itself. */
  readonly pollMs?: number | null;
};

/** Tells engines that a webhook has something to send. */
export const deliveriesTopic = 'deliveries';
/** Tells engines that a webhook is active again. */
export const enabledTopic = 'webhook-enabled';

const maxInFlight = 256;
const leaseMs = 20_000;
const heartbeatMs = 5_000;

/**
 * Sends what is due. It claims only what it can send at once, so nothing waits in memory; the table is the queue,
 * and several engines may share it.
 */
export class Engine implements AsyncDisposable {
  private readonly needs: EngineNeeds;
  private readonly lease = randomUUID();
  private readonly ready = new Set<string>();
  private readonly turnstile = new Turnstile(maxInFlight);
  private readonly underWay = new Map<number, Promise<void>>();
  private readonly abort = new AbortController();
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly subscriptions: Disposable[];
  private readonly completions;
  private claiming: Promise<void> | null = null;

  constructor(needs: EngineNeeds) {
    this.needs = needs;
    const { sql, topics, pollMs = 500 } = needs;
    this.completions = createBatcher<Completion, void>({
      maxItems: 500,
      write: async (batch) => {
        const { paused } = await persistently(() => complete(sql, this.lease, batch));
        for (const webhookId of paused)
          needs.log.warn({ webhookId }, 'a webhook was paused after 20 failed attempts');
        return batch.map(() => undefined);
      },
    });
    this.subscriptions = [
      topics.subscribe(deliveriesTopic, (webhookId) => this.wake(webhookId)),
      topics.subscribe(enabledTopic, (webhookId) => {
        this.turnstile.beginGently(webhookId);
        this.wake(webhookId);
      }),
    ];
    if (pollMs === null) return;
    this.every(pollMs, () => this.lookForDue());
    this.every(heartbeatMs, () => this.extend());
  }

  wake(webhookId: string): void {
    this.ready.add(webhookId);
    this.pump();
  }

  /** Finds webhooks whose deliveries became due by themselves: retries, and what was left by a crash. */
  async lookForDue(): Promise<void> {
    for (const webhookId of await findDue(this.needs.sql, this.needs.clock.now())) this.ready.add(webhookId);
    this.pump();
  }

  /** Settles when nothing is under way and nothing more is ready. */
  async idle(): Promise<void> {
    while (this.claiming !== null || this.underWay.size > 0) {
      await this.claiming;
      await Promise.all(this.underWay.values());
    }
  }

  /** Attempts under way may end; what they leave is due again for whoever comes next. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    for (const subscription of this.subscriptions) subscription[Symbol.dispose]();
    const patience = setTimeout(() => this.abort.abort(), 1_500);
    this.stopped = true;
    await this.idle();
    clearTimeout(patience);
  }

  private stopped = false;

  private every(ms: number, work: () => Promise<void>): void {
    const timer = setInterval(() => {
      work().catch((error: unknown) => {
        if (!isPassing(error)) this.needs.log.error({ err: error }, 'the delivery engine stumbled');
      });
    }, ms);
    timer.unref();
    this.timers.push(timer);
  }

  private pump(): void {
    if (this.claiming !== null || this.stopped) return;
    this.claiming = this.claimWhilePossible()
      .catch((error: unknown) => {
        if (!isPassing(error)) this.needs.log.error({ err: error }, 'claiming deliveries failed');
      })
      .finally(() => {
        this.claiming = null;
        if (this.roomsOfReady().size > 0) this.pump();
      });
  }

  private async claimWhilePossible(): Promise<void> {
    // Whoever wakes us in the same moment comes along.
    await null;
    for (let rooms = this.roomsOfReady(); rooms.size > 0 && !this.stopped; rooms = this.roomsOfReady()) {
      const { sql, clock } = this.needs;
      for (const webhookId of rooms.keys()) this.ready.delete(webhookId);
      const now = clock.now();
      const claimed = await claim(sql, rooms, this.lease, now, now + leaseMs).catch((error: unknown) => {
        for (const webhookId of rooms.keys()) this.ready.add(webhookId);
        throw error;
      });
      for (const delivery of claimed) this.start(delivery);
      // A webhook that filled its room may have more; it goes to the end of the line.
      const taken = Map.groupBy(claimed, ({ webhookId }) => webhookId);
      for (const [webhookId, group] of taken) {
        if (group.length >= (rooms.get(webhookId) ?? 0)) this.ready.add(webhookId);
      }
    }
  }

  /** How many of each ready webhook to take next: the free places are shared evenly. */
  private roomsOfReady(): Map<string, number> {
    const rooms = new Map<string, number>();
    let { free } = this.turnstile;
    const share = Math.max(1, Math.floor(free / Math.max(1, this.ready.size)));
    for (const webhookId of this.ready) {
      const room = Math.min(this.turnstile.roomFor(webhookId), share, free);
      if (room <= 0) continue;
      rooms.set(webhookId, room);
      free -= room;
    }
    return rooms;
  }

  private start(delivery: Claimed): void {
    this.turnstile.enter(delivery.webhookId);
    const work = this.attempt(delivery)
      .catch((error: unknown) => {
        this.needs.log.error({ err: error, deliveryId: delivery.id }, 'an attempt could not be completed');
        return null;
      })
      .then((result) => {
        this.underWay.delete(delivery.id);
        const timedOut = result?.stage === 'timeout';
        this.turnstile.leave(delivery.webhookId, { success: result?.success ?? false, timedOut });
        this.pump();
      });
    this.underWay.set(delivery.id, work);
  }

  private async attempt(delivery: Claimed): Promise<AttemptResult | null> {
    const { needs } = this;
    const webhook = await needs.webhook(delivery.webhookId);
    if (webhook === null) return null;
    const result = await send(needs.outbound, webhook, delivery, needs.clock, this.abort.signal);
    // Cut short by our own stop: it proves nothing about the receiver and is done again after the start.
    if (!result.success && this.abort.signal.aborted) return null;
    needs.meter.attempt(result, delivery);
    const { id, webhookId, attempts } = delivery;
    const delayMs =
      attempts + 1 >= maxAttempts ? null : nextDelayMs(attempts + 1, needs.random ?? Math.random);
    const retryAtMs = delayMs === null ? null : Math.round(result.startedAtMs + result.durationMs + delayMs);
    await this.completions.add({ id, webhookId, result, retryAtMs });
    return result;
  }

  private async extend(): Promise<void> {
    const ids = [...this.underWay.keys()];
    if (ids.length > 0) await extendLeases(this.needs.sql, this.lease, ids, this.needs.clock.now() + leaseMs);
  }
}
