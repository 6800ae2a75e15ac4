import { type Listed, newestFirst, type Queries, type TimePage, timePosition } from '../db/index.ts';
import type { Partner, PartnerClient } from './partner.ts';

export type PartnerRow = Omit<Partner, 'webhook'>;

const columns = (sql: Queries) => sql`
  id, name, redirect_uris as "redirectUris", conversations, version, created_at as "createdAt",
  (select count(*)::int from grants where partner_id = partners.id and withdrawn_at is null) as grants`;

export async function insert(tx: Queries, row: PartnerClient): Promise<void> {
  await tx`
    insert into partners (id, name, redirect_uris, client_secret_hash, conversations)
    values (${row.id}, ${row.name}, ${[...row.redirectUris]}::text[], ${row.secretHash}, ${row.conversations})`;
}

/** Newest first. */
export const list = (sql: Queries, page: TimePage): Promise<Listed<PartnerRow>[]> =>
  sql<Listed<PartnerRow>[]>`
    select ${columns(sql)}, ${timePosition(sql)} as position
    from partners where deleted_at is null ${newestFirst(sql, page)}`;

export async function read(sql: Queries, id: string): Promise<PartnerRow | null> {
  const [row] = await sql<PartnerRow[]>`
    select ${columns(sql)} from partners where id = ${id} and deleted_at is null`;
  return row ?? null;
}

export async function readClient(sql: Queries, id: string): Promise<PartnerClient | null> {
  const [row] = await sql<PartnerClient[]>`
    select id, name, redirect_uris as "redirectUris", conversations, client_secret_hash as "secretHash"
    from partners where id = ${id} and deleted_at is null`;
  return row ?? null;
}

/** Reads a partner that is about to be changed, and locks it until the end of the transaction. */
export async function lock(tx: Queries, id: string): Promise<PartnerRow | null> {
  const [row] = await tx<PartnerRow[]>`
    select ${columns(tx)} from partners where id = ${id} and deleted_at is null for no key update`;
  return row ?? null;
}

/** Prevents the deletion of a partner until the end of the transaction. */
export async function lockForGrant(
  tx: Queries,
  id: string,
): Promise<Pick<PartnerRow, 'name' | 'conversations'> | null> {
  const [row] = await tx<Pick<PartnerRow, 'name' | 'conversations'>[]>`
    select name, conversations from partners where id = ${id} and deleted_at is null for share`;
  return row ?? null;
}

/** Fields that are left out stay as they are. */
export type PartnerFields = Partial<Pick<PartnerRow, 'name' | 'redirectUris' | 'conversations'>>;

/** Writes to a locked row. It raises the version, even if only the webhook has changed. */
export async function update(tx: Queries, id: string, fields: PartnerFields): Promise<void> {
  const { name = null, redirectUris = null, conversations = null } = fields;
  await tx`
    update partners set name = coalesce(${name}, name), conversations = coalesce(${conversations}, conversations),
      redirect_uris = coalesce(${redirectUris && [...redirectUris]}::text[], redirect_uris),
      version = version + 1, updated_at = now()
    where id = ${id}`;
}

export async function remove(tx: Queries, id: string): Promise<void> {
  await tx`update partners set deleted_at = now(), updated_at = now() where id = ${id}`;
}
