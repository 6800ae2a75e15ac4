import { randomBytes } from 'node:crypto';
import type { Queries, Sql } from '../../db/index.ts';
import type { SealedBox } from '../../kernel/index.ts';

const sealContext = 'installation:sign-in-secret';
const newSecret = (): string => randomBytes(32).toString('base64');

/** Signs the cookies and seals the second factors. It is made once, and sealed like every other secret. */
export async function loadSecret(sql: Sql, box: SealedBox): Promise<string> {
  await sql`
    insert into installation (name, value) values ('sign-in-secret', ${box.seal(newSecret(), sealContext)})
    on conflict (name) do nothing`;
  const [row] = await sql<{ value: string }[]>`select value from installation where name = 'sign-in-secret'`;
  const sealed = row?.value ?? '';
  const secret = box.open(sealed, sealContext);
  if (box.isStale(sealed)) {
    await sql`
      update installation set value = ${box.seal(secret, sealContext)}
      where name = 'sign-in-secret' and value = ${sealed}`;
  }
  return secret;
}

/**
 * Makes a new secret. Second factors are sealed again, so that people keep them. Everybody is signed out: cookies of
 * the old secret are no longer valid.
 */
export async function rotateSecret(tx: Queries, box: SealedBox): Promise<string> {
  const secret = newSecret();
  await tx`lock table second_factors in exclusive mode`;
  // Another process may have made a new secret that this process does not know yet.
  const [row] = await tx<{ value: string }[]>`
    select value from installation where name = 'sign-in-secret' for no key update`;
  const old = box.open(row?.value ?? '', sealContext);
  const factors = await tx<{ id: string; secret: string; codes: string }[]>`
    select id, secret, backup_codes as codes from second_factors`;
  const { symmetricDecrypt, symmetricEncrypt } = await import('better-auth/crypto');
  const again = async (data: string): Promise<string> =>
    await symmetricEncrypt({ key: secret, data: await symmetricDecrypt({ key: old, data }) });
  for (const { id, ...factor } of factors) {
    await tx`
      update second_factors set secret = ${await again(factor.secret)}, backup_codes = ${await again(factor.codes)}
      where id = ${id}`;
  }
  await tx`delete from sign_ins`;
  await tx`delete from verifications`;
  await tx`update installation set value = ${box.seal(secret, sealContext)} where name = 'sign-in-secret'`;
  return secret;
}
