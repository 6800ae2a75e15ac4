import type { Claimed } from './claim.ts';
import type { AttemptResult } from './send.ts';

export type DeliveryMeter = { attempt(result: AttemptResult, delivery: Claimed): void };
