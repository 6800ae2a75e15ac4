import { createServer } from 'node:http';
import { nodeHandler } from '@parley/server/node';
import { createWebhookReceiver } from '@parley/server/webhooks';
import postgres from 'postgres';

const sql = postgres(process.env.DATABASE_URL);
await sql`create table if not exists received (id text primary key, name text not null, details jsonb not null)`;

const receive = createWebhookReceiver({
  secret: process.env.WEBHOOK_SECRET,
  // The id and what the event changes are written together, so a repeated event changes nothing, even after a crash.
  onEvent: ({ id, name, details }) =>
    sql`insert into received values (${id}, ${name}, ${sql.json(details)}) on conflict do nothing`,
});

createServer(nodeHandler(receive)).listen(process.env.PORT ?? 3000);
