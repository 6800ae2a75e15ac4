import { isDeepStrictEqual } from 'node:util';
import { auditChange, type Change } from '../audit/index.ts';
import { createSharedCache, type Topics } from '../bus/index.ts';
import type { Listed, Queries, Sql, TimePage } from '../db/index.ts';
import {
  type WebhookHealth as DeliveryHealth,
  enabledTopic,
  listHealth,
  newSigningSecret,
  type WebhookWithSecrets,
} from '../delivery/index.ts';
import { checkChosenEvents } from '../events/index.ts';
import {
  type Clock,
  conflict,
  invalid,
  mustBeVersion,
  newWebhookId,
  notFound,
  originOf,
  plainName,
  type SealedBox,
  secretAfterMove,
} from '../kernel/index.ts';
import { type CustomHeaders, checkCustomHeaders } from './custom-headers.ts';
import {
  fingerprintOf,
  headersOf,
  type MintToken,
  openSecrets,
  sealedHeaders,
  sealedSecret,
} from './sealed-parts.ts';
import { webhookAddress } from './webhook-address.ts';
import * as rows from './webhook-rows.ts';
import { viewsOf, type Webhook } from './webhook-views.ts';

export type WebhookDeps = {
  readonly sql: Sql;
  readonly topics: Topics;
  readonly clock: Clock;
  readonly box: SealedBox;
  addressProblem(url: string): string | null;
  readonly mintToken: MintToken;
};

export type WebhookInput = {
  readonly name: string;
  readonly url: string;
  readonly headers?: CustomHeaders;
  /** Null means every event. */
  readonly events?: readonly string[] | null;
};

/** Names a webhook of an account. `version` is the version that the caller has seen; null for any version. */
export type WebhookRef = {
  readonly accountId: string;
  readonly id: string;
  readonly version?: number | null;
};

export type WebhookHealth = DeliveryHealth & { readonly waiting: number };

export type Webhooks = ReturnType<typeof createWebhooks>;

const testRecencyMs = 5 * 60_000;
const maxOverlapMs = 7 * 24 * 3_600_000;

/** What people do with webhooks. Sending to them is elsewhere. */
export function createWebhooks(deps: WebhookDeps) {
  const { sql, box, clock } = deps;
  const withSecrets = createSharedCache<WebhookWithSecrets>({
    topic: rows.webhookTopic,
    topics: deps.topics,
    clock,
    maxAgeMs: 4_500,
    maxEntries: 50_000,
    read: async (id) => {
      const row = await rows.readAny(sql, id);
      return row === null ? null : openSecrets(row, box, deps.mintToken);
    },
  });

  const viewOf = async (queries: Queries, row: rows.WebhookRow): Promise<Webhook> => {
    const [webhook] = await viewsOf(queries, box, [row]);
    if (webhook === undefined) throw unknownWebhook();
    return webhook;
  };
  const checkUrl = (url: string): string => webhookAddress(deps, url, 'url');
  const lock = async (change: Change, { accountId, id, version }: WebhookRef): Promise<rows.WebhookRow> => {
    const row = await rows.lock(change.tx, accountId, id);
    if (row === null) throw unknownWebhook();
    mustBeVersion(row.version, version);
    return row;
  };
  const finish = async (
    change: Change,
    { id, name, ownerId: accountId }: rows.WebhookRow,
    action: string,
    details: Readonly<Record<string, unknown>>,
  ): Promise<void> => {
    await auditChange(change, { accountId, action, target: { kind: 'webhook', id, name }, details });
    change.afterCommit(() => withSecrets.forget(id));
  };
  /** Writes, adds an entry to the audit log unless nothing changed, and makes every process read the webhook again. */
  const apply = async (
    change: Change,
    ref: WebhookRef,
    action: string,
    write: (before: rows.WebhookRow) => Promise<rows.WebhookRow>,
    details: Readonly<Record<string, unknown>> = {},
  ): Promise<Webhook> => {
    const before = await lock(change, ref);
    const after = await write(before);
    if (after.version !== before.version) await finish(change, after, action, details);
    return await viewOf(change.tx, after);
  };

  return {
    withSecrets: (id: string) => withSecrets.get(id),

    /** Apart from a rotation's answer, the only answer that contains the secret. */
    async create(
      change: Change,
      accountId: string,
      input: WebhookInput,
    ): Promise<{ webhook: Webhook; secret: string }> {
      const id = newWebhookId();
      const secret = newSigningSecret();
      const headers = checkCustomHeaders(input.headers ?? {});
      const row = await rows.insert(change.tx, {
        id,
        accountId,
        name: checkName(input.name),
        url: checkUrl(input.url),
        ...sealedHeaders(box, id, headers),
        ...sealedSecret(box, id, secret),
        events: checkChosenEvents(input.events ?? null),
      });
      if (row === null) throw notFound('This account does not exist. Check its id.');
      const { url, events } = row;
      await finish(change, row, 'webhooks.create', { url, headers: Object.keys(headers), events });
      return { webhook: await viewOf(change.tx, row), secret };
    },

    /** Newest first. */
    list: async (accountId: string, page: TimePage): Promise<Listed<Webhook>[]> =>
      await viewsOf(sql, box, await rows.list(sql, accountId, page)),

    /** All of an account, oldest first. */
    async health(accountId: string): Promise<WebhookHealth[]> {
      const found = await listHealth(sql, accountId);
      const ids = found.map(({ id }) => id);
      const waiting = await rows.countWaiting(sql, ids);
      return found.map((webhook) => ({ ...webhook, waiting: waiting.get(webhook.id) ?? 0 }));
    },

    async get(accountId: string, id: string): Promise<Webhook> {
      const row = await rows.read(sql, accountId, id);
      if (row === null) throw unknownWebhook();
      return await viewOf(sql, row);
    },

    /** Fields that are left out stay as they are. */
    async update(change: Change, ref: WebhookRef, input: Partial<WebhookInput>): Promise<Webhook> {
      const wanted = {
        ...(input.name === undefined ? {} : { name: checkName(input.name) }),
        ...(input.url === undefined ? {} : { url: checkUrl(input.url) }),
        ...(input.events === undefined ? {} : { events: checkChosenEvents(input.events) }),
      };
      const headers = input.headers && checkCustomHeaders(input.headers);
      const write = async (before: rows.WebhookRow) => {
        const stored = headersOf(before, box);
        secretAfterMove({
          from: originOf(before.url),
          to: originOf(wanted.url ?? before.url),
          isStored: Object.keys(stored).length > 0,
          given: headers,
          label: 'The custom headers',
          field: 'headers',
        });
        const sameHeaders = headers === undefined || isDeepStrictEqual(stored, headers);
        if (sameHeaders && isDeepStrictEqual({ ...before, ...wanted }, before)) return before;
        const sealed = sameHeaders ? {} : sealedHeaders(box, ref.id, headers);
        return await rows.update(change.tx, ref.id, { ...wanted, ...sealed });
      };
      const details = { ...wanted, ...(headers && { headers: Object.keys(headers) }) };
      return await apply(change, ref, 'webhooks.update', write, details);
    },

    /** The new secret is valid at once; the old one may sign beside it for a while. */
    async rotate(
      change: Change,
      ref: WebhookRef,
      overlapMs: number,
    ): Promise<{ webhook: Webhook; secret: string }> {
      if (!(overlapMs >= 0 && overlapMs <= maxOverlapMs))
        throw invalid('The overlap may last 7 days at most.', 'overlapSeconds');
      const seen = await rows.read(change.tx, ref.accountId, ref.id);
      const secret = newSigningSecret();
      const write = async (before: rows.WebhookRow) => {
        // If two callers rotate at the same time, only one may get a secret, because only one is valid.
        if (before.secretId !== seen?.secretId)
          throw conflict('This webhook was changed at the same time. Try again.');
        const overlaps = overlapMs > 0 && before.secretSealed !== null;
        return await rows.rotate(change.tx, ref.id, {
          ...sealedSecret(box, ref.id, secret),
          oldSecretSealed: overlaps ? before.secretSealed : null,
          oldSecretUntil: overlaps ? new Date(clock.now() + overlapMs) : null,
        });
      };
      const details = { overlapSeconds: overlapMs / 1000 };
      return { webhook: await apply(change, ref, 'webhooks.rotate', write, details), secret };
    },

    async noteTest(id: string, fingerprint: string, passed: boolean): Promise<void> {
      if (passed) await rows.notePassedTest(sql, id, fingerprint, clock.now());
    },

    /** Holds all deliveries until a person enables the webhook again. One that is paused already stays as it is. */
    pause: (change: Change, ref: WebhookRef): Promise<Webhook> =>
      apply(change, ref, 'webhooks.pause', async (before) =>
        before.state === 'paused' ? before : await rows.pause(change.tx, ref.id, clock.now()),
      ),

    /** A webhook that failures paused needs a test of the current URL, secret and headers that passed recently. */
    enable: (change: Change, ref: WebhookRef): Promise<Webhook> =>
      apply(change, ref, 'webhooks.enable', async (before) => {
        if (before.state === 'active') return before;
        if (before.pauseReason !== 'manual' && !recentlyTested(before, clock.now())) throw untested();
        change.afterCommit(() => deps.topics.publish(enabledTopic, `${ref.id} ${ref.accountId}`));
        return await rows.enable(change.tx, ref.id, clock.now());
      }),

    /** Deliveries that wait for it are discarded, which the caller has to allow. */
    async remove(
      change: Change,
      ref: WebhookRef,
      options: { readonly discard: boolean },
    ): Promise<{ discarded: number }> {
      const row = await lock(change, ref);
      const discarded = await rows.remove(change.tx, row, clock.now());
      if (discarded > 0 && !options.discard) throw deliveriesWait(discarded);
      await finish(change, row, 'webhooks.delete', { discarded });
      return { discarded };
    },

    [Symbol.dispose]: () => withSecrets[Symbol.dispose](),
  };
}

const checkName = (name: string): string => plainName('The webhook’s name', name, 120);

function recentlyTested(row: rows.WebhookRow, now: number): boolean {
  const recent = row.testPassedAt !== null && now - row.testPassedAt.getTime() <= testRecencyMs;
  return recent && row.testFingerprint === fingerprintOf(row);
}

const unknownWebhook = () => notFound('This webhook does not exist. Check its id.');

const untested = () =>
  conflict(
    'Test the webhook first. Re-enabling needs a test of its current URL, secret and headers that passed within the last 5 minutes.',
  );

function deliveriesWait(count: number) {
  const [are, them] = count === 1 ? ['delivery waits', 'it'] : ['deliveries wait', 'them'];
  return conflict(`${count} ${are} for this webhook. Delete the webhook with discard to discard ${them}.`);
}
