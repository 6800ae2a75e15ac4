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

const columns = (sql: Queries) => sql`
  id, recipient as "to", subject, body, ms(created_at) as "createdAt", ms(sent_at) as "sentAt",
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

/** The lock lasts until the transaction ends, so no two processes send the same one. */
export async function claimDue(tx: Queries): Promise<Mail | null> {
  const [mail] = await tx<Mail[]>`
    select ${columns(tx)} from mails
    where sent_at is null and failed_at is null and due_at <= now()
    order by due_at limit 1 for update skip locked`;
  return mail ?? null;
}

export async function markSent(sql: Queries, id: number): Promise<void> {
  await sql`
    update mails set sent_at = now(), problem = null, tries = tries + 1,
      body = case when secret then 'Its text was taken away after it had been sent, as it held a link.' else body end
    where id = ${id}`;
}

/** Null as the delay gives it up. */
export async function markFailed(
  sql: Queries,
  id: number,
  problem: string,
  delayMs: number | null,
): Promise<void> {
  await sql`
    update mails set tries = tries + 1, problem = ${problem},
      due_at = now() + make_interval(secs => ${(delayMs ?? 0) / 1000}::float8),
      failed_at = ${delayMs === null ? sql`now()` : sql`null`}
    where id = ${id}`;
}

/** True where it was not sent yet. */
export async function retryMail(sql: Queries, id: number): Promise<boolean> {
  const changed = await sql`
    update mails set due_at = now(), failed_at = null where id = ${id} and sent_at is null`;
  return changed.count === 1;
}

export async function deleteOldMails(sql: Queries): Promise<number> {
  const gone = await sql`
    delete from mails where id in (
      select id from mails where created_at < now() - interval '90 days' order by created_at limit 1000)`;
  return gone.count;
}
