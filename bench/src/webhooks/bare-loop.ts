import { createHmac, randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import { readInput, reportReady } from '../../../server/src/testing/load/child.ts';
import { nowMicros } from '../../../server/src/testing/load/clock.ts';
import { openDatabase } from '../service/open-database.ts';

/**
 * The baseline for deliveries: a loop that inserts a batch of events, commits, signs and posts it, and begins again. It
 * has no outcomes, no retries and no other sender, and a crash loses its current batch. Do not change it: old figures
 * would become worthless.
 */
export type BareLoopInput = {
  readonly databaseUrl: string;
  readonly targets: readonly { readonly url: string; readonly secret: string }[];
};

const batchSize = 250;
const { databaseUrl, targets } = readInput<BareLoopInput>();
const sql = openDatabase(databaseUrl, 1);
const receivers = targets.map(({ url, secret }) => ({
  pool: new Pool(url, { connections: 32 }),
  key: Buffer.from(secret.replace('whsec_', ''), 'base64'),
}));
await sql`create table bench_events (
  id text primary key, created_at timestamptz not null default now(), receiver integer not null, body text not null)`;

type Delivery = { readonly id: string; readonly receiver: number; readonly body: string };

function newDelivery(receiver: number): Delivery {
  const details = {
    session_id: 'ses_bench00000000000000000001',
    avatar_id: '1001',
    user_id: '1750000000001',
    user_name: 'Guest',
    timestamp: Date.now(),
    error: `The conversation history could not be written: made at ${nowMicros()} by the bench.`,
  };
  const body = JSON.stringify({ message_type: 'Event', name: 'agent:error', details });
  return { id: `evt_${randomUUID()}`, receiver, body };
}

async function insert(deliveries: readonly Delivery[]): Promise<void> {
  await sql.begin(
    (tx) => tx`
      insert into bench_events (id, receiver, body)
      select * from unnest(${deliveries.map(({ id }) => id)}::text[],
        ${deliveries.map(({ receiver }) => receiver)}::integer[], ${deliveries.map(({ body }) => body)}::text[])`,
  );
}

async function post({ id, receiver, body }: Delivery): Promise<void> {
  const target = receivers[receiver];
  if (target === undefined) return;
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', target.key).update(`${id}.${timestamp}.${body}`).digest('base64');
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
  const answer = await target.pool.request({ path: '/', method: 'POST', headers, body });
  await answer.body.dump();
  if (answer.statusCode >= 300) throw new Error(`a receiver answered ${answer.statusCode}`);
}

await reportReady(true, {
  async send(events: number) {
    for (let sent = 0; sent < events; sent += batchSize) {
      const size = Math.min(batchSize, events - sent);
      const deliveries = Array.from({ length: size }, (_, index) =>
        newDelivery((sent + index) % receivers.length),
      );
      await insert(deliveries);
      await Promise.all(deliveries.map(post));
    }
  },
});
process.exit(0);
