export { claim, findDue, releaseAllLeases } from './engine/claim.ts';
export { type DeliveryMeter, Engine, type EngineDeps, enabledTopic, maxInFlight } from './engine/engine.ts';
export { openQueueConnections } from './engine/queue-connections.ts';
export { nextDelayMs } from './engine/retry-schedule.ts';
export {
  type AccountDeliveryFilter,
  conditionsIn,
  type DeliveryConditions,
  type DeliveryPage,
  listAccountDeliveries,
  listPage,
  type PageOfDeliveries,
} from './log/account-deliveries.ts';
export { readDeliveriesAfter, settledDeliveryId } from './log/deliveries-after.ts';
export {
  countWaitingDeliveries,
  type Delivery,
  type DeliveryState,
  isOfAccount,
  markDelivered,
  readAttempts,
  readDelivery,
  readPartnerDelivery,
  type WaitingCount,
} from './log/delivery-log.ts';
export { maintainPartitions, startRetention } from './log/delivery-retention.ts';
export {
  deliverWaiting,
  discardWaiting,
  finishWaiting,
  isNotLeased,
  lockWaiting,
} from './log/finish-waiting.ts';
export { listHealth, type WebhookHealth } from './log/webhook-health.ts';
export { makeAttempt } from './sending/attempt.ts';
export { headersFor, headersInRecord } from './sending/attempt-headers.ts';
export { insertAttempts } from './sending/attempt-rows.ts';
export { type AttemptResult, send } from './sending/send.ts';
export { newSigningSecret, signingKey } from './sending/signing.ts';
export type { WebhookWithSecrets } from './sending/webhook-with-secrets.ts';
