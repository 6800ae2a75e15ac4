/** A webhook as people see it: no secret, and of the headers only the names. */
export type Webhook = {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly url: string;
  readonly headerNames: readonly string[];
  readonly signed: boolean;
  readonly state: 'active' | 'paused';
  /** Failed attempts in a row. */
  readonly failures: number;
  readonly pausedAt: Date | null;
  readonly testPassedAt: Date | null;
  /** Deliveries that are waiting: held where the webhook is paused. */
  readonly waiting: number;
  readonly createdAt: Date;
};

/** All that sending needs, secrets opened. */
export type WebhookAtWork = {
  readonly id: string;
  readonly accountId: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The present signing key first, then an older one that still overlaps; none on webhooks from before signing. */
  readonly keys: readonly Buffer[];
  /** Tells which URL, secret and headers these are. */
  readonly fingerprint: string;
};
