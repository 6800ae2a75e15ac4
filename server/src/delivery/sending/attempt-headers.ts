import type { KeyObject } from 'node:crypto';
import type { LongBody } from '../../events/index.ts';
import { type RequestHeaders, withUserAgent } from '../../outbound/index.ts';
import { longSignatureOf, signatureOf } from './signing.ts';
import type { WebhookWithSecrets } from './webhook-with-secrets.ts';

export type DeliveryRequest = {
  readonly eventId: string;
  readonly body: string | LongBody;
  readonly sequence: number | null;
  /** The token of this attempt, if it goes to a partner. */
  readonly token?: string;
};

const contractNames = /^(parley-sequence|webhook-(id|timestamp|signature))$/i;
const isOfContract = (name: string): boolean => contractNames.test(name);

/** Computes something once for each webhook. A changed webhook is another object. */
function oncePerWebhook<T>(compute: (webhook: WebhookWithSecrets) => T): (webhook: WebhookWithSecrets) => T {
  const known = new WeakMap<WebhookWithSecrets, { readonly value: T }>();
  return (webhook) => {
    let entry = known.get(webhook);
    if (entry === undefined) {
      entry = { value: compute(webhook) };
      known.set(webhook, entry);
    }
    return entry.value;
  };
}

/** The headers that all requests to a webhook have in common. */
export const commonHeaders = oncePerWebhook<RequestHeaders>((webhook) => ({
  ...Object.fromEntries(Object.entries(webhook.headers).filter(([name]) => !isOfContract(name))),
  'content-type': 'application/json',
}));

const secondsOf = (ms: number): number => Math.floor(ms / 1000);

type ShortRequest = DeliveryRequest & { readonly body: string };

const signatureAt = (webhook: WebhookWithSecrets, { eventId, body }: ShortRequest, nowMs: number): string =>
  signatureOf(keysAt(webhook, nowMs), eventId, secondsOf(nowMs), body);

/** The headers of this one attempt: names and values in turn. */
export function serviceHeadersOf(
  webhook: WebhookWithSecrets,
  request: DeliveryRequest,
  nowMs: number,
): Promise<string[]> | string[] {
  const { eventId, body } = request;
  if (typeof body === 'string')
    return serviceHeaders(request, nowMs, signatureAt(webhook, { ...request, body }, nowMs));
  const signing = longSignatureOf(keysAt(webhook, nowMs), eventId, secondsOf(nowMs), body);
  return signing.then((signature) => serviceHeaders(request, nowMs, signature));
}

/** Without a key, the signature is empty. */
function serviceHeaders(request: DeliveryRequest, nowMs: number, signature: string): string[] {
  const headers: string[] = [];
  if (request.token !== undefined) headers.push('authorization', `Bearer ${request.token}`);
  if (request.sequence !== null) headers.push('parley-sequence', String(request.sequence));
  if (signature === '') return headers;
  headers.push('webhook-id', request.eventId);
  headers.push('webhook-timestamp', String(secondsOf(nowMs)));
  headers.push('webhook-signature', signature);
  return headers;
}

/** The headers of a request that is signed for this moment, for a listener. */
export const headersFor = (
  webhook: WebhookWithSecrets,
  request: ShortRequest,
  nowMs: number,
): Record<string, string> => ({
  ...withUserAgent(commonHeaders(webhook)),
  ...Object.fromEntries(pairsOf(serviceHeaders(request, nowMs, signatureAt(webhook, request, nowMs)))),
});

const hidden = '[hidden]';
const line = (name: string, value: string): string => `${name}: ${value}\n`;

const commonRecord = oncePerWebhook((webhook) => {
  const headers = { ...withUserAgent(commonHeaders(webhook)) };
  // The values of custom headers are secrets, and are stored sealed.
  for (const name of Object.keys(webhook.headers)) if (name in headers) headers[name] = hidden;
  return Object.entries({ ...headers, 'content-type': 'application/json' })
    .map(([name, value]) => line(name, String(value)))
    .join('');
});

/** What is stored of an attempt's headers: all of them, one per line, without the values that are secret. */
export function recordOf(webhook: WebhookWithSecrets, own: readonly string[]): string {
  let record = commonRecord(webhook);
  for (const [name, value] of pairsOf(own))
    record += line(name, name === 'authorization' ? `Bearer ${hidden}` : value);
  return record;
}

/** Null if an older version made the attempt, which did not store its headers. */
export function headersInRecord(record: string | null): Record<string, string> | null {
  if (record === null) return null;
  const lines = record.split('\n').filter((text) => text !== '');
  return Object.fromEntries(
    lines.map((text) => {
      const end = text.indexOf(': ');
      return [text.slice(0, end), text.slice(end + 2)];
    }),
  );
}

function pairsOf(list: readonly string[]): [string, string][] {
  const names = list.filter((_, index) => index % 2 === 0);
  return names.map((name, index) => [name, list[2 * index + 1] ?? '']);
}

function keysAt({ key, oldKey }: WebhookWithSecrets, nowMs: number): KeyObject[] {
  if (key === null) return [];
  return oldKey !== null && nowMs < oldKey.untilMs ? [key, oldKey.key] : [key];
}
