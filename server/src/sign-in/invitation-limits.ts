import type { Queries } from '../db/index.ts';
import { Refusal } from '../kernel/index.ts';

/** Mails in 24 hours, so that the service cannot be used to flood other people's mailboxes. */
const mailsOfAccount = 200;
const mailsOfAccountToAddress = 5;
const mailsToAddress = 20;

/** Counts mails, not tries: a dry run sends none, and deleting an invitation does not reduce the count. */
export async function mustBeWithinRate(tx: Queries, accountId: string, email: string): Promise<void> {
  await tx`delete from invitation_mails where sent_at < now() - interval '1 day'`;
  const [sent] = await tx<{ account: number; here: number; all: number }[]>`
    select (select count(*)::int from invitation_mails where account_id = ${accountId}) as account,
      count(*) filter (where account_id = ${accountId})::int as here, count(*)::int as all
    from invitation_mails where recipient = ${email}`;
  const { account = 0, here = 0, all = 0 } = sent ?? {};
  if (account >= mailsOfAccount)
    throw new Refusal(
      'too_many_requests',
      'This account has sent too many invitations today. Try again tomorrow.',
    );
  if (here >= mailsOfAccountToAddress || all >= mailsToAddress)
    throw new Refusal('too_many_requests', `${email} got too many invitations today. Try again tomorrow.`);
  await tx`insert into invitation_mails (account_id, recipient) values (${accountId}, ${email})`;
}
