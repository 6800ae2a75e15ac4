import { readFile } from 'node:fs/promises';
import type { Sql } from 'postgres';

/** Runs the statements of a file in one transaction. `{name}` in it stands for one of these values. */
export async function runSqlFile(
  sql: Sql,
  file: URL,
  values: Readonly<Record<string, string | number>>,
): Promise<void> {
  const text = await readFile(file, 'utf8');
  await sql.unsafe(text.replaceAll(/\{([a-zA-Z]+)\}/g, (_, name: string) => String(values[name]))).simple();
}
