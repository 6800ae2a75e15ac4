import { type OutboundByAccount, OutboundError } from '../../outbound/index.ts';
import { commonHeaders, type DeliveryRequest, recordOf, serviceHeadersOf } from './attempt-headers.ts';
import type { WebhookWithSecrets } from './webhook-with-secrets.ts';

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
  /** The headers of the request, without secrets, as they are stored. Empty if there was no request. */
  readonly headers: string;
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
  let headers = '';
  const took = () => Math.ceil(clock.monotonicMs() - startedAt);
  try {
    const own = await serviceHeadersOf(webhook, request, startedAtMs);
    headers = recordOf(webhook, own);
    const { status, body } = await outbound.forAccount(webhook.ownerId).request({
      url: webhook.url,
      method: 'POST',
      headers: commonHeaders(webhook),
      serviceHeaders: own,
      body: request.body,
      signal,
      ...limits,
    });
    const success = status >= 200 && status < 300;
    const problem = success ? null : statusProblem(status);
    return { success, startedAtMs, durationMs: took(), status, stage: null, problem, body, headers };
  } catch (error) {
    // Every error counts as an attempt: a delivery that cannot be sent must not be retried for ever.
    const known = error instanceof OutboundError ? error : null;
    const {
      status = null,
      stage = 'internal',
      message = 'The service could not send the request.',
    } = known ?? {};
    return {
      success: false,
      startedAtMs,
      durationMs: took(),
      status,
      stage,
      problem: message,
      body: null,
      headers,
    };
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
  const failed = { success: false, startedAtMs, durationMs: 0, status: null } as const;
  return { ...failed, stage: 'internal', problem, body: null, headers: '' };
}
