import { isTransient } from '../../db/index.ts';
import type { Log } from '../../kernel/index.ts';
import type { OutboundByAccount } from '../../outbound/index.ts';
import type { DeliveryRequest } from './attempt-headers.ts';
import { type AttemptClock, type AttemptResult, send, unsendable } from './send.ts';
import type { WebhookWithSecrets } from './webhook-with-secrets.ts';

export type AttemptDeps = { readonly outbound: OutboundByAccount; readonly clock: AttemptClock };

export type AttemptOptions = {
  readonly signal?: AbortSignal;
  /** Whether the delivery should still be sent. It is called as late as possible, and only for partners. */
  isStillDue?(): Promise<boolean>;
};

/**
 * Makes one attempt. For a partner it carries a new token each time. That token's signature may have to wait, and an
 * account may withdraw its grant meanwhile. Null if nothing was sent because of that, or because the signal aborted.
 */
export async function makeAttempt(
  { outbound, clock }: AttemptDeps,
  webhook: WebhookWithSecrets,
  request: DeliveryRequest,
  { signal, isStillDue }: AttemptOptions = {},
): Promise<AttemptResult | null> {
  if (webhook.mintToken === null) return await send(outbound, webhook, request, clock, signal);
  let token: string;
  try {
    token = await webhook.mintToken(signal);
  } catch {
    return signal?.aborted
      ? null
      : unsendable(clock, 'The service could not sign the token of this attempt.');
  }
  if (isStillDue !== undefined && !(await isStillDue())) return null;
  return await send(outbound, webhook, { ...request, token }, clock, signal);
}

type OpenWebhookDeps = {
  readonly log: Log;
  webhook(id: string): Promise<WebhookWithSecrets | null> | WebhookWithSecrets | null;
};

/** Null if it has been deleted. A webhook whose secrets cannot be opened must not keep its deliveries for ever. */
export async function openWebhook(
  { log, webhook }: OpenWebhookDeps,
  webhookId: string,
): Promise<WebhookWithSecrets | 'unreadable' | null> {
  try {
    return await webhook(webhookId);
  } catch (error) {
    if (isTransient(error)) throw error;
    log.error({ err: error, webhookId }, 'could not read a webhook');
    return 'unreadable';
  }
}
