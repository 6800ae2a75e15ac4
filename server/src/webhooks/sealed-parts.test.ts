import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMemoryBus } from '../bus/index.ts';
import { resealColumn } from '../db/index.ts';
import { createSealedBox } from '../kernel/index.ts';
import { manualClock } from '../kernel/testing/manual-clock.ts';
import { type TestDatabase, testChange, testDatabase } from '../testing/index.ts';
import { sealedWebhookColumns } from './sealed-parts.ts';
import { createWebhooks } from './webhooks.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await database.sql`insert into accounts (id, name) values ('acc_1', 'One')`;
});
afterAll(() => database[Symbol.asyncDispose]());

const [oldKey, newKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const webhooksWith = (...keys: Buffer[]) => {
  const clock = manualClock();
  const { topics } = createMemoryBus(clock);
  const { sql } = database;
  return createWebhooks({
    sql,
    topics,
    clock,
    box: createSealedBox(keys),
    addressProblem: () => null,
    mintToken: async () => 'none',
  });
};

it('secrets (also overlapping ones) and headers move to a new sealing key once, and no longer need the old one', async () => {
  using before = webhooksWith(oldKey);
  const input = { name: 'A', url: 'https://a.example/', headers: { authorization: 'Bearer abc' } };
  const { webhook } = await testChange(database.sql, (change) => before.create(change, 'acc_1', input));
  await testChange(database.sql, (change) => before.rotate(change, webhook, 60_000));
  const known = await before.withSecrets(webhook.id);
  expect(known?.oldKey).not.toBeNull();

  const reseal = async () => {
    const box = createSealedBox([newKey, oldKey]);
    let count = 0;
    for (const column of sealedWebhookColumns)
      count += (await resealColumn(database.sql, box, column)).resealed;
    return count;
  };
  expect(await reseal()).toBe(3);
  expect(await reseal()).toBe(0);

  using after = webhooksWith(newKey);
  expect(await after.withSecrets(webhook.id)).toEqual(known);
  await expect((async () => await webhooksWith(oldKey).withSecrets(webhook.id))()).rejects.toThrow(
    'not in the ring',
  );
});

it('a sealed secret moved to another webhook does not open there', async () => {
  using webhooks = webhooksWith(newKey);
  const [one, two] = await Promise.all(
    ['One', 'Two'].map(async (name) => {
      const input = { name, url: 'https://a.example/' };
      const created = await testChange(database.sql, (change) => webhooks.create(change, 'acc_1', input));
      return created.webhook;
    }),
  );
  await database.sql`update webhooks set secret_sealed = (select secret_sealed from webhooks where id = ${one?.id ?? ''})
    where id = ${two?.id ?? ''}`;
  await expect((async () => await webhooks.withSecrets(two?.id ?? ''))()).rejects.toThrow(
    'belongs to another context',
  );
});
