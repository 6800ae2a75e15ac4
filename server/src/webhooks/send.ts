import { type Outbound, OutboundError, type RequestHeaders } from '../outbound/index.ts';
import { signatureOf } from './signing.ts';
import type { WebhookWithSecrets } from './webhook.ts';

export type AttemptResult = {
  readonly success: boolean;
  readonly startedAtMs: number;
  /** Whole ones, rounded up: the schedule counts from the end of an attempt, and must not fall short. */
  readonly durationMs: number;
  /** The receiver's HTTP status; null where none came. */
  readonly status: number | null;
  /** Where it failed, for what failed before an answer. */
  readonly stage: string | null;
  readonly problem: string | null;
  /** At most the first 16 KiB of what the receiver said. */
  readonly body: Buffer | null;
};

export type EventMessage = {
  readonly eventId: string;
  readonly body: string;
  readonly sequence: number | null;
};

export const keptBodyBytes = 16 * 1024;
const limits = {
  connectTimeoutMs: 4_000,
  totalTimeoutMs: 10_000,
  maxResponseBytes: keptBodyBytes,
  tooLarge: 'cut',
} as const;

export type Clocks = { now(): number; monotonicMs(): number };

/** One attempt: the stored bytes, signed for this moment. Deliveries, replays and tests all go through here. */
export async function send(
  outbound: Outbound,
  webhook: WebhookWithSecrets,
  message: EventMessage,
  clock: Clocks,
  signal?: AbortSignal,
): Promise<AttemptResult> {
  const startedAtMs = clock.now();
  const startedAt = clock.monotonicMs();
  const took = () => Math.ceil(clock.monotonicMs() - startedAt);
  try {
    const { status, body } = await outbound.request({
      url: webhook.url,
      method: 'POST',
      headers: lastingHeaders(webhook),
      ownHeaders: headersOf(webhook, message, startedAtMs).flat(),
      body: message.body,
      signal,
      ...limits,
    });
    const success = status >= 200 && status < 300;
    const problem = success ? null : `the receiver answered ${status}`;
    return { success, startedAtMs, durationMs: took(), status, stage: null, problem, body };
  } catch (error) {
    // Whatever it was, it counts as an attempt: a message that cannot be sent must not be tried for ever.
    const known = error instanceof OutboundError ? error : null;
    const { status = null, stage = 'internal', message = 'the request could not be made' } = known ?? {};
    return { success: false, startedAtMs, durationMs: took(), status, stage, problem: message, body: null };
  }
}

/** For what cannot even be tried: it is an attempt like any other, so that it comes to an end. */
export function unsendable(clock: Clocks, problem: string): AttemptResult {
  const startedAtMs = clock.now();
  return { success: false, startedAtMs, durationMs: 0, status: null, stage: 'internal', problem, body: null };
}

export const headersFor = (
  webhook: WebhookWithSecrets,
  message: EventMessage,
  nowMs: number,
): Record<string, string> => ({
  ...lastingHeaders(webhook),
  ...Object.fromEntries(headersOf(webhook, message, nowMs)),
});

const lasting = new WeakMap<WebhookWithSecrets, RequestHeaders>();

const ownNames = /^(parley-sequence|webhook-(id|timestamp|signature))$/i;
const isOwn = (name: string): boolean => ownNames.test(name);

/** What all messages to a webhook have in common. */
function lastingHeaders(webhook: WebhookWithSecrets): RequestHeaders {
  let headers = lasting.get(webhook);
  if (headers === undefined) {
    headers = {
      'user-agent': 'Parley-Webhooks',
      ...Object.fromEntries(Object.entries(webhook.headers).filter(([name]) => !isOwn(name))),
      'content-type': 'application/json',
    };
    lasting.set(webhook, headers);
  }
  return headers;
}

function headersOf(webhook: WebhookWithSecrets, message: EventMessage, nowMs: number): [string, string][] {
  const headers: [string, string][] = [];
  if (message.sequence !== null) headers.push(['parley-sequence', String(message.sequence)]);
  const keys = keysAt(webhook, nowMs);
  if (keys.length === 0) return headers;
  const timestamp = Math.floor(nowMs / 1000);
  headers.push(
    ['webhook-id', message.eventId],
    ['webhook-timestamp', String(timestamp)],
    ['webhook-signature', signatureOf(keys, message.eventId, timestamp, message.body)],
  );
  return headers;
}

function keysAt({ key, oldKey }: WebhookWithSecrets, nowMs: number): Buffer[] {
  if (key === null) return [];
  return oldKey !== null && nowMs < oldKey.untilMs ? [key, oldKey.key] : [key];
}
