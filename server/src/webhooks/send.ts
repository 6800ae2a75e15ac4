import type { KeyObject } from 'node:crypto';
import {
  type OutboundByAccount,
  OutboundError,
  type RequestHeaders,
  withUserAgent,
} from '../outbound/index.ts';
import type { LongBody } from './long-body.ts';
import { longSignatureOf, signatureOf } from './signing.ts';
import type { WebhookWithSecrets } from './webhook.ts';

export type AttemptResult = {
  readonly success: boolean;
  readonly startedAtMs: number;
  /** Whole milliseconds, rounded up, because the next delay counts from the end of the attempt. */
  readonly durationMs: number;
  /** The receiver's HTTP status; null if it did not answer. */
  readonly status: number | null;
  /** Where it failed, if it failed before an answer. */
  readonly stage: string | null;
  readonly problem: string | null;
  /** At most the first 16 KiB of what the receiver said. */
  readonly body: Buffer | null;
};

export type DeliveryRequest = {
  readonly eventId: string;
  readonly body: string | LongBody;
  readonly sequence: number | null;
  /** The token of this attempt, if it goes to a partner. */
  readonly token?: string;
};

export const keptBodyBytes = 16 * 1024;
const limits = {
  connectTimeoutMs: 4_000,
  totalTimeoutMs: 10_000,
  maxResponseBytes: keptBodyBytes,
  tooLarge: 'cut',
} as const;

export type AttemptClock = { now(): number; monotonicMs(): number };

/** Sends the stored bytes, signed for this moment. Deliveries, replays and tests all use it. */
export async function send(
  outbound: OutboundByAccount,
  webhook: WebhookWithSecrets,
  request: DeliveryRequest,
  clock: AttemptClock,
  signal?: AbortSignal,
): Promise<AttemptResult> {
  const startedAtMs = clock.now();
  const startedAt = clock.monotonicMs();
  const took = () => Math.ceil(clock.monotonicMs() - startedAt);
  try {
    const { status, body } = await outbound.forAccount(webhook.ownerId).request({
      url: webhook.url,
      method: 'POST',
      headers: commonHeaders(webhook),
      ownHeaders: await ownHeadersOf(webhook, request, startedAtMs),
      body: request.body,
      signal,
      ...limits,
    });
    const success = status >= 200 && status < 300;
    const problem = success ? null : statusProblem(status);
    return { success, startedAtMs, durationMs: took(), status, stage: null, problem, body };
  } catch (error) {
    // Every error counts as an attempt: a delivery that cannot be sent must not be retried for ever.
    const known = error instanceof OutboundError ? error : null;
    const {
      status = null,
      stage = 'internal',
      message = 'The service could not send the request.',
    } = known ?? {};
    return { success: false, startedAtMs, durationMs: took(), status, stage, problem: message, body: null };
  }
}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

function statusProblem(status: number): string {
  if (redirects.has(status))
    return `The receiver answered with a redirect (HTTP ${status}). Redirects are not followed. Set the URL that it leads to.`;
  return `The receiver answered with HTTP ${status}. It must answer with a 2xx status.`;
}

/** The result of an attempt that could not be made. It counts like any other, so that the delivery ends. */
export function unsendable(clock: AttemptClock, problem: string): AttemptResult {
  const startedAtMs = clock.now();
  return { success: false, startedAtMs, durationMs: 0, status: null, stage: 'internal', problem, body: null };
}

/** The headers of an attempt at that moment, for display. A note replaces the token, because a token could be used. */
export const headersFor = (
  webhook: WebhookWithSecrets,
  request: DeliveryRequest & { readonly body: string },
  nowMs: number,
): Record<string, string> => ({
  ...withUserAgent(commonHeaders(webhook)),
  ...(webhook.mintToken === null ? {} : { authorization: 'Bearer [a new token for each attempt]' }),
  ...Object.fromEntries(pairsOf(ownHeaders(request, nowMs, signatureAt(webhook, request, nowMs)))),
});

const commonHeadersOf = new WeakMap<WebhookWithSecrets, RequestHeaders>();

const ownNames = /^(parley-sequence|webhook-(id|timestamp|signature))$/i;
const isOwn = (name: string): boolean => ownNames.test(name);

/** The headers that all requests to a webhook have in common. */
function commonHeaders(webhook: WebhookWithSecrets): RequestHeaders {
  let headers = commonHeadersOf.get(webhook);
  if (headers === undefined) {
    headers = {
      ...Object.fromEntries(Object.entries(webhook.headers).filter(([name]) => !isOwn(name))),
      'content-type': 'application/json',
    };
    commonHeadersOf.set(webhook, headers);
  }
  return headers;
}

const secondsOf = (ms: number): number => Math.floor(ms / 1000);

const signatureAt = (
  webhook: WebhookWithSecrets,
  { eventId, body }: DeliveryRequest & { readonly body: string },
  nowMs: number,
): string => signatureOf(keysAt(webhook, nowMs), eventId, secondsOf(nowMs), body);

function ownHeadersOf(
  webhook: WebhookWithSecrets,
  request: DeliveryRequest,
  nowMs: number,
): Promise<string[]> | string[] {
  const { eventId, body } = request;
  if (typeof body === 'string')
    return ownHeaders(request, nowMs, signatureAt(webhook, { ...request, body }, nowMs));
  const signing = longSignatureOf(keysAt(webhook, nowMs), eventId, secondsOf(nowMs), body);
  return signing.then((signature) => ownHeaders(request, nowMs, signature));
}

/** The headers of this one attempt: names and values in turn. Without a key, the signature is empty. */
function ownHeaders(request: DeliveryRequest, nowMs: number, signature: string): string[] {
  const headers: string[] = [];
  if (request.token !== undefined) headers.push('authorization', `Bearer ${request.token}`);
  if (request.sequence !== null) headers.push('parley-sequence', String(request.sequence));
  if (signature === '') return headers;
  headers.push('webhook-id', request.eventId);
  headers.push('webhook-timestamp', String(secondsOf(nowMs)));
  headers.push('webhook-signature', signature);
  return headers;
}

function pairsOf(list: readonly string[]): [string, string][] {
  const names = list.filter((_, index) => index % 2 === 0);
  return names.map((name, index) => [name, list[2 * index + 1] ?? '']);
}

function keysAt({ key, oldKey }: WebhookWithSecrets, nowMs: number): KeyObject[] {
  if (key === null) return [];
  return oldKey !== null && nowMs < oldKey.untilMs ? [key, oldKey.key] : [key];
}
