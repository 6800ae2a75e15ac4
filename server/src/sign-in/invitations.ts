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
import { mustBeWithinRate } from './invitation-limits.ts';
import { enqueueInvitation } from './invitation-mail.ts';
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
  /** They may watch conversations and answer visitors. Owners always may. */
  readonly answers: boolean;
  readonly invitedBy: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly expired: boolean;
};
/** The link is null if a mail server sends it. */
export type NewInvitation = Invitation & { readonly link: string | null };
type Stored = Invitation & { readonly linkShown: boolean };
export type InvitationPreview = Invitation & { readonly accountId: string; readonly accountName: string };

const days = 7;
const maxOpen = 200;
const columns = (sql: Queries) => sql`
  invitations.id, email, role, answers, invited_by as "invitedBy", ms(invitations.created_at) as "createdAt",
  ms(expires_at) as "expiresAt", expires_at <= now() as expired, link_shown as "linkShown"`;

/**
 * Invitations into an account. The token in a mail proves that its reader owns the address. A link that was shown to the
 * person who invites proves nothing: it lets only people in who are new to the service, or signed in.
 */
export function createInvitations(deps: {
  sql: Sql;
  passwords: Passwords;
  limits: Pick<SignInLimits, 'attemptFrom'>;
  baseUrl: string;
  /** Without a mail server, links are shown to the person who invites. */
  sendsMail: boolean;
  operatorEmails: readonly string[];
  flow: Pick<ReturnType<typeof createSignInFlow>, 'finishSignIn'>;
}) {
  const { sql, passwords, limits, baseUrl, sendsMail, flow } = deps;

  /** Returns the link if it must be shown, because no mail server sends it. */
  const send = async (
    { tx, isDryRun }: Change,
    accountId: string,
    { linkShown, ...invitation }: Stored,
    token: string,
  ): Promise<NewInvitation> => {
    await mustBeWithinRate(tx, accountId, invitation.email);
    if (isDryRun) return { ...invitation, link: null };
    const url = `${baseUrl}/dashboard/invitation#${token}`;
    await enqueueInvitation(tx, accountId, invitation, { url, days });
    return { ...invitation, link: linkShown ? url : null };
  };
  const see = async (queries: Queries, token: string, lock: boolean): Promise<InvitationPreview & Stored> => {
    const [found] = await queries<(InvitationPreview & Stored)[]>`
      select ${columns(queries)}, account_id as "accountId", accounts.name as "accountName"
      from invitations join accounts on accounts.id = account_id
      where token_hash = ${hashOfToken(token)} ${lock ? queries`for update of invitations` : queries``}`;
    if (found === undefined || found.expired) {
      throw new Refusal('link_invalid', 'This invitation has expired or was withdrawn. Ask for a new one.');
    }
    return found;
  };

  /** Whether the link alone is not enough. A shown link must not give away the address of an operator. */
  const needsSignIn = ({ linkShown, email }: Stored, person: people.PersonSigningIn | null): boolean =>
    person?.passwordHash != null || (linkShown && (person !== null || deps.operatorEmails.includes(email)));

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
      input: { email: string; role: Role; answers?: boolean },
    ): Promise<NewInvitation> {
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
      const [made] = await tx<Stored[]>`
        insert into invitations (id, account_id, email, role, answers, token_hash, invited_by, link_shown, expires_at)
        values (${`inv_${randomBase32(16)}`}, ${accountId}, ${email}, ${input.role}, ${input.answers ?? false},
          ${hashOfToken(token)}, ${change.actor.who}, ${!sendsMail}, now() + make_interval(days => ${days}))
        on conflict (account_id, email) do nothing returning ${columns(tx)}`;
      if (made === undefined)
        throw conflict(`${email} is already invited. Send the invitation again instead.`);
      await audit(change, accountId, 'invitations.create', made, { role: made.role, answers: made.answers });
      return await send(change, accountId, made, token);
    },

    /** The earlier link stops working. */
    async resend(change: Change, accountId: string, id: string): Promise<NewInvitation> {
      const { tx } = change;
      const token = newToken();
      await tx`select from accounts where id = ${accountId} for no key update`;
      const [found] = await tx<Stored[]>`
        update invitations set token_hash = ${hashOfToken(token)}, link_shown = ${!sendsMail},
          expires_at = now() + make_interval(days => ${days})
        where id = ${id} and account_id = ${accountId} returning ${columns(tx)}`;
      if (found === undefined) throw notFound('This invitation does not exist. Check its id.');
      await audit(change, accountId, 'invitations.resend', found);
      return await send(change, accountId, found, token);
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
      return { ...found, known: needsSignIn(found, person) };
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
      if (!joins && needsSignIn(seen, known)) {
        throw new Refusal('unauthorized', `Sign in as ${seen.email} to accept this invitation.`);
      }
      if (!joins && input.password === undefined) throw invalid('Choose a password.', 'password');
      const name = joins ? null : plainName('Your name', input.name ?? '', 120);
      const hash = joins ? null : await passwords.hash(checkPassword(input.password ?? '', seen), seen.email);

      const { invitation, personId } = await sql.begin(async (tx) => {
        const found = await see(tx, input.token, true);
        const person = await insertPerson(tx, found.email);
        if (hash !== null) {
          if (found.linkShown && !person.isNew)
            throw new Refusal('unauthorized', `Sign in as ${found.email} to accept.`);
          const [taken] = await tx`
            select from credentials where person_id = ${person.id} and provider = 'credential'`;
          if (taken !== undefined) throw new Refusal('unauthorized', `Sign in as ${found.email} to accept.`);
          await tx`update people set name = ${name} where id = ${person.id}`;
          await people.setPasswordHash(tx, person.id, hash, `crd_${randomBase32(24)}`);
        }
        if (!found.linkShown) await people.markVerified(tx, person.id);
        const { accountId, role, answers } = found;
        await addMember(tx, { accountId, personId: person.id, role, answers });
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
