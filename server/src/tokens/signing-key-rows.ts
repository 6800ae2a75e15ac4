import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { calculateJwkThumbprint, type JWK } from 'jose';
import type { Queries, SealedColumn } from '../db/index.ts';
import type { SealedBox } from '../kernel/index.ts';

export type SigningAlgorithm = 'EdDSA' | 'RS256';
export const algorithms: readonly SigningAlgorithm[] = ['EdDSA', 'RS256'];

export type SigningKey = {
  readonly id: string;
  readonly algorithm: SigningAlgorithm;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly publicJwk: JWK;
  /** The key signs from then on, until a newer key of the same algorithm does. */
  readonly signsFromMs: number;
  /** The key is accepted and published until then. Null if no newer key follows. */
  readonly retiresAtMs: number | null;
};

type Row = {
  readonly id: string;
  readonly algorithm: SigningAlgorithm;
  readonly sealed: string;
  readonly publicJwk: JWK;
  readonly signsFromMs: number;
};

/** After the last signature. Longer than a token is valid, and long enough for caches of the public keys. */
const acceptedMs = 86_400_000;
const generate = promisify(generateKeyPair);
const sealContext = (id: string): string => `signing-key:${id}`;

/** Keys that sign last come first. */
export async function readRows(sql: Queries): Promise<Row[]> {
  return await sql<Row[]>`
    select id, algorithm, private_sealed as sealed, public_jwk as "publicJwk", ms(signs_from) as "signsFromMs"
    from signing_keys order by signs_from desc, id`;
}

/** A key retires some time after the next one of its algorithm has begun to sign. */
export const withRetirement = (rows: readonly Row[], box: SealedBox): readonly SigningKey[] =>
  rows.map(({ sealed, ...row }, index) => {
    const next = rows.findLast(({ algorithm }, other) => other < index && algorithm === row.algorithm);
    const privateKey = createPrivateKey(box.open(sealed, sealContext(row.id)));
    return {
      ...row,
      privateKey,
      publicKey: createPublicKey(privateKey),
      retiresAtMs: next === undefined ? null : next.signsFromMs + acceptedMs,
    };
  });

export async function insertKey(
  tx: Queries,
  box: SealedBox,
  algorithm: SigningAlgorithm,
  signsFromMs: number,
): Promise<void> {
  const pair =
    algorithm === 'EdDSA' ? await generate('ed25519') : await generate('rsa', { modulusLength: 2048 });
  const jwk = createPublicKey(pair.privateKey).export({ format: 'jwk' }) as JWK;
  const id = await calculateJwkThumbprint(jwk);
  const pem = pair.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  const publicJwk = { ...jwk, kid: id, alg: algorithm, use: 'sig' };
  await tx`
    insert into signing_keys (id, algorithm, private_sealed, public_jwk, signs_from)
    values (${id}, ${algorithm}, ${box.seal(pem, sealContext(id))}, ${JSON.stringify(publicJwk)}::text::jsonb,
      to_timestamp(${signsFromMs}::bigint / 1000.0))`;
}

export const sealedSigningKeys: SealedColumn = {
  table: 'signing_keys',
  column: 'private_sealed',
  keys: ['id'],
  context: ([id]) => sealContext(String(id)),
};
