import { connect, type Sql } from '../../db/index.ts';
import { createSealedBox } from '../../kernel/index.ts';
import { loadSigningKeys } from '../../tokens/index.ts';

/** The sealed box of every app under test. */
export const testBox = createSealedBox([Buffer.alloc(32, 7)]);

const variable = 'PARLEY_TEST_SIGNING_KEYS';

/** Makes the signing keys of all apps once for the whole run: an RSA key takes longer than everything else at a start. */
export async function makeSigningKeys(databaseUrl: string): Promise<void> {
  const sql = connect({ url: databaseUrl, max: 1 });
  await loadSigningKeys(sql, testBox);
  const rows = await sql<{ json: string }[]>`select json_agg(signing_keys)::text as json from signing_keys`;
  // Tests of the keys themselves begin without any.
  await sql`delete from signing_keys`;
  await sql.end();
  process.env[variable] = rows[0]?.json ?? '[]';
}

/** Gives an app on a new database the keys of the run. */
export async function insertSigningKeys(sql: Sql): Promise<void> {
  await sql`
    insert into signing_keys select * from json_populate_recordset(null::signing_keys, ${process.env[variable] ?? '[]'}::text::json)
    where not exists (select from signing_keys)`;
}
