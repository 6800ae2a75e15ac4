import { randomUUID } from 'node:crypto';
import type { Sql } from '../db/index.ts';

/** Created once for each database. It separates services that use the same Redis. */
export async function installationId(sql: Sql): Promise<string> {
  await sql`insert into installation (name, value) values ('id', ${randomUUID()}) on conflict (name) do nothing`;
  const [row] = await sql<{ value: string }[]>`select value from installation where name = 'id'`;
  if (row === undefined) throw new Error('the id of the installation could not be stored');
  return row.value;
}
