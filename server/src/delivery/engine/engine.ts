import { randomUUID } from 'node:crypto';
import type { Topics } from '../../bus/index.ts';
import { isTransient } from '../../db/index.ts';
import { deliveriesTopic, type LongBody, maxBodyInMemory, readBody } from '../../events/index.ts';
import { type Interval, Semaphore, settleWithin, startInterval } from '../../kernel/index.ts';
import type { OutboundByAccount } from '../../outbound/index.ts';
import { makeAttempt, openWebhook } from '../sending/attempt.ts';
import { type AttemptResult, unsendable } from '../sending/send.ts';
import type { WebhookWithSecrets } from '../sending/webhook-with-secrets.ts';
import {
  adjustToEarlierClock,
  type ClaimedDelivery,
  type ClaimRange,
  claim,
  extendLeases,
  findDue,
  isWaiting,
  releaseLeases,
} from './claim.ts';
import { InFlightLimits, type Slot, type WaitingWebhook } from './in-flight-limits.ts';
import { createOutcomeBatches, type OutcomeBatches, type OutcomeDeps } from './outcome-batches.ts';
import { nextDelayMs } from './retry-schedule.ts';

export type DeliveryMeter = { attempt(result: AttemptResult, delivery: ClaimedDelivery): void };

export type EngineDeps = OutcomeDeps & {
  readonly topics: Pick<Topics, 'subscribe'>;
  readonly outbound: OutboundByAccount;
  readonly meter: DeliveryMeter;
  webhook(id: string): Promise<WebhookWithSecrets | null> | WebhookWithSecrets | null;
  readonly random?: () => number;
  /** How often to look for deliveries that became due by time. Null in tests that call `lookForDue` themselves. */
  readonly pollMs?: number | null;
  /** How many bytes of long events may be in memory at once. Of an event, at most a piece is. */
  readonly longBytes?: number;
};

export type ReadyWebhook = { readonly webhookId: string; readonly ownerId: string };

/** Tells engines that a webhook is active again: `wh_… acc_…`. */
export const enabledTopic = 'webhook-enabled';

export const maxInFlight = 512;
/** Includes attempts whose outcome is not stored yet. */
const maxUnderWay = 2 * maxInFlight;
export const leaseMs = 20_000;
const heartbeatMs = 5_000;
const finishLimitMs = 1_500;
const stopLimitMs = 3_000;
const clockStepMs = 1_000;

/**
 * Sends due deliveries. It claims only what it can send at once, so nothing waits in memory: the table is the queue,
 * and several engines may share it.
 */
export class Engine implements AsyncDisposable {
  readonly #deps: EngineDeps;
  /** Webhooks that may have something due, and where to start looking for it. */
  readonly #ready = new Map<string, WaitingWebhook & { readonly fromMs: number }>();
  readonly #limits = new InFlightLimits(maxInFlight);
  /** Counts the bytes of long events that are in memory. */
  readonly #longBodies: Semaphore;
  readonly #underWay = new Map<number, { lease: string; work: Promise<void> }>();
  readonly #abort = new AbortController();
  readonly #intervals: Interval[] = [];
  readonly #subscriptions: Disposable[];
  readonly #outcomes: OutcomeBatches;
  #claiming: Promise<void> | null = null;
  #stopping: Promise<void> | null = null;
  #lookedAt = Number.POSITIVE_INFINITY;
  #nextPollAt = 0;
  #lastClaimAt = Number.NEGATIVE_INFINITY;

  constructor(deps: EngineDeps) {
    this.#deps = deps;
    const { topics, pollMs = 500, longBytes = 16 * 1024 * 1024 } = deps;
    this.#longBodies = new Semaphore({ limit: longBytes });
    this.#outcomes = createOutcomeBatches(deps, this.#abort.signal);
    this.#subscriptions = [
      topics.subscribe(deliveriesTopic, (message) => {
        const [webhookId = '', ownerId = '', dueAtMs] = message.split(' ');
        this.wake({ webhookId, ownerId }, Number(dueAtMs) || 0);
      }),
      topics.subscribe(enabledTopic, (message) => {
        const [webhookId = '', ownerId = ''] = message.split(' ');
        this.#limits.startSlowly(webhookId);
        this.wake({ webhookId, ownerId });
      }),
    ];
    if (pollMs === null) return;
    this.#every(pollMs, () => this.#poll());
    this.#every(heartbeatMs, () => this.extend());
  }

  /** A delivery of this webhook may be due, but none that was due before `fromMs`. */
  wake(webhook: ReadyWebhook, fromMs = 0): void {
    this.#expect(webhook, fromMs);
    this.#pump();
  }

  #expect({ webhookId, ownerId }: ReadyWebhook, fromMs: number): void {
    const known = this.#ready.get(webhookId)?.fromMs ?? fromMs;
    this.#ready.set(webhookId, { ownerId, fromMs: Math.min(fromMs, known) });
  }

  /** A look takes long if an open transaction keeps finished rows in the table. Looks get a tenth of the time. */
  async #poll(): Promise<void> {
    const startedAt = this.#deps.clock.monotonicMs();
    if (startedAt < this.#nextPollAt) return;
    await this.lookForDue();
    const endedAt = this.#deps.clock.monotonicMs();
    this.#nextPollAt = endedAt + 9 * (endedAt - startedAt);
  }

  /** Finds webhooks whose deliveries became due by time: retries, and what a crash left behind. */
  async lookForDue(): Promise<void> {
    const { sql, clock } = this.#deps;
    const now = clock.now();
    if (now < this.#lookedAt - clockStepMs) await adjustToEarlierClock(sql, now, now + leaseMs);
    this.#lookedAt = now;
    for (const due of await findDue(sql, now)) this.#expect(due, due.dueAtMs);
    this.#pump();
  }

  /** How long the engine has had nothing to send. */
  get quietForMs(): number {
    return this.#underWay.size > 0 ? 0 : this.#deps.clock.monotonicMs() - this.#lastClaimAt;
  }

  /** Resolves when nothing is in flight and nothing more is ready. */
  async idle(): Promise<void> {
    while (this.#claiming !== null || this.#underWay.size > 0) {
      await this.#claiming;
      await Promise.all(Array.from(this.#underWay.values(), ({ work }) => work));
    }
  }

  /** Attempts in flight get a moment to finish. The other deliveries are due again for the next engine. */
  [Symbol.asyncDispose](): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    const intervals = Promise.all(this.#intervals.map((interval) => interval[Symbol.asyncDispose]()));
    for (const subscription of this.#subscriptions) subscription[Symbol.dispose]();
    const finishTimer = setTimeout(() => this.#abort.abort(), finishLimitMs);
    // A database that neither answers nor fails must not keep the service from stopping.
    await settleWithin(
      intervals.then(() => this.idle()),
      stopLimitMs,
    );
    clearTimeout(finishTimer);
  }

  #every(ms: number, work: () => Promise<void>): void {
    this.#intervals.push(
      startInterval({
        everyMs: ms,
        run: work,
        onError: (error) => this.#logFailure(error, 'the delivery engine failed and continues'),
      }),
    );
  }

  #logFailure(error: unknown, what: string): void {
    if (!isTransient(error)) this.#deps.log.error({ err: error }, what);
  }

  #pump(): void {
    if (this.#claiming !== null || this.#stopping !== null) return;
    this.#claiming = this.#claimWhilePossible().then(
      () => {
        this.#claiming = null;
        if (this.#underWay.size < maxUnderWay && this.#limits.freeSlots(this.#ready).size > 0) this.#pump();
      },
      (error: unknown) => {
        // No immediate retry: the next poll finds what is due as soon as the database answers.
        this.#claiming = null;
        this.#logFailure(error, 'could not claim deliveries');
      },
    );
  }

  async #claimWhilePossible(): Promise<void> {
    // Other wake-ups of the same tick join this run.
    await null;
    const { sql, clock } = this.#deps;
    for (
      let slots = this.#limits.freeSlots(this.#ready);
      slots.size > 0 && this.#underWay.size < maxUnderWay && this.#stopping === null;
      slots = this.#limits.freeSlots(this.#ready)
    ) {
      const ranges = this.#takeReady(slots);
      const now = clock.now();
      const claimed = await claim(sql, ranges, randomUUID(), now, now + leaseMs);
      if (claimed.length > 0) this.#lastClaimAt = clock.monotonicMs();
      for (const delivery of claimed) this.#start(delivery);
      // A webhook that used all its slots may have more due; it goes to the end of the queue.
      for (const [webhookId, group] of Map.groupBy(claimed, (delivery) => delivery.webhookId)) {
        const [delivery] = group;
        if (delivery === undefined || group.length < (slots.get(webhookId) ?? 0)) continue;
        this.#expect(delivery, Math.max(...group.map(({ dueAtMs }) => dueAtMs)));
      }
    }
  }

  #takeReady(freeSlots: ReadonlyMap<string, number>): Map<string, ClaimRange> {
    const ranges = new Map<string, ClaimRange>();
    for (const [webhookId, slots] of freeSlots) {
      ranges.set(webhookId, { slots, fromMs: this.#ready.get(webhookId)?.fromMs ?? 0 });
      this.#ready.delete(webhookId);
    }
    return ranges;
  }

  #start(delivery: ClaimedDelivery): void {
    const known = this.#underWay.get(delivery.id);
    if (known !== undefined) {
      // Its lease expired while we are still sending it: a slow database, or the clock jumped. One attempt is enough.
      known.lease = delivery.lease;
      return;
    }
    const slot = this.#limits.take(delivery.webhookId, delivery.ownerId);
    const work = this.#attempt(delivery, slot)
      .catch((error: unknown) => {
        this.#logFailure(error, 'could not complete an attempt');
        return null;
      })
      .then((result) => {
        this.#underWay.delete(delivery.id);
        this.#freeSlot(slot, result);
      });
    this.#underWay.set(delivery.id, { lease: delivery.lease, work });
  }

  #freeSlot(slot: Slot, result: AttemptResult | null): void {
    slot.free({ success: result?.success ?? false, timedOut: result?.stage === 'timeout' });
    this.#pump();
  }

  async #attempt(delivery: ClaimedDelivery, slot: Slot): Promise<AttemptResult | null> {
    const deps = this.#deps;
    const result = await this.#send(delivery);
    // A success frees its slot immediately. A failure frees it after it is stored, because it may pause the webhook.
    if (result?.success) this.#freeSlot(slot, result);
    const { id } = delivery;
    const lease = this.#underWay.get(id)?.lease ?? delivery.lease;
    // Our own stop aborted it. That says nothing about the receiver. The delivery is sent again after the next start.
    if (result === null || (!result.success && this.#abort.signal.aborted)) {
      await releaseLeases(deps.sql, [{ id, lease }]);
      return null;
    }
    deps.meter.attempt(result, delivery);
    const delayMs = nextDelayMs(delivery.attempts + 1, deps.random ?? Math.random);
    const retryAtMs = delayMs === null ? null : result.startedAtMs + result.durationMs + delayMs;
    await this.#outcomes.add({ id, lease, webhookId: delivery.webhookId, result, retryAtMs });
    return result;
  }

  /** Null if the webhook has been deleted, or the delivery discarded. */
  async #send(delivery: ClaimedDelivery): Promise<AttemptResult | null> {
    const { body, bytes } = delivery;
    if (bytes === null) return unsendable(this.#deps.clock, 'The event of this delivery is missing.');
    if (body !== null) return await this.#sendBody(delivery, body);
    const sendLong = async () => {
      if (this.#abort.signal.aborted) return null;
      const { sql } = this.#deps;
      const read = (await isWaiting(sql, delivery)) ? await readBody(sql, delivery) : null;
      return read === null ? null : await this.#sendBody(delivery, read);
    };
    const weight = Math.min(bytes, maxBodyInMemory);
    return await this.#longBodies.run(delivery.ownerId, sendLong, { weight });
  }

  async #sendBody(delivery: ClaimedDelivery, body: string | LongBody): Promise<AttemptResult | null> {
    const webhook = await openWebhook(this.#deps, delivery.webhookId);
    if (webhook === 'unreadable')
      return unsendable(
        this.#deps.clock,
        'The service could not read the secret or the headers of the webhook. Its log has the cause.',
      );
    if (webhook === null) return null;
    const { eventId, sequence } = delivery;
    const isStillDue = () => isWaiting(this.#deps.sql, delivery);
    const options = { signal: this.#abort.signal, isStillDue };
    return await makeAttempt(this.#deps, webhook, { eventId, sequence, body }, options);
  }

  /** Extends the leases of all deliveries in flight. */
  async extend(): Promise<void> {
    const held = Array.from(this.#underWay, ([id, { lease }]) => ({ id, lease }));
    if (held.length > 0) await extendLeases(this.#deps.sql, held, this.#deps.clock.now() + leaseMs);
  }
}
