import { addMember, checkEmail, insertPerson, type Role } from '../accounts/index.ts';
import { auditChange, type Change, recordAudit } from '../audit/index.ts';
import {
  type Listed,
  newestFirst,
  type Queries,
  type Sql,
  type TimePage,
  timePosition,
} from '../db/index.ts';
import { conflict, invalid, notFound, plainName, Refusal, randomBase32 } from '../kernel/index.ts';
import { enqueueMail } from '../mail/index.ts';
import type { SignInLimits } from './limits.ts';
import { hashOfToken, newToken } from './one-time-links.ts';
import type { Passwords } from './passwords/password-hash.ts';
import { checkPassword } from './passwords/password-rules.ts';
import * as people from './people.ts';
import type { createSignInFlow, SignInStep } from './sign-in-flow.ts';
import type { SignInRequest, WithCookies } from './sign-in-request.ts';

export type Invitation = {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly invitedBy: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly expired: boolean;
};
export type InvitationPreview = Invitation & { readonly accountId: string; readonly accountName: string };

const days = 7;
const maxOpen = 200;
/** Mails in 24 hours, so that the service cannot be used to flood other people's mailboxes. */
const mailsOfAccount = 200;
const mailsOfAccountToAddress = 5;
const mailsToAddress = 20;
const columns = (sql: Queries) => sql`
  invitations.id, email, role, invited_by as "invitedBy", ms(invitations.created_at) as "createdAt",
  ms(expires_at) as "expiresAt", expires_at <= now() as expired`;

/** Invitations into an account. The token in the mail proves that its reader owns the address. */
export function createInvitations(deps: {
  sql: Sql;
  passwords: Passwords;
  limits: Pick<SignInLimits, 'attemptFrom'>;
  baseUrl: string;
  flow: Pick<ReturnType<typeof createSignInFlow>, 'finishSignIn'>;
}) {
  const { sql, passwords, limits, baseUrl, flow } = deps;

  /** Counts mails, not tries: a dry run sends none, and deleting an invitation does not reduce the count. */
  const mustBeWithinRate = async (tx: Queries, accountId: string, email: string): Promise<void> => {
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
  };
  const send = async (change: Change, accountId: string, found: Invitation, token: string): Promise<void> => {
    const { tx, isDryRun } = change;
    await mustBeWithinRate(tx, accountId, found.email);
    if (isDryRun) return;
    const [account] = await tx<{ name: string }[]>`select name from accounts where id = ${accountId}`;
    const name = account?.name ?? '';
    await enqueueMail(tx, {
      to: found.email,
      subject: `Invitation to ${name} on Parley`,
      body: `${found.invitedBy} invites you to the account "${name}" as ${found.role === 'owner' ? 'an owner' : 'a member'}.\n\nAccept within ${days} days:\n\n${baseUrl}/dashboard/invitation#${token}\n`,
      accountId,
      linkMinutes: days * 24 * 60,
    });
  };
  const see = async (queries: Queries, token: string, lock: boolean): Promise<InvitationPreview> => {
    const [found] = await queries<InvitationPreview[]>`
      select ${columns(queries)}, account_id as "accountId", accounts.name as "accountName"
      from invitations join accounts on accounts.id = account_id
      where token_hash = ${hashOfToken(token)} ${lock ? queries`for update of invitations` : queries``}`;
    if (found === undefined || found.expired) {
      throw new Refusal('link_invalid', 'This invitation has expired or was withdrawn. Ask for a new one.');
    }
    return found;
  };

  const audit = (
    change: Change,
    accountId: string,
    action: string,
    { id, email }: Invitation,
    details: Readonly<Record<string, unknown>> = {},
  ) => auditChange(change, { accountId, action, target: { kind: 'invitation', id, name: email }, details });

  return {
    /** Newest first. */
    list: (accountId: string, page: TimePage): Promise<Listed<Invitation>[]> => sql<Listed<Invitation>[]>`
      select ${columns(sql)}, ${timePosition(sql)} as position
      from invitations where account_id = ${accountId} ${newestFirst(sql, page)}`,

    async create(
      change: Change,
      accountId: string,
      input: { email: string; role: Role },
    ): Promise<Invitation> {
      const { tx } = change;
      const email = checkEmail(input.email);
      const token = newToken();
      await tx`select from accounts where id = ${accountId} for no key update`;
      const [member] = await tx`
        select from members join people on people.id = person_id
        where account_id = ${accountId} and email = ${email}`;
      if (member !== undefined) throw conflict(`${email} is already a member.`);
      const [open] = await tx<{ count: number }[]>`
        select count(*)::int as count from invitations where account_id = ${accountId}`;
      if ((open?.count ?? 0) >= maxOpen)
        throw conflict('Too many invitations are open. Withdraw some first.');
      const [made] = await tx<Invitation[]>`
        insert into invitations (id, account_id, email, role, token_hash, invited_by, expires_at)
        values (${`inv_${randomBase32(16)}`}, ${accountId}, ${email}, ${input.role}, ${hashOfToken(token)},
          ${change.actor.who}, now() + make_interval(days => ${days}))
        on conflict (account_id, email) do nothing returning ${columns(tx)}`;
      if (made === undefined)
        throw conflict(`${email} is already invited. Send the invitation again instead.`);
      await send(change, accountId, made, token);
      await audit(change, accountId, 'invitations.create', made, { role: made.role });
      return made;
    },

    /** The link of the earlier mail stops working. */
    async resend(change: Change, accountId: string, id: string): Promise<Invitation> {
      const { tx } = change;
      const token = newToken();
      await tx`select from accounts where id = ${accountId} for no key update`;
      const [found] = await tx<Invitation[]>`
        update invitations set token_hash = ${hashOfToken(token)},
          expires_at = now() + make_interval(days => ${days})
        where id = ${id} and account_id = ${accountId} returning ${columns(tx)}`;
      if (found === undefined) throw notFound('This invitation does not exist. Check its id.');
      await send(change, accountId, found, token);
      await audit(change, accountId, 'invitations.resend', found);
      return found;
    },

    async revoke(change: Change, accountId: string, id: string): Promise<void> {
      const { tx } = change;
      const [gone] = await tx<Invitation[]>`
        delete from invitations where id = ${id} and account_id = ${accountId} returning ${columns(tx)}`;
      if (gone === undefined) throw notFound('This invitation does not exist. Check its id.');
      await audit(change, accountId, 'invitations.revoke', gone);
    },

    async preview(request: SignInRequest, token: string): Promise<InvitationPreview & { known: boolean }> {
      await limits.attemptFrom(request.source);
      const found = await see(sql, token, false);
      const person = await people.findByEmail(sql, found.email);
      return { ...found, known: person?.passwordHash != null };
    },

    /**
     * A person with a password accepts while signed in under the invited address. A new person chooses a name and a
     * password. If two requests accept at the same time, one succeeds.
     */
    async accept(
      request: SignInRequest,
      signedIn: people.Person | null,
      input: { token: string; name?: string; password?: string },
    ): Promise<WithCookies<SignInStep> & { invitation: InvitationPreview }> {
      await limits.attemptFrom(request.source);
      const seen = await see(sql, input.token, false);
      const known = await people.findByEmail(sql, seen.email);
      if (signedIn !== null && signedIn.email !== seen.email) {
        throw new Refusal('forbidden', `This invitation is for ${seen.email}. Sign out first.`);
      }
      const joins = signedIn !== null;
      if (!joins && known?.passwordHash != null) {
        throw new Refusal('unauthorized', `Sign in as ${seen.email} to accept this invitation.`);
      }
      if (!joins && input.password === undefined) throw invalid('Choose a password.', 'password');
      const name = joins ? null : plainName('Your name', input.name ?? '', 120);
      const hash = joins ? null : await passwords.hash(checkPassword(input.password ?? '', seen), seen.email);

      const { invitation, personId } = await sql.begin(async (tx) => {
        const found = await see(tx, input.token, true);
        const person = await insertPerson(tx, found.email);
        if (hash !== null) {
          const [taken] = await tx`
            select from credentials where person_id = ${person.id} and provider = 'credential'`;
          if (taken !== undefined) throw new Refusal('unauthorized', `Sign in as ${found.email} to accept.`);
          await tx`update people set name = ${name} where id = ${person.id}`;
          await people.setPasswordHash(tx, person.id, hash, `crd_${randomBase32(24)}`);
        }
        await people.markVerified(tx, person.id);
        await addMember(tx, { accountId: found.accountId, personId: person.id, role: found.role });
        await tx`delete from invitations where id = ${found.id}`;
        await recordAudit(tx, {
          accountId: found.accountId,
          actor: { personId: person.id, who: found.email, address: request.address },
          action: 'invitation.accept',
          target: { kind: 'person', id: person.id, name: found.email },
          details: { role: found.role },
        });
        return { invitation: found, personId: person.id };
      });
      const admitted: WithCookies<SignInStep> = joins
        ? { answer: { next: 'done', personId }, cookies: [] }
        : await flow.finishSignIn(request, personId);
      return { ...admitted, invitation };
    },
  };
}
