import { createHash, randomBytes } from 'node:crypto';
import type { Queries } from '../db/index.ts';

export type LinkPurpose = 'sign-in' | 'reset-password';

export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();
export const newToken = (): string => randomBytes(24).toString('base64url');

/** Returns the token that is shown to the person. Only its hash is stored. */
export async function createLink(
  sql: Queries,
  purpose: LinkPurpose,
  personId: string,
  minutes: number,
): Promise<string> {
  const token = newToken();
  await sql`delete from one_time_links where expires_at < now()`;
  await sql`
    insert into one_time_links (hash, purpose, person_id, expires_at)
    values (${hashOfToken(token)}, ${purpose}, ${personId}, now() + make_interval(mins => ${minutes}))`;
  return token;
}

/** Whether a link would work now. It is not used up. */
export async function isGoodLink(sql: Queries, purpose: LinkPurpose, token: string): Promise<boolean> {
  const [found] = await sql`
    select from one_time_links where hash = ${hashOfToken(token)} and purpose = ${purpose} and expires_at > now()`;
  return found !== undefined;
}

/** If many use a link at the same time, one gets the person, and the others get null. */
export async function consumeLink(sql: Queries, purpose: LinkPurpose, token: string): Promise<string | null> {
  const [used] = await sql<{ personId: string; good: boolean }[]>`
    delete from one_time_links where hash = ${hashOfToken(token)} and purpose = ${purpose}
    returning person_id as "personId", expires_at > now() as good`;
  return used?.good ? used.personId : null;
}
