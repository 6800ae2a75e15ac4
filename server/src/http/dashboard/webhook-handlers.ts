import type { Attempt, Webhook as WebhookAnswer } from '@parley/protocol/management';
import type { Bus } from '../../bus/index.ts';
import type { Sql } from '../../db/index.ts';
import { type Clock, invalid, newEventId } from '../../kernel/index.ts';
import type { Outbound } from '../../outbound/index.ts';
import {
  type AttemptResult,
  enabledTopic,
  headersFor,
  lastFailure,
  type PauseReason,
  send,
  testEndpoint,
  type Webhook,
  type Webhooks,
} from '../../webhooks/index.ts';
import type { HandlersFor } from './call-context.ts';
import { sampleOf } from './event-samples.ts';

const recentMs = 5 * 60_000;

export function webhookHandlers(deps: {
  sql: Sql;
  clock: Clock;
  bus: Bus;
  webhooks: Webhooks;
  outbound: Outbound;
}): HandlersFor<'webhooks'> {
  const { sql, clock, webhooks, outbound } = deps;
  const targetOf = ({ id, name }: Webhook) => ({ kind: 'webhook', id, name });
  const views = async (found: readonly Webhook[]): Promise<WebhookAnswer[]> => {
    const avatars = await readAvatars(
      sql,
      found.map(({ id }) => id),
    );
    return await Promise.all(
      found.map(async (webhook) => ({
        id: webhook.id,
        name: webhook.name,
        url: webhook.url,
        headerNames: [...webhook.headerNames],
        signed: webhook.signed,
        events: webhook.events && [...webhook.events],
        state: webhook.state,
        consecutiveFailures: webhook.failures,
        pausedAt: webhook.pausedAt?.getTime() ?? null,
        pausedBy: pausedBy(webhook),
        pauseReason: await pauseReason(sql, webhook),
        testPassedAt: webhook.testPassedAt?.getTime() ?? null,
        canEnable: canEnable(webhook, clock.now()),
        waiting: webhook.waiting,
        avatars: avatars.get(webhook.id) ?? [],
        warning: webhook.url.startsWith('http:')
          ? 'The address is plain http: events can be read on the way.'
          : null,
        createdAt: webhook.createdAt.getTime(),
      })),
    );
  };
  const view = async (webhook: Webhook): Promise<WebhookAnswer> => {
    const [answer] = await views([webhook]);
    if (answer === undefined) throw new Error('a webhook has no view');
    return answer;
  };

  return {
    'webhooks.list': async ({ accountId }) => ({ items: await views(await webhooks.list(accountId)) }),
    'webhooks.get': async ({ accountId, part }) => view(await webhooks.get(part('webhook'), accountId)),
    async 'webhooks.create'({ accountId, body, auditIn }) {
      const { webhook, secret } = await webhooks.create(accountId, body, (tx, made) =>
        auditIn(tx, targetOf(made), { url: made.url, headers: made.headerNames, events: made.events }),
      );
      return { ...(await view(webhook)), secret };
    },
    async 'webhooks.update'({ accountId, body, part, auditIn }) {
      if (Object.keys(body).length === 0)
        throw invalid('Nothing to change: give a name, a url, headers or events.');
      const { headers, ...rest } = body;
      const details = { ...rest, ...(headers ? { headers: Object.keys(headers) } : {}) };
      const webhook = await webhooks.update(part('webhook'), body, accountId, (tx, changed) =>
        auditIn(tx, targetOf(changed), details),
      );
      return await view(webhook);
    },
    async 'webhooks.delete'({ accountId, query, part, auditIn }) {
      const webhook = await webhooks.get(part('webhook'), accountId);
      return await webhooks.remove(webhook.id, query.discard === true, accountId, (tx, removed) =>
        auditIn(tx, targetOf(webhook), removed),
      );
    },
    async 'webhooks.rotate'({ accountId, body, part, auditIn }) {
      const { webhook, secret } = await webhooks.rotate(
        part('webhook'),
        body.overlapSeconds * 1000,
        accountId,
        (tx, rotated) => auditIn(tx, targetOf(rotated), body),
      );
      return { ...(await view(webhook)), secret };
    },
    async 'webhooks.test'({ accountId, part, signed, audit }) {
      const webhook = await webhooks.get(part('webhook'), accountId);
      const tools = { ...deps, webhook: webhooks.withSecrets, noteTest: webhooks.noteTest };
      const result = await testEndpoint(tools, webhook.id, signed.person.email);
      await audit(targetOf(webhook), { passed: result.success });
      return attemptOf(result, 'test');
    },
    async 'webhooks.pause'({ accountId, part, auditIn }) {
      const webhook = await webhooks.pause(part('webhook'), accountId, (tx, paused) =>
        auditIn(tx, targetOf(paused)),
      );
      return await view(webhook);
    },
    async 'webhooks.enable'({ accountId, part, auditIn }) {
      const webhook = await webhooks.enable(part('webhook'), accountId, (tx, enabled) =>
        auditIn(tx, targetOf(enabled)),
      );
      deps.bus.topics.publish(enabledTopic, webhook.id);
      return await view(webhook);
    },
    async 'webhooks.sendSample'({ accountId, body, part, audit }) {
      const webhook = await webhooks.get(part('webhook'), accountId);
      const withSecrets = await webhooks.withSecrets(webhook.id);
      const payload = sampleOf(body.event, clock.now());
      if (payload === null || withSecrets === null) throw invalid('There is no such event.', 'event');
      const message = { eventId: newEventId(clock.now()), body: payload, sequence: null };
      const headers = maskedHeaders(withSecrets, headersFor(withSecrets, message, clock.now()));
      const result = await send(outbound, withSecrets, message, clock);
      await audit(targetOf(webhook), { event: body.event, passed: result.success });
      return { headers, payload, attempt: attemptOf(result, 'test') };
    },
  };
}

const isRecent = ({ testPassedAt }: Webhook, now: number): boolean =>
  testPassedAt !== null && now - testPassedAt.getTime() <= recentMs;

const pausedBy = ({ state, pauseReason }: Webhook): PauseReason | null =>
  state === 'active' ? null : (pauseReason ?? 'failures');

function canEnable(webhook: Webhook, now: number): boolean {
  if (webhook.state === 'active') return false;
  return pausedBy(webhook) === 'manual' || (webhook.testedNow && isRecent(webhook, now));
}

async function pauseReason(sql: Sql, webhook: Webhook): Promise<string | null> {
  if (webhook.state === 'active') return null;
  if (pausedBy(webhook) === 'manual') return 'A person paused it.';
  const last = await lastFailure(sql, webhook.id);
  const counted = `${Math.max(webhook.failures, 20)} attempts in a row failed`;
  return last === null ? `${counted}.` : `${counted}; the last one because ${last}.`;
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

export function attemptOf(result: AttemptResult, kind: Attempt['kind']): Attempt {
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

async function readAvatars(sql: Sql, ids: readonly string[]) {
  const rows = await sql<{ webhookId: string; id: number; name: string }[]>`
    select webhook_id as "webhookId", avatars.id, name from unnest(${[...ids]}::text[]) as wanted (id)
    cross join lateral (
      select id, webhook_id, name, sort_key from avatars
      where webhook_id = wanted.id and deleted_at is null order by sort_key, id limit 50
    ) as avatars`;
  const byWebhook = Map.groupBy(rows, ({ webhookId }) => webhookId);
  return new Map(
    [...byWebhook].map(([id, found]) => [id, found.map((row) => ({ id: String(row.id), name: row.name }))]),
  );
}
