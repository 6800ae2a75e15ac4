import type { Attempt, Webhook as WebhookAnswer } from '@parley/protocol/management';
import type { AttemptResult, Webhook } from '../webhooks/index.ts';

const recentMs = 5 * 60_000;

export function webhookView(webhook: Webhook, now: number): WebhookAnswer {
  return {
    id: webhook.id,
    name: webhook.name,
    url: webhook.url,
    headerNames: [...webhook.headerNames],
    signed: webhook.signed,
    events: webhook.events && [...webhook.events],
    state: webhook.state,
    consecutiveFailures: webhook.failures,
    pausedAt: webhook.pausedAt?.getTime() ?? null,
    pausedBy: webhook.pauseReason,
    pauseReason: pauseReason(webhook),
    testPassedAt: webhook.testPassedAt?.getTime() ?? null,
    canEnable: canEnable(webhook, now),
    waiting: webhook.waiting,
    avatars: webhook.avatars.map(({ id, name }) => ({ id: String(id), name })),
    warning: webhook.url.startsWith('http:')
      ? 'The address is plain http: events can be read on the way.'
      : null,
    version: webhook.version,
    createdAt: webhook.createdAt.getTime(),
  };
}

function canEnable({ state, pauseReason: reason, testedNow, testPassedAt }: Webhook, now: number): boolean {
  if (state === 'active') return false;
  const isRecent = testPassedAt !== null && now - testPassedAt.getTime() <= recentMs;
  return reason === 'manual' || (testedNow && isRecent);
}

function pauseReason({ pauseReason: reason, failures, lastProblem }: Webhook): string | null {
  if (reason === null) return null;
  if (reason === 'manual') return 'A person paused it.';
  const counted = `${Math.max(failures, 20)} attempts in a row failed`;
  return lastProblem === null ? `${counted}.` : `${counted}; the last one because ${lastProblem}.`;
}

/** Values of the webhook's own headers stay hidden. */
export function maskedHeaders(
  webhook: { readonly headers: Readonly<Record<string, string>> },
  headers: Readonly<Record<string, string>>,
): Record<string, string> {
  const own = new Set(Object.keys(webhook.headers));
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, own.has(name) ? '[hidden]' : value]),
  );
}

export function attemptView(result: AttemptResult, kind: Attempt['kind']): Attempt {
  return {
    at: result.startedAtMs,
    kind,
    passed: result.success,
    durationMs: Math.round(result.durationMs),
    status: result.status,
    stage: result.stage,
    problem: result.problem,
    body: result.body?.toString('utf8') ?? null,
  };
}
