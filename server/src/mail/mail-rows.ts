import type { Queries } from '../db/index.ts';

export type Mail = {
  readonly id: number;
  readonly to: string;
  readonly subject: string;
  readonly body: string;
  readonly createdAt: number;
  readonly sentAt: number | null;
  readonly failedAt: number | null;
  readonly tries: number;
  readonly problem: string | null;
  readonly dueAt: number;
};

const sentText = 'The text had a link, so it was removed after the e-mail was sent.';
const expiredText = 'The text had a link that has expired, so it was removed.';

const columns = (sql: Queries) => sql`
  id, recipient as "to", subject, case when link_until <= now() then ${expiredText} else body end as body, ms(created_at) as "createdAt", ms(sent_at) as "sentAt",
  ms(failed_at) as "failedAt", tries, problem, ms(due_at) as "dueAt"`;

export async function listMails(sql: Queries, before: number | null, limit: number): Promise<Mail[]> {
  return await sql<Mail[]>`
    select ${columns(sql)} from mails ${before === null ? sql`` : sql`where id < ${before}`}
    order by id desc limit ${limit}`;
}

export async function readMail(sql: Queries, id: number): Promise<Mail | null> {
  const [mail] = await sql<Mail[]>`select ${columns(sql)} from mails where id = ${id}`;
  return mail ?? null;
}

/**
 * Claims the next mail for a while, and counts the try. If the process dies meanwhile, the mail is due again when the
 * claim ends. `tries` names the claim: only the process that made the latest one may store an outcome.
 */
export async function claimDue(sql: Queries, claimMs: number): Promise<Mail | null> {
  const until = sql`now() + make_interval(secs => ${claimMs / 1000}::float8)`;
  const [mail] = await sql<Mail[]>`
    update mails set tries = tries + 1, sending_until = ${until}, due_at = ${until}
    where id = (
      select id from mails
      where sent_at is null and failed_at is null and due_at <= now() and (link_until is null or link_until > now())
      order by due_at limit 1 for update skip locked)
    returning ${columns(sql)}`;
  return mail ?? null;
}

type Claim = Pick<Mail, 'id' | 'tries'>;

export async function markSent(sql: Queries, { id, tries }: Claim): Promise<void> {
  await sql`
    update mails set sent_at = now(), failed_at = null, problem = null, sending_until = null,
      body = case when link_until is null then body else ${sentText} end, link_until = null
    where id = ${id} and tries = ${tries}`;
}

/** With null as the delay, the mail is given up. */
export async function markFailed(
  sql: Queries,
  { id, tries }: Claim,
  problem: string,
  delayMs: number | null,
): Promise<void> {
  await sql`
    update mails set problem = ${problem}, sending_until = null,
      due_at = now() + make_interval(secs => ${(delayMs ?? 0) / 1000}::float8),
      failed_at = ${delayMs === null ? sql`now()` : sql`null`}
    where id = ${id} and tries = ${tries} and sent_at is null`;
}

/** Returns true if the mail was not sent yet, and still can be. One that is being sent right now is left to that try. */
export async function retryMail(sql: Queries, id: number): Promise<boolean> {
  const changed = await sql`
    update mails set due_at = greatest(now(), sending_until), failed_at = null
    where id = ${id} and sent_at is null and (link_until is null or link_until > now()) and body <> ${expiredText}`;
  return changed.count === 1;
}

/** A mail whose link no longer works is not sent, and its text is removed. */
export async function removeExpiredLinks(sql: Queries): Promise<void> {
  await sql`
    update mails set body = ${expiredText}, link_until = null, failed_at = coalesce(failed_at, now()),
      problem = coalesce(problem, 'The link in the e-mail expired before it was sent.')
    where link_until <= now()`;
}

export async function deleteOldMails(sql: Queries): Promise<number> {
  const gone = await sql`
    delete from mails where id in (
      select id from mails where created_at < now() - interval '90 days' order by created_at limit 1000)`;
  return gone.count;
}
