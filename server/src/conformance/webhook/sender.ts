import type { KeyObject } from 'node:crypto';
import { type AttemptResult, send, signingKey, type WebhookWithSecrets } from '../../delivery/index.ts';
import { newEventId, systemClock } from '../../kernel/index.ts';
import type { OutboundByAccount } from '../../outbound/index.ts';
import { type Evidence, messageText, shownUrl } from '../../rehearsal/index.ts';
import { type Finding, failed, passed } from '../finding.ts';

export type SenderOptions = {
  readonly url: string;
  /** Null if the receiver does not check signatures. */
  readonly secret: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly outbound: OutboundByAccount;
  readonly signal: AbortSignal;
};

/** How a delivery differs from an ordinary one. */
export type DeliveryChanges = {
  readonly eventId?: string;
  readonly key?: KeyObject | null;
  /** The second of two keys that sign. */
  readonly secondKey?: KeyObject;
  readonly ageMs?: number;
};

export type Delivered = AttemptResult & { readonly evidence: Evidence };

export const judge = ({ problem, evidence }: Delivered): Finding =>
  problem === null ? passed : failed(problem, evidence);

/** Sends events with the code that delivers real ones. */
export class Sender {
  readonly key: KeyObject | null;
  /** It has accepted a wrong signature. */
  ignoresSignatures = false;
  readonly delivered: Delivered[] = [];
  readonly #options: SenderOptions;
  #sequence = 0;

  constructor(options: SenderOptions) {
    this.#options = options;
    this.key = options.secret === null ? null : signingKey(options.secret);
  }

  async send(event: object, changes: DeliveryChanges = {}): Promise<Delivered> {
    const { outbound, signal, url, headers } = this.#options;
    const { key = this.key, secondKey, ageMs = 0 } = changes;
    const now = Date.now();
    const clock = { ...systemClock, now: () => now - ageMs };
    const webhook: WebhookWithSecrets = {
      id: 'check',
      ownerId: 'check',
      partnerId: null,
      url,
      headers,
      key,
      oldKey: secondKey === undefined ? null : { key: secondKey, untilMs: now + 60_000 },
      fingerprint: '',
      mintToken: null,
    };
    this.#sequence += 1;
    const { eventId = newEventId(now) } = changes;
    const body = JSON.stringify(event);
    const result = await send(outbound, webhook, { eventId, body, sequence: this.#sequence }, clock, signal);
    const delivered = { ...result, evidence: this.#evidenceOf(result, body) };
    this.delivered.push(delivered);
    return delivered;
  }

  #evidenceOf({ headers, status, body }: AttemptResult, sent: string): Evidence {
    const { url, secret } = this.#options;
    const came = status === null ? 'No answer.' : messageText(`HTTP ${status}`, [], String(body ?? ''));
    return {
      sent: messageText(`POST ${shownUrl(url)}`, headers.trimEnd().split('\n'), sent),
      came: secret === null ? came : came.replaceAll(secret, '[hidden]'),
    };
  }
}
