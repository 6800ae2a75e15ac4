import { randomUUID } from 'node:crypto';
import type { Queries } from '../db/index.ts';

/** A value that is stored once for the whole installation. */
export async function readValue(sql: Queries, name: string): Promise<string | null> {
  const [row] = await sql<{ value: string }[]>`select value from installation where name = ${name}`;
  return row?.value ?? null;
}

/** Stores a value unless there is one. Returns the one that is stored. */
export async function storeOnce(sql: Queries, name: string, value: string): Promise<string> {
  await sql`insert into installation (name, value) values (${name}, ${value}) on conflict (name) do nothing`;
  return (await readValue(sql, name)) ?? value;
}

/** Created once for each database. It separates services that use the same Redis. */
export const installationId = (sql: Queries): Promise<string> => storeOnce(sql, 'id', randomUUID());
