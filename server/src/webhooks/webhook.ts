import type { WebhookEventName } from '@parley/protocol';

/** Tells processes to read a webhook again. The message is its id. */
export const webhookTopic = 'webhook';

/** Why a webhook is paused: twenty failed attempts in a row, or a person. */
export type PauseReason = 'failures' | 'manual';

/** A webhook as people see it: no secret, and of the headers only the names. */
export type Webhook = {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly url: string;
  readonly headerNames: readonly string[];
  readonly signed: boolean;
  /** The events it receives. Null means every event. */
  readonly events: readonly WebhookEventName[] | null;
  readonly state: 'active' | 'paused';
  /** Failed attempts in a row. */
  readonly failures: number;
  readonly pausedAt: Date | null;
  readonly pauseReason: PauseReason | null;
  /** What went wrong last, if failures paused it. */
  readonly lastProblem: string | null;
  readonly testPassedAt: Date | null;
  /** Whether that test used the current address, secret and headers. */
  readonly testedNow: boolean;
  /** Deliveries that are waiting. They are held if the webhook is paused. */
  readonly waiting: number;
  /** The first 50 avatars whose events it receives, by name. */
  readonly avatars: readonly { readonly id: number; readonly name: string }[];
  /** Counted up by each change that a person makes. Failed attempts, automatic pauses and tests do not count. */
  readonly version: number;
  readonly createdAt: Date;
};
