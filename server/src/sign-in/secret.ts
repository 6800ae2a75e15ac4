import { randomBytes } from 'node:crypto';
import type { Sql } from '../db/index.ts';
import type { SealedBox } from '../kernel/index.ts';

const place = 'installation:sign-in-secret';

/** Signs the cookies and seals the second factors; made once, sealed like every other secret. */
export async function loadSecret(sql: Sql, box: SealedBox): Promise<string> {
  await sql`
    insert into installation (name, value)
    values ('sign-in-secret', ${box.seal(randomBytes(32).toString('base64'), place)})
    on conflict (name) do nothing`;
  const [row] = await sql<{ value: string }[]>`select value from installation where name = 'sign-in-secret'`;
  const sealed = row?.value ?? '';
  const secret = box.open(sealed, place);
  if (box.isStale(sealed)) {
    await sql`update installation set value = ${box.seal(secret, place)} where name = 'sign-in-secret'`;
  }
  return secret;
}
