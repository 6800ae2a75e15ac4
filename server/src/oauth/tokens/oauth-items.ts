import { createHash } from 'node:crypto';
import type { Queries, SealedColumn, Sql } from '../../db/index.ts';
import type { SealedBox } from '../../kernel/index.ts';

/** The kinds that are stored, with the OAuth library's names. `Grant` is a family of tokens. */
export type ItemKind = 'Interaction' | 'Grant' | 'AuthorizationCode' | 'AccessToken' | 'RefreshToken';

export type Payload = Readonly<Record<string, unknown>>;
export type Item = {
  readonly payload: Payload;
  readonly expiresAtMs: number;
  readonly consumedAtMs: number | null;
};

/**
 * How long a refresh token is kept after its use, and after the end of its family. If a used one is sent again, its family
 * ends. One without a family is refused with the reason. After this time both are only unknown.
 */
export const keptAfterUse = '7 days';

type Row = { sealed: string; expiresAtMs: number; consumedAtMs: number | null };

/** Ids are random and long, so a plain hash cannot be guessed. */
export const hashOf = (id: string): Buffer => createHash('sha256').update(id).digest();
export const sealContextOf = (kind: ItemKind, hash: Buffer): string =>
  `oauth:${kind}:${hash.toString('hex')}`;

export type Items = ReturnType<typeof createItems>;

/** The rows of `oauth_items`. */
export function createItems(box: SealedBox) {
  const seal = (kind: ItemKind, id: string, payload: Payload): string =>
    box.seal(JSON.stringify(payload), sealContextOf(kind, hashOf(id)));
  const open = (kind: ItemKind, id: string, { sealed, ...row }: Row): Item => ({
    ...row,
    payload: JSON.parse(box.open(sealed, sealContextOf(kind, hashOf(id)))) as Payload,
  });

  const select = (sql: Queries, kind: ItemKind, id: string) => sql`
    select payload as sealed, ms(expires_at) as "expiresAtMs", ms(consumed_at) as "consumedAtMs"
    from oauth_items where kind = ${kind} and id_hash = ${hashOf(id)}`;

  return {
    /** A refresh token keeps its family alive for as long as itself. */
    async save(
      sql: Queries,
      kind: Exclude<ItemKind, 'Grant'>,
      id: string,
      payload: Payload,
      lifetimeSeconds: number,
    ): Promise<void> {
      const family = typeof payload.grantId === 'string' ? hashOf(payload.grantId) : null;
      await sql`
        insert into oauth_items (kind, id_hash, family_hash, payload, expires_at)
        values (${kind}, ${hashOf(id)}, ${family}, ${seal(kind, id, payload)},
          now() + make_interval(secs => ${lifetimeSeconds}))
        on conflict (kind, id_hash) do update set payload = excluded.payload, expires_at = excluded.expires_at`;
      if (kind !== 'RefreshToken') return;
      await sql`
        update oauth_items set expires_at = greatest(expires_at, now() + make_interval(secs => ${lifetimeSeconds}))
        where kind = 'Grant' and id_hash = ${family}`;
    },

    /** Returns false if the account does not allow the partner access any more. */
    async saveFamily(
      sql: Queries,
      id: string,
      payload: Payload,
      owner: { accountId: string; partnerId: string },
      lifetimeSeconds: number,
    ): Promise<boolean> {
      const { count } = await sql`
        insert into oauth_items (kind, id_hash, grant_id, payload, expires_at)
        select 'Grant', ${hashOf(id)}, grants.id, ${seal('Grant', id, payload)},
          now() + make_interval(secs => ${lifetimeSeconds})
        from grants
        where account_id = ${owner.accountId} and partner_id = ${owner.partnerId} and withdrawn_at is null
        on conflict (kind, id_hash) do update set payload = excluded.payload`;
      return count > 0;
    },

    async find(sql: Queries, kind: ItemKind, id: string, evenExpired = false): Promise<Item | null> {
      const [row] = await sql<Row[]>`${select(sql, kind, id)} and (expires_at > now() or ${evenExpired})`;
      return row === undefined ? null : open(kind, id, row);
    },

    /** The same, with a lock until the end of the transaction. */
    async lock(tx: Queries, kind: ItemKind, id: string): Promise<Item | null> {
      const [row] = await tx<Row[]>`${select(tx, kind, id)} and expires_at > now() for no key update`;
      return row === undefined ? null : open(kind, id, row);
    },

    async setPayload(tx: Queries, kind: ItemKind, id: string, payload: Payload): Promise<void> {
      await tx`
        update oauth_items set payload = ${seal(kind, id, payload)}
        where kind = ${kind} and id_hash = ${hashOf(id)}`;
    },

    /** Returns true only for the first caller. */
    async consume(sql: Queries, kind: ItemKind, id: string): Promise<boolean> {
      const { count } = await sql`
        update oauth_items set consumed_at = now(), expires_at = least(expires_at, now() + ${keptAfterUse}::interval)
        where kind = ${kind} and id_hash = ${hashOf(id)} and consumed_at is null`;
      return count > 0;
    },

    async remove(sql: Queries, kind: ItemKind, id: string): Promise<void> {
      await sql`delete from oauth_items where kind = ${kind} and id_hash = ${hashOf(id)}`;
    },

    /** Removes a family's items of one kind. */
    async removeOfFamily(sql: Queries, kind: ItemKind, familyId: string): Promise<void> {
      await sql`delete from oauth_items where kind = ${kind} and family_hash = ${hashOf(familyId)}`;
    },

    /** Ends the family that a code or token belongs to. Tokens that are stored later on belong to no family. */
    async endFamilyOf(sql: Queries, kind: ItemKind, id: string): Promise<void> {
      await sql`
        delete from oauth_items
        where kind = 'Grant' and id_hash = (
          select family_hash from oauth_items where kind = ${kind} and id_hash = ${hashOf(id)})`;
    },
  };
}

/** Removes expired items, the families of withdrawn grants, and items without a family, refresh tokens a week later. */
export async function removeDeadItems(sql: Sql): Promise<void> {
  await sql`delete from oauth_items where expires_at <= now()`;
  await sql`
    delete from oauth_items using grants
    where kind = 'Grant' and grants.id = grant_id and withdrawn_at is not null`;
  const hasNoFamily = sql`family_hash is not null and not exists (
    select from oauth_items as family where family.kind = 'Grant' and family.id_hash = item.family_hash)`;
  await sql`delete from oauth_items as item where kind <> 'RefreshToken' and ${hasNoFamily}`;
  await sql`
    update oauth_items as item set expires_at = now() + ${keptAfterUse}::interval
    where kind = 'RefreshToken' and expires_at > now() + ${keptAfterUse}::interval and ${hasNoFamily}`;
}

export const sealedOauthItems: SealedColumn = {
  table: 'oauth_items',
  column: 'payload',
  keys: ['kind', 'id_hash'],
  context: ([kind, hash]) => sealContextOf(kind as ItemKind, hash as Buffer),
};
