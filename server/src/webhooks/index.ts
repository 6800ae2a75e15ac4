export { type DeliveryConditions, type DeliveryPage, listAccountDeliveries } from './account-deliveries.ts';
export { headersFor, headersInRecord } from './attempt-headers.ts';
export { releaseAllLeases } from './claim.ts';
export type { CustomHeaders } from './custom-headers.ts';
export { readDeliveriesAfter, settledDeliveryId } from './deliveries-after.ts';
export {
  type Attempt,
  countWaitingDeliveries,
  type Delivery,
  type DeliveryState,
  readAttempts,
  readDelivery,
  readPartnerDelivery,
  type WaitingCount,
} from './delivery-log.ts';
export type { DeliveryMeter } from './delivery-meter.ts';
export { type DiscardFilter, discard, discardMany } from './discard.ts';
export { Engine, type EngineDeps, enabledTopic, maxInFlight } from './engine.ts';
export { type Enqueued, enqueue, enqueueAll } from './enqueue.ts';
export { type EventSource, makeEvent, type StoredEvent } from './event.ts';
export { createExtendedEvents, type ExtendedEvents } from './extended-events.ts';
export { type FeedEvent, type FeedPage, type FeedQuery, readFeed } from './feed.ts';
export { type Cursor, parseCursor, startCursor } from './feed-cursor.ts';
export { LongBody, readBody } from './long-body.ts';
export { createOutbox, type Outbox } from './outbox.ts';
export {
  listPartnerDeliveries,
  type PartnerDeliveryFilter,
  replayPartnerDelivery,
} from './partner-deliveries.ts';
export {
  conversationsForPartners,
  createPartnerOutbox,
  type PartnerOutbox,
} from './partner-outbox.ts';
export { createPartnerWebhooks, type PartnerWebhook, type PartnerWebhooks } from './partner-webhooks.ts';
export { openQueueConnections } from './queue-connections.ts';
export { type ReplayDeps, replay } from './replay.ts';
export { replayMany } from './replay-many.ts';
export { startRetention } from './retention.ts';
export { nextDelayMs } from './schedule.ts';
export { type AttemptResult, send } from './send.ts';
export { type TestDeps, testEndpoint } from './test-endpoint.ts';
export type { PauseReason, Webhook } from './webhook.ts';
export type { WebhookWithSecrets } from './webhook-with-secrets.ts';
export { createWebhooks, type WebhookHealth, type WebhookRef, type Webhooks } from './webhooks.ts';
