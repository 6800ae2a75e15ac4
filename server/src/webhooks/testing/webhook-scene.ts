import type { Change } from '../../audit/index.ts';
import { createMemoryBus } from '../../bus/index.ts';
import type { Sql } from '../../db/index.ts';
import { type Delivery, Engine, type EngineDeps, readAttempts, readDelivery } from '../../delivery/index.ts';
import { makeEvent, type StoredEvent } from '../../events/index.ts';
import { createLog } from '../../kernel/index.ts';
import type { OutboundClient } from '../../outbound/index.ts';
import { localOutbound } from '../../outbound/testing/local-outbound.ts';
import { type Receiver, startReceiver } from '../../outbound/testing/receiver.ts';
import { type TestApp, testApp } from '../../testing/app/index.ts';
import { testChange } from '../../testing/index.ts';
import type { Webhook } from '../webhook-views.ts';
import type { WebhookInput, WebhookRef } from '../webhooks.ts';

/** An account with an avatar whose events go to a webhook, and the server behind that webhook. */
export type Customer = {
  readonly accountId: string;
  readonly avatarId: number;
  readonly email: string;
  readonly webhookId: string;
  readonly ref: WebhookRef;
  readonly secret: string;
  readonly receiver: Receiver;
  /** What the receiver answers from now on: a status, or nothing at all. */
  answer(status: number | 'nothing', body?: string): void;
  /** Answers the requests that have had no answer so far, or the first of them. */
  release(status: number, count?: number): void;
  /** Events of this customer's avatar, made now. */
  events(count: number, text?: string): StoredEvent[];
  /** Writes events and lets the engine send them. */
  emit(count: number, text?: string): Promise<StoredEvent[]>;
  webhook(): Promise<Webhook>;
  update(input: Partial<WebhookInput>): Promise<Webhook>;
  rotate(overlapMs: number): Promise<{ webhook: Webhook; secret: string }>;
  pause(): Promise<Webhook>;
  enable(): Promise<Webhook>;
  remove(options: { discard: boolean }): Promise<{ discarded: number }>;
  /** Newest first, including those of a deleted webhook. */
  deliveries(): Promise<Delivery[]>;
  attempts(deliveryId: number): ReturnType<typeof readAttempts>;
};

export type WebhookScene = AsyncDisposable & {
  readonly test: TestApp;
  /** Makes a change as the operator. */
  change<T>(work: (change: Change) => Promise<T>): Promise<T>;
  customer(options?: { headers?: Record<string, string> }): Promise<Customer>;
  /** Another engine on the same database, as another process would have it. */
  engine(options?: Partial<Omit<EngineDeps, 'outbound'>> & { outbound?: OutboundClient }): Engine;
  /** Lets the engine send everything that is due, and waits for the outcomes. */
  deliver(): Promise<void>;
  /** Moves the clock, then delivers. */
  after(ms: number): Promise<void>;
  /** Called between tests: deliveries that wait in one test must not be sent in the next. */
  clear(): Promise<void>;
};

/** The service with a delivery engine that runs only when the test says so, and real receivers on loopback. */
export async function webhookScene(existing?: TestApp): Promise<WebhookScene> {
  await using undo = new AsyncDisposableStack();
  const test = existing ?? undo.use(await testApp({ deliveryPollMs: null }));
  const { app, sql, clock } = test;
  const { engine, outbox, webhooks } = app.webhookServices;
  let receivers = new AsyncDisposableStack();
  undo.defer(() => receivers.disposeAsync());
  let customers = 0;

  const deliver = async () => {
    await engine.lookForDue();
    await engine.idle();
  };
  const change = <T>(work: (change: Change) => Promise<T>): Promise<T> => testChange(sql, work);
  const kept = undo.move();
  return {
    test,
    change,
    deliver,
    async after(ms) {
      clock.advance(ms);
      await deliver();
    },
    engine({ outbound = receivers.use(localOutbound({ connectionsPerOrigin: 256 })), ...rest } = {}) {
      return receivers.use(
        new Engine({
          sql,
          topics: createMemoryBus(clock).topics,
          clock,
          log: createLog('silent'),
          outbound,
          meter: { attempt: () => {} },
          pausedMails: { operatorEmails: [], baseUrl: 'http://parley.example' },
          webhook: webhooks.withSecrets,
          pollMs: null,
          ...rest,
        }),
      );
    },
    async customer(options = {}) {
      customers += 1;
      const name = `customer-${customers}`;
      let status: number | 'nothing' = 200;
      let body = 'thanks';
      const unanswered: ((status: number) => void)[] = [];
      const receiver = receivers.use(
        await startReceiver((response) => {
          if (status === 'nothing') unanswered.push((late) => response.writeHead(late).end());
          else response.writeHead(status).end(body);
        }),
      );
      const email = `${name}@example.com`;
      const account = await change((current) => app.accounts.create(current, { name, email }));
      const input = { name, url: receiver.url, ...options };
      const { webhook, secret } = await change((current) => webhooks.create(current, account.id, input));
      const ref = { accountId: account.id, id: webhook.id };
      const avatar = await change((current) =>
        app.avatars.create(current, account.id, { name, greeting: '', webhookId: webhook.id }),
      );
      const source = { accountId: account.id, avatarId: avatar.id, sessionId: null, sequence: null };
      const events = (count: number, text = 'lost the thread') =>
        Array.from({ length: count }, () =>
          makeEvent(source, 'agent:error', {
            error: text,
            avatar_id: String(avatar.id),
            timestamp: clock.now(),
          }),
        );
      return {
        accountId: account.id,
        avatarId: avatar.id,
        email,
        webhookId: webhook.id,
        ref,
        secret,
        receiver,
        answer(next, text = 'thanks') {
          [status, body] = [next, text];
        },
        release(late, count = unanswered.length) {
          for (const answer of unanswered.splice(0, count)) answer(late);
        },
        events,
        async emit(count, text) {
          const written = events(count, text);
          await outbox.write(written);
          await engine.idle();
          return written;
        },
        webhook: () => webhooks.get(account.id, webhook.id),
        update: (fields) => change((current) => webhooks.update(current, ref, fields)),
        rotate: (overlapMs) => change((current) => webhooks.rotate(current, ref, overlapMs)),
        pause: () => change((current) => webhooks.pause(current, ref)),
        enable: () => change((current) => webhooks.enable(current, ref)),
        remove: (removal) => change((current) => webhooks.remove(current, ref, removal)),
        deliveries: () => readDeliveries(sql, ref),
        attempts: (id) => readAttempts(sql, id),
      };
    },
    async clear() {
      await sql`delete from deliveries`;
      await receivers.disposeAsync();
      receivers = new AsyncDisposableStack();
      await engine.idle();
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

async function readDeliveries(sql: Sql, { accountId, id }: WebhookRef): Promise<Delivery[]> {
  const rows = await sql<{ id: number }[]>`
    select id from deliveries where webhook_id = ${id}
    union select id from finished_deliveries where webhook_id = ${id} order by id desc`;
  const found = await Promise.all(rows.map((row) => readDelivery(sql, accountId, row.id)));
  return found.filter((delivery) => delivery !== null);
}
