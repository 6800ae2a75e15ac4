import type { KeyObject } from 'node:crypto';

/** All that sending needs, secrets opened. */
export type WebhookWithSecrets = {
  readonly id: string;
  /** The account or the partner that owns it. */
  readonly ownerId: string;
  /** Null if an account owns it. */
  readonly partnerId: string | null;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Null on webhooks that are older than signing. */
  readonly key: KeyObject | null;
  /** The old secret. It signs beside the current one until then. */
  readonly oldKey: { readonly key: KeyObject; readonly untilMs: number } | null;
  /** A fingerprint of the URL, secret and headers. */
  readonly fingerprint: string;
  /** Makes the token for one attempt. Null for webhooks of accounts, which carry none. */
  readonly mintToken: ((signal?: AbortSignal) => Promise<string>) | null;
};
