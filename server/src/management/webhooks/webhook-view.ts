import type { Attempt } from '@parley/protocol/management';
import { type AttemptResult, headersInRecord } from '../../delivery/index.ts';
import type { Webhook } from '../../webhooks/index.ts';

const recentMs = 5 * 60_000;

export const webhookView = <W extends Webhook>(webhook: W, now: number) => ({
  ...webhook,
  consecutiveFailures: webhook.failures,
  pausedBy: webhook.pauseReason,
  pauseReason: pauseReason(webhook),
  canEnable: canEnable(webhook, now),
  warning: webhook.url.startsWith('http:')
    ? 'This URL uses plain http, so others on the network can read the events. Use https.'
    : null,
});

function canEnable({ state, pauseReason: reason, testedNow, testPassedAt }: Webhook, now: number): boolean {
  if (state === 'active') return false;
  const isRecent = testPassedAt !== null && now - testPassedAt.getTime() <= recentMs;
  return reason === 'manual' || (testedNow && isRecent);
}

/** Why a webhook is paused, in one sentence. */
export function pauseReason({
  pauseReason: reason,
  failures,
  lastProblem,
}: Pick<Webhook, 'pauseReason' | 'failures' | 'lastProblem'>): string | null {
  if (reason === null) return null;
  if (reason === 'manual') return 'A person paused it.';
  const counted = `${Math.max(failures, 20)} attempts in a row failed`;
  return lastProblem === null ? `${counted}.` : `${counted}. The last one: ${lastProblem}`;
}

export const attemptView = (result: AttemptResult, kind: Attempt['kind']) => ({
  ...result,
  kind,
  at: result.startedAtMs,
  passed: result.success,
  durationMs: Math.round(result.durationMs),
  body: result.body?.toString('utf8') ?? null,
  headers: headersInRecord(result.headers),
});
