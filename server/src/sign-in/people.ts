import type { Fragment, Queries } from '../db/index.ts';

export type Person = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly operator: boolean;
  readonly hasSecondFactor: boolean;
};

export type PersonSigningIn = Person & { readonly passwordHash: string | null };

async function find(sql: Queries, condition: Fragment): Promise<PersonSigningIn | null> {
  const [person] = await sql<PersonSigningIn[]>`
    select people.id, people.email, people.name, people.operator, people.second_factor as "hasSecondFactor",
      credentials.password as "passwordHash"
    from people left join credentials on person_id = people.id and provider = 'credential'
    where ${condition}`;
  return person ?? null;
}

export const findByEmail = (sql: Queries, email: string): Promise<PersonSigningIn | null> =>
  find(sql, sql`email = ${email.trim().toLowerCase()}`);
export const findById = (sql: Queries, id: string): Promise<PersonSigningIn | null> =>
  find(sql, sql`people.id = ${id}`);

export async function setPasswordHash(sql: Queries, personId: string, hash: string, id: string) {
  await sql`
    insert into credentials (id, subject, provider, person_id, password)
    values (${id}, ${personId}, 'credential', ${personId}, ${hash})
    on conflict (person_id, provider) do update set password = excluded.password, updated_at = now()`;
}

/** A person who follows a link from a mail, or one that the operator gave them, owns that address. */
export async function markVerified(sql: Queries, personId: string): Promise<void> {
  await sql`update people set email_verified = true where id = ${personId} and not email_verified`;
}

export async function recordSignIn(sql: Queries, personId: string, source: string): Promise<void> {
  await sql`update people set last_sign_in_at = now() where id = ${personId}`;
  await noteSource(sql, personId, source);
}

/** Replaces a hash with another one of the same password, unless the password was changed in the meantime. */
export async function replaceHash(sql: Queries, personId: string, before: string, after: string) {
  await sql`
    update credentials set password = ${after}, updated_at = now()
    where person_id = ${personId} and provider = 'credential' and password = ${before}`;
}

const keptSources = 20;

/** Stores that the person has proved their identity from this source. */
export async function noteSource(sql: Queries, personId: string, source: string): Promise<void> {
  await sql`
    insert into known_sources (person_id, source) values (${personId}, ${source})
    on conflict (person_id, source) do update set seen_at = now()`;
  await sql`
    delete from known_sources where person_id = ${personId} and source not in (
      select source from known_sources where person_id = ${personId} order by seen_at desc limit ${keptSources})`;
}

export async function isKnownSource(sql: Queries, personId: string, source: string): Promise<boolean> {
  const [row] = await sql`
    select from known_sources where person_id = ${personId} and source = ${source}`;
  return row !== undefined;
}

export async function newestSignIn(sql: Queries, personId: string): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`
    select id from sign_ins where person_id = ${personId} order by created_at desc, updated_at desc limit 1`;
  return row?.id ?? null;
}

export async function removeSecondFactor(sql: Queries, personId: string): Promise<void> {
  await sql`delete from second_factors where person_id = ${personId}`;
  await sql`update people set second_factor = false where id = ${personId}`;
}

/** Returns true for the first use of a code. Of two uses at the same instant, only one is the first. */
export async function consumeCode(sql: Queries, personId: string, code: string): Promise<boolean> {
  const used = await sql`
    insert into used_codes (person_id, code, expires_at)
    values (${personId}, ${code}, now() + interval '5 minutes')
    on conflict (person_id, code) do update set expires_at = excluded.expires_at
      where used_codes.expires_at < now()`;
  await sql`delete from used_codes where person_id = ${personId} and expires_at < now()`;
  return used.count === 1;
}

export async function nobodyHasSignedIn(sql: Queries): Promise<boolean> {
  const [row] = await sql<{ came: boolean }[]>`
    select exists (select from people where last_sign_in_at is not null) as came`;
  return row?.came !== true;
}
