import { expect, it } from 'vitest';
import { testDatabase } from '../testing/index.ts';

it('gives each test file a database of its own', async () => {
  await using database = await testDatabase();
  const [row] = await database.sql<{ n: number }[]>`select 9007199254740991::bigint as n`;
  expect(row?.n).toBe(Number.MAX_SAFE_INTEGER);
});
