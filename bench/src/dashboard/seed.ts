import type { Sql } from 'postgres';
import { runSqlFile } from '../service/run-sql-file.ts';

export const counts = {
  avatars: 5_000,
  sessions: 100_000,
  deliveries: 1_000_000,
  waiting: 40_000,
  webhooks: 20,
} as const;

export async function seed(sql: Sql, account: string): Promise<void> {
  await runSqlFile(sql, new URL('./seed.sql', import.meta.url), { account, ...counts });
  await sql`vacuum (analyze)`;
  await sql`checkpoint`;
}
