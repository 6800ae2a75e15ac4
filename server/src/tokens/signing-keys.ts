import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { calculateJwkThumbprint, type JWK } from 'jose';
import type { Queries, Sql } from '../db/index.ts';
import type { SealedBox } from '../kernel/index.ts';

export type SigningAlgorithm = 'EdDSA' | 'RS256';
export type SigningKey = {
  readonly id: string;
  readonly algorithm: SigningAlgorithm;
  readonly privateKey: KeyObject;
  readonly publicJwk: JWK;
};
type Row = { id: string; algorithm: SigningAlgorithm; sealed: string; publicJwk: JWK };

const algorithms: readonly SigningAlgorithm[] = ['EdDSA', 'RS256'];
const generate = promisify(generateKeyPair);
const place = (id: string): string => `signing-key:${id}`;

/** The service's signing keys, made at the first start and sealed in the database so that all processes share them. */
export async function loadSigningKeys(sql: Sql, box: SealedBox): Promise<SigningKey[]> {
  const rows = await sql.begin(async (tx) => {
    // Two processes that start at once must not both make a first key.
    await tx`select pg_advisory_xact_lock(hashtext('signing-keys'))`;
    const present = await readRows(tx);
    const wanted = algorithms.filter((algorithm) => !present.some((row) => row.algorithm === algorithm));
    for (const algorithm of wanted) await insertKey(tx, box, algorithm);
    return wanted.length === 0 ? present : await readRows(tx);
  });
  return rows.map(({ id, algorithm, sealed, publicJwk }) => ({
    id,
    algorithm,
    publicJwk,
    privateKey: createPrivateKey(box.open(sealed, place(id))),
  }));
}

export async function resealSigningKeys(sql: Sql, box: SealedBox): Promise<number> {
  const stale = (await readRows(sql)).filter((row) => box.isStale(row.sealed));
  for (const { id, sealed } of stale) {
    await sql`update signing_keys set private_sealed = ${box.seal(box.open(sealed, place(id)), place(id))} where id = ${id}`;
  }
  return stale.length;
}

async function readRows(sql: Queries): Promise<Row[]> {
  return await sql<Row[]>`
    select id, algorithm, private_sealed as sealed, public_jwk as "publicJwk"
    from signing_keys where retired_at is null order by created_at desc, id`;
}

async function insertKey(tx: Queries, box: SealedBox, algorithm: SigningAlgorithm): Promise<void> {
  const pair =
    algorithm === 'EdDSA' ? await generate('ed25519') : await generate('rsa', { modulusLength: 2048 });
  const jwk = createPublicKey(pair.privateKey).export({ format: 'jwk' }) as JWK;
  const id = await calculateJwkThumbprint(jwk);
  const pem = pair.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  const publicJwk = { ...jwk, kid: id, alg: algorithm, use: 'sig' };
  await tx`
    insert into signing_keys (id, algorithm, private_sealed, public_jwk)
    values (${id}, ${algorithm}, ${box.seal(pem, place(id))}, ${JSON.stringify(publicJwk)}::text::jsonb)`;
}
