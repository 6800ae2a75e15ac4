import type { ClaimedDelivery } from './claim.ts';
import type { AttemptResult } from './send.ts';

export type DeliveryMeter = { attempt(result: AttemptResult, delivery: ClaimedDelivery): void };
