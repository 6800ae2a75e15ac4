import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { calculateJwkThumbprint, type JWK } from 'jose';
import { auditChange, type Change } from '../audit/index.ts';
import type { Queries, Sql } from '../db/index.ts';
import type { Clock, SealedBox } from '../kernel/index.ts';

export type SigningAlgorithm = 'EdDSA' | 'RS256';
export type SigningKey = {
  readonly id: string;
  readonly algorithm: SigningAlgorithm;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly publicJwk: JWK;
  /** Signs nothing any more and is accepted until then; null for the keys that sign. */
  readonly retiresAtMs: number | null;
};
export type SigningKeys = {
  /** Those that sign, and those that are still accepted. */
  list(): readonly SigningKey[];
  /** Makes new keys. Gives the time until which the old ones are accepted, null for none. */
  rotate(change: Change, options: { readonly now: boolean }): Promise<number | null>;
};
type Row = {
  id: string;
  algorithm: SigningAlgorithm;
  sealed: string;
  publicJwk: JWK;
  retiresAtMs: number | null;
};

const algorithms: readonly SigningAlgorithm[] = ['EdDSA', 'RS256'];
/** Longer than any token lives, and long enough for caches of the public keys. */
const overlapMs = 86_400_000;
const generate = promisify(generateKeyPair);
const place = (id: string): string => `signing-key:${id}`;

/** The signing keys while the service runs. */
export async function createSigningKeys(sql: Sql, box: SealedBox, clock: Clock): Promise<SigningKeys> {
  let keys = await loadSigningKeys(sql, box);
  const isOver = ({ retiresAtMs }: SigningKey): boolean => retiresAtMs !== null && retiresAtMs <= clock.now();
  return {
    list() {
      if (keys.some(isOver)) keys = keys.filter((key) => !isOver(key));
      return keys;
    },
    async rotate(change, { now }) {
      const { tx } = change;
      await tx`select pg_advisory_xact_lock(hashtext('signing-keys'))`;
      const untilMs = clock.now() + (now ? 0 : overlapMs);
      if (now) await tx`delete from signing_keys`;
      else {
        await tx`delete from signing_keys where retired_at <= ${new Date(clock.now())}`;
        await tx`update signing_keys set retired_at = ${new Date(untilMs)} where retired_at is null`;
      }
      for (const algorithm of algorithms) await insertKey(tx, box, algorithm);
      const after = (await readRows(tx)).map((row) => openRow(row, box));
      await auditChange(change, {
        accountId: null,
        action: 'secrets.rotate',
        target: { kind: 'secret', id: 'signing-keys' },
        details: { now },
      });
      change.afterCommit(() => {
        keys = after;
      });
      return now ? null : untilMs;
    },
  };
}

/** The service's signing keys, made at the first start and sealed in the database so that all processes share them. */
export async function loadSigningKeys(sql: Sql, box: SealedBox): Promise<SigningKey[]> {
  const rows = await sql.begin(async (tx) => {
    // Two processes that start at once must not both make a first key.
    await tx`select pg_advisory_xact_lock(hashtext('signing-keys'))`;
    const present = await readRows(tx);
    const wanted = algorithms.filter(
      (algorithm) => !present.some((row) => row.algorithm === algorithm && row.retiresAtMs === null),
    );
    for (const algorithm of wanted) await insertKey(tx, box, algorithm);
    return wanted.length === 0 ? present : await readRows(tx);
  });
  return rows.map((row) => openRow(row, box));
}

function openRow({ sealed, ...row }: Row, box: SealedBox): SigningKey {
  const privateKey = createPrivateKey(box.open(sealed, place(row.id)));
  return { ...row, privateKey, publicKey: createPublicKey(privateKey) };
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
    select id, algorithm, private_sealed as sealed, public_jwk as "publicJwk", ms(retired_at) as "retiresAtMs"
    from signing_keys order by retired_at is not null, created_at desc, id`;
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
