import type { AttemptResult } from '../sending/send.ts';
import type { ClaimedDelivery } from './claim.ts';

export type DeliveryMeter = { attempt(result: AttemptResult, delivery: ClaimedDelivery): void };
