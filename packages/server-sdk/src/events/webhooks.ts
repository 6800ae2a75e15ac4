import type { WebHandler } from '../http/web-handler.ts';
import { createReceiver, type ReceiverOptions } from './receiver.ts';

export type { EventDetails, EventName } from '@parley/protocol/contract';
export type { WebHandler } from '../http/web-handler.ts';
export type { ReceiverOptions, WebhookEvent } from './receiver.ts';
export { memoryOfEvents, type SeenEvents } from './seen-events.ts';

/** Receives the events of a webhook: checks signature and time, and handles each event once. */
export const createWebhookReceiver = (options: ReceiverOptions): WebHandler => createReceiver(options);
