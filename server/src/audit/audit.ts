import type { Queries, Sql } from '../db/index.ts';

/** The author of an action: a person in the dashboard, the operator at the shell, or the service itself. */
export type Actor = {
  readonly personId: string | null;
  /** The person's address, `operator` or `system`. */
  readonly who: string;
  readonly address: string | null;
};

export type Target = { readonly kind: string; readonly id: string; readonly name?: string | null };

export type AuditAction = {
  readonly accountId: string | null;
  readonly actor: Actor;
  /** A noun and a verb, such as `keys.create`. */
  readonly action: string;
  readonly target?: Target;
  /** Never secrets. */
  readonly details?: Readonly<Record<string, unknown>>;
};

export type AuditEntry = {
  readonly id: number;
  readonly at: number;
  readonly personId: string | null;
  readonly who: string;
  readonly action: string;
  readonly targetKind: string | null;
  readonly targetId: string | null;
  readonly targetName: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly address: string | null;
};

export type AuditFilter = {
  readonly accountId: string;
  readonly action?: string | undefined;
  readonly personId?: string | undefined;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  readonly before?: number | undefined;
  readonly limit: number;
};

export const systemActor: Actor = { personId: null, who: 'system', address: null };
export const operatorActor: Actor = { personId: null, who: 'operator', address: null };

/** Watching a session is recorded once an hour: a unique index refuses more. */
export async function recordAudit(sql: Queries, entry: AuditAction): Promise<void> {
  const { actor, target } = entry;
  await sql`
    insert into audit_log (account_id, person_id, who, action, target_kind, target_id, target_name, details, address)
    values (${entry.accountId}, ${actor.personId}, ${actor.who}, ${entry.action}, ${target?.kind ?? null},
      ${target?.id ?? null}, ${target?.name ?? null}, ${JSON.stringify(entry.details ?? {})}::text::jsonb,
      ${actor.address})
    on conflict do nothing`;
}

/**
 * Adds an entry to the log of each account that the person belongs to: how a person signs in matters to all of them.
 */
export async function recordAuditOfPerson(
  sql: Queries,
  personId: string | null,
  entry: Pick<AuditAction, 'action' | 'details'> & { readonly address: string | null },
): Promise<void> {
  await sql`
    insert into audit_log (account_id, person_id, who, action, details, address)
    select account_id, people.id, email, ${entry.action}, ${JSON.stringify(entry.details ?? {})}::text::jsonb,
      ${entry.address}
    from members join people on people.id = person_id where person_id = ${personId}
    order by account_id`;
}

/** Newest first. */
export async function listAuditEntries(sql: Sql, filter: AuditFilter): Promise<AuditEntry[]> {
  const { accountId, action, personId, fromMs, toMs, before, limit } = filter;
  return await sql<AuditEntry[]>`
    select id, ms(at) as at, person_id as "personId", who, action, target_kind as "targetKind",
      target_id as "targetId", target_name as "targetName", details, address
    from audit_log
    where account_id = ${accountId}
      ${action === undefined ? sql`` : sql`and action = ${action}`}
      ${personId === undefined ? sql`` : sql`and person_id = ${personId}`}
      ${fromMs === undefined ? sql`` : sql`and at >= to_timestamp(${fromMs}::bigint / 1000.0)`}
      ${toMs === undefined ? sql`` : sql`and at < to_timestamp(${toMs}::bigint / 1000.0)`}
      ${before === undefined ? sql`` : sql`and id < ${before}`}
    order by id desc limit ${limit}`;
}
