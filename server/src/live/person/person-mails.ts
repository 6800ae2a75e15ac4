import type { RateLimits } from '../../bus/index.ts';
import type { Queries, Sql } from '../../db/index.ts';
import { type Clock, type Interval, type Log, startInterval } from '../../kernel/index.ts';
import { enqueueMail } from '../../mail/index.ts';

export type PersonMailDeps = {
  readonly sql: Sql;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: RateLimits;
  readonly baseUrl: string;
};

const lookEveryMs = 2_000;
/** A database outage must not keep the service from stopping. */
const stopLimitMs = 1_000;
/** For one account. Requests that have to wait for the next mail are listed in it together. */
const mailRule = { burst: 5, rate: 1 / 60 };
const maxListed = 20;

/**
 * Writes mails about requests for a person that nobody has answered in time. They are due by their rows, so any process
 * can write them, and each request is in one mail.
 */
export function startPersonMails({ sql, clock, log, limits, baseUrl }: PersonMailDeps): Interval {
  return startInterval({
    everyMs: lookEveryMs,
    stopLimitMs,
    async run() {
      const now = clock.now();
      for (const accountId of await accountsWithDue(sql, now)) {
        if (!(await limits.take(`person-mails:${accountId}`, mailRule))) continue;
        const waiting = await sql.begin((tx) => writeMails(tx, accountId, now, baseUrl));
        if (waiting > 0) log.info({ accountId, waiting }, 'told members that visitors wait for a person');
      }
    },
    onError: (error) => log.warn({ err: error }, 'could not write mails about requests for a person'),
  });
}

const moment = (sql: Queries, ms: number) => sql`to_timestamp(${ms}::bigint / 1000.0)`;

async function accountsWithDue(sql: Queries, nowMs: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select distinct account_id as id from sessions where person_mail_at <= ${moment(sql, nowMs)}`;
  return rows.map(({ id }) => id);
}

type Waiting = { readonly id: string; readonly since: number; readonly avatarName: string };

/** One mail to each member who may answer. Returns how many visitors wait. */
async function writeMails(tx: Queries, accountId: string, nowMs: number, baseUrl: string): Promise<number> {
  const waiting = await tx<Waiting[]>`
    with due as (
      select id from sessions where account_id = ${accountId} and person_mail_at <= ${moment(tx, nowMs)}
      order by id for no key update skip locked
    )
    update sessions set person_mail_at = null from due, avatars
    where sessions.id = due.id and avatars.id = sessions.avatar_id
    returning sessions.id, ms(person_requested_at) as since, avatars.name as "avatarName"`;
  if (waiting.length === 0) return 0;
  const members = await tx<{ email: string; account: string }[]>`
    select people.email, accounts.name as account
    from members join people on people.id = members.person_id join accounts on accounts.id = members.account_id
    where members.account_id = ${accountId} and (members.role = 'owner' or members.answers)`;
  const listed = waiting.toSorted((a, b) => a.since - b.since);
  for (const { email, account } of members)
    await enqueueMail(tx, {
      to: email,
      accountId,
      ...mailAbout(listed, account, `${baseUrl}/dashboard/${accountId}`),
    });
  return waiting.length;
}

/** It names no visitor and no reason: mails stay when a visitor is erased. */
function mailAbout(waiting: readonly Waiting[], account: string, dashboard: string) {
  const more = waiting.length - maxListed;
  const lines = waiting
    .slice(0, maxListed)
    .map(
      ({ id, since, avatarName }) => `"${avatarName}", since ${timeOf(since)}: ${dashboard}/sessions/${id}`,
    );
  const [first] = waiting;
  return {
    subject:
      waiting.length === 1
        ? `A visitor of "${first?.avatarName}" asks for a person`
        : `${waiting.length} visitors of ${account} ask for a person`,
    body: [
      `In the account ${account}, ${waiting.length === 1 ? 'a visitor waits' : `${waiting.length} visitors wait`} for a person, and nobody has answered yet. Take over here:`,
      [...lines, ...(more > 0 ? [`and ${more} more: ${dashboard}/sessions`] : [])].join('\n'),
      'You get this mail because you may answer visitors of this account.\n',
    ].join('\n\n'),
  };
}

const timeOf = (ms: number): string => `${new Date(ms).toISOString().slice(11, 16)} UTC`;
