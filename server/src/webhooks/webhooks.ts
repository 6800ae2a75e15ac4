import { createSharedCache, type Topics } from '../bus/index.ts';
import { changeInTransaction, type InSameTransaction, type Queries, type Sql } from '../db/index.ts';
import {
  type Clock,
  conflict,
  invalid,
  newWebhookId,
  notFound,
  plainName,
  type SealedBox,
} from '../kernel/index.ts';
import { checkChosenEvents } from './chosen-events.ts';
import { type CustomHeaders, checkCustomHeaders } from './custom-headers.ts';
import {
  fingerprintOf,
  headersOf,
  openSecrets,
  reseal,
  sealedHeaders,
  sealedSecret,
} from './sealed-parts.ts';
import { newSigningSecret } from './signing.ts';
import type { Webhook, WebhookWithSecrets } from './webhook.ts';
import * as rows from './webhook-rows.ts';

export type WebhookDeps = {
  readonly sql: Sql;
  readonly topics: Topics;
  readonly clock: Clock;
  readonly box: SealedBox;
  addressProblem(url: string): string | null;
};

export type WebhookInput = {
  readonly name: string;
  readonly url: string;
  readonly headers?: CustomHeaders;
  /** Null means every event. */
  readonly events?: readonly string[] | null;
};

export type Webhooks = ReturnType<typeof createWebhooks>;

const testRecencyMs = 5 * 60_000;
const maxOverlapMs = 7 * 24 * 3_600_000;

/** What people do with webhooks. Sending to them is elsewhere. */
export function createWebhooks(deps: WebhookDeps) {
  const { sql, box, clock } = deps;
  const withSecrets = createSharedCache<WebhookWithSecrets>({
    topic: 'webhook',
    topics: deps.topics,
    clock,
    maxAgeMs: 4_500,
    maxEntries: 50_000,
    read: async (id) => {
      const row = await rows.read(sql, id);
      return row === null ? null : openSecrets(row, box);
    },
  });

  const mustRead = async (id: string, accountId?: string): Promise<rows.WebhookRow> => {
    const row = await rows.read(sql, id, accountId);
    if (row === null) throw unknownWebhook(id, accountId);
    return row;
  };
  const view = async (found: readonly rows.WebhookRow[]): Promise<Webhook[]> => {
    const waiting = await rows.countWaiting(
      sql,
      found.map(({ id }) => id),
    );
    return found.map((row) => viewOf(row, box, waiting.get(row.id) ?? 0));
  };
  const viewOne = async (row: rows.WebhookRow): Promise<Webhook> => {
    const [webhook] = await view([row]);
    if (webhook === undefined) throw unknownWebhook(row.id, undefined);
    return webhook;
  };
  const checkUrl = (url: string): string => {
    if (url.length > 2048) throw invalid('The address must have at most 2048 characters.');
    const problem = deps.addressProblem(url);
    if (problem !== null) throw invalid(problem);
    return new URL(url).href;
  };
  /** Null from `write` is refused with what `refusal` says. */
  const change = async (
    write: (tx: Queries) => Promise<rows.WebhookRow | null>,
    refusal: () => Error,
    also: InSameTransaction<Webhook> | undefined,
  ): Promise<rows.WebhookRow> => {
    const written = async (tx: Queries): Promise<rows.WebhookRow> => {
      const row = await write(tx);
      if (row === null) throw refusal();
      return row;
    };
    const row = await changeInTransaction(
      sql,
      written,
      also && ((tx, made) => also(tx, viewOf(made, box, 0))),
    );
    withSecrets.forget(row.id);
    return row;
  };

  return {
    withSecrets: (id: string) => withSecrets.get(id),

    async create(accountId: string, input: WebhookInput, also?: InSameTransaction<Webhook>) {
      const id = newWebhookId();
      const secret = newSigningSecret();
      const headers = checkCustomHeaders(input.headers ?? {});
      const made = {
        id,
        accountId,
        name: plainName('The webhook’s name', input.name, 120),
        url: checkUrl(input.url),
        ...sealedHeaders(box, id, headers),
        ...sealedSecret(box, id, secret),
        events: checkChosenEvents(input.events ?? null),
      };
      const noAccount = () => notFound(`There is no account ${accountId}.`);
      const row = await change((tx) => rows.insert(tx, made), noAccount, also);
      return { webhook: viewOf(row, box, 0), secret };
    },

    async list(accountId: string): Promise<Webhook[]> {
      return await view(await rows.list(sql, accountId));
    },

    async get(id: string, accountId?: string): Promise<Webhook> {
      return await viewOne(await mustRead(id, accountId));
    },

    async update(
      id: string,
      input: Partial<WebhookInput>,
      accountId?: string,
      also?: InSameTransaction<Webhook>,
    ) {
      const wanted = {
        ...(input.name === undefined ? {} : { name: plainName('The webhook’s name', input.name, 120) }),
        ...(input.url === undefined ? {} : { url: checkUrl(input.url) }),
        ...(input.headers === undefined ? {} : sealedHeaders(box, id, checkCustomHeaders(input.headers))),
        ...(input.events === undefined ? {} : { events: checkChosenEvents(input.events) }),
      };
      const unknown = () => unknownWebhook(id, accountId);
      return await viewOne(await change((tx) => rows.update(tx, id, wanted, accountId), unknown, also));
    },

    /** The new secret holds at once; the old one may sign beside it for a while. */
    async rotate(
      id: string,
      overlapMs: number,
      accountId?: string,
      also?: InSameTransaction<Webhook>,
    ): Promise<{ webhook: Webhook; secret: string }> {
      if (!(overlapMs >= 0 && overlapMs <= maxOverlapMs))
        throw invalid('The overlap may last 7 days at most.');
      const before = await mustRead(id, accountId);
      const secret = newSigningSecret();
      const overlaps = overlapMs > 0 && before.secretSealed !== null;
      const secrets = {
        ...sealedSecret(box, id, secret),
        oldSecretSealed: overlaps ? before.secretSealed : null,
        oldSecretUntil: overlaps ? new Date(clock.now() + overlapMs) : null,
      };
      // Of two who rotate at once, only one may be told a secret that holds.
      const overtaken = () => changedMeanwhile(id);
      const rotated = await change((tx) => rows.rotate(tx, before, secrets), overtaken, also);
      return { webhook: await viewOne(rotated), secret };
    },

    async noteTest(id: string, fingerprint: string, passed: boolean): Promise<void> {
      if (passed) await rows.notePassedTest(sql, id, fingerprint, clock.now());
    },

    reseal: (): Promise<number> => reseal(sql, box),

    /** Holds all deliveries until a person enables the webhook again. One that is paused already stays as it is. */
    async pause(id: string, accountId?: string, also?: InSameTransaction<Webhook>): Promise<Webhook> {
      const row = await mustRead(id, accountId);
      if (row.state === 'paused') return await viewOne(row);
      const overtaken = () => changedMeanwhile(id);
      return await viewOne(await change((tx) => rows.pause(tx, id, clock.now(), accountId), overtaken, also));
    },

    /** One that failed is enabled only after a test of the present URL, secret and headers has passed in the last minutes. */
    async enable(id: string, accountId?: string, also?: InSameTransaction<Webhook>): Promise<Webhook> {
      const row = await mustRead(id, accountId);
      if (row.state === 'active') return await viewOne(row);
      const untested = () =>
        conflict(
          `Test the webhook first ("webhook test ${id}"): re-enabling needs a test of its present address, secret and headers that passed within the last 5 minutes.`,
        );
      const needsTest = row.pauseReason !== 'manual';
      if (needsTest && !recentlyTested(row, clock.now())) throw untested();
      // What was tested must still be what is enabled, whatever changes in this very moment.
      const overtaken = () => (needsTest ? untested() : changedMeanwhile(id));
      return await viewOne(await change((tx) => rows.enable(tx, row), overtaken, also));
    },

    async remove(
      id: string,
      force: boolean,
      accountId?: string,
      also?: InSameTransaction<{ discarded: number }>,
    ): Promise<{ discarded: number }> {
      await mustRead(id, accountId);
      const remove = async (tx: Queries): Promise<{ discarded: number }> => {
        const waiting = await rows.remove(tx, id, clock.now());
        if (waiting === 0 || force) return { discarded: waiting };
        const [are, them] = waiting === 1 ? ['delivery waits', 'it'] : ['deliveries wait', 'them'];
        throw conflict(`${waiting} ${are} for this webhook. Say --discard to give ${them} up.`);
      };
      const removed = await changeInTransaction(sql, remove, also);
      withSecrets.forget(id);
      return removed;
    },

    [Symbol.dispose]: () => withSecrets[Symbol.dispose](),
  };
}

function recentlyTested(row: rows.WebhookRow, now: number): boolean {
  const recent = row.testPassedAt !== null && now - row.testPassedAt.getTime() <= testRecencyMs;
  return recent && row.testFingerprint === fingerprintOf(row);
}

function viewOf(row: rows.WebhookRow, box: SealedBox, waiting: number): Webhook {
  const {
    id,
    accountId,
    name,
    url,
    events,
    state,
    failures,
    pausedAt,
    pauseReason,
    testPassedAt,
    createdAt,
  } = row;
  const headerNames = Object.keys(headersOf(row, box));
  const signed = row.secretSealed !== null;
  const testedNow = testPassedAt !== null && row.testFingerprint === fingerprintOf(row);
  return {
    id,
    accountId,
    name,
    url,
    headerNames,
    signed,
    events,
    state,
    failures,
    pausedAt,
    pauseReason,
    testPassedAt,
    testedNow,
    waiting,
    createdAt,
  };
}

const changedMeanwhile = (id: string) => conflict(`Webhook ${id} was changed at the same moment. Try again.`);

function unknownWebhook(id: string, accountId: string | undefined) {
  return notFound(`There is no webhook ${id}${accountId === undefined ? '' : ` in account ${accountId}`}.`);
}
