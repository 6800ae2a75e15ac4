import type { Invitation, Member } from '@parley/protocol/management';
import type { ManagementClient } from '@parley/protocol/management/client';
import { changeText } from './change-text.ts';
import { createOnce, type Plan } from './plan.ts';
import { accountReader } from './read-account.ts';
import type { MemberEntry } from './setup-file.ts';

/** People of the account whom the file does not have. */
type PeopleLeft = {
  readonly members: readonly Member[];
  readonly invitations: readonly Invitation[];
  /** Whether the file has an owner who is a member already. */
  readonly hasOwner: boolean;
};

/** Plans invitations and roles. People are known by their address. */
export async function planMembers(
  plan: Plan,
  client: ManagementClient,
  account: string,
  entries: readonly MemberEntry[],
): Promise<PeopleLeft> {
  const read = accountReader(client, account);
  const members = await read.members();
  const invitations = await read.invitations();
  const wanted = new Map(entries.map(({ email, role }) => [email.trim().toLowerCase(), role]));
  // A new owner must be there before an old one goes.
  const ownersFirst = [...wanted].sort(([, a], [, b]) => Number(b === 'owner') - Number(a === 'owner'));
  let promotes = false;
  for (const [email, role] of ownersFirst) {
    const found = members.find((member) => member.email === email);
    if (found === undefined) {
      const invited = invitations.find((invitation) => invitation.email === email);
      await planInvitation(plan, client, account, { email, role }, invited);
    } else if (found.role !== role) {
      promotes ||= role === 'owner';
      const params = { account, member: found.id };
      await plan.add(
        { action: 'change', what: `member ${email}`, changes: [changeText('role', found.role, role)] },
        (options) => client.call('members.update', { params, body: { role }, ...options }),
        role === 'owner' || !promotes,
      );
    }
  }
  return {
    members: members.filter(({ email }) => !wanted.has(email)),
    invitations: invitations.filter(({ email }) => !wanted.has(email)),
    hasOwner: members.some(({ email }) => wanted.get(email) === 'owner'),
  };
}

async function planInvitation(
  plan: Plan,
  client: ManagementClient,
  account: string,
  body: MemberEntry,
  found: Invitation | undefined,
): Promise<void> {
  const what = `member ${body.email}`;
  const invite = (options: { dryRun?: true; idempotencyKey?: string }) =>
    client.call('invitations.create', { params: { account }, body, ...options });
  const isOpen = async (id: string) =>
    (await accountReader(client, account).invitations()).some((invitation) => invitation.id === id);
  const run = async () => {
    await createOnce([account, what, body], (idempotencyKey) => invite({ idempotencyKey }), isOpen);
    return null;
  };
  if (found === undefined) {
    await plan.rehearse(what, () => invite({ dryRun: true }));
    plan.steps.push({ action: 'create', what, changes: [`invited as ${body.role}`], run });
    return;
  }
  const params = { account, invitation: found.id };
  if (found.role !== body.role) {
    const changes = [changeText('invited as', found.role, body.role)];
    await plan.add({ action: 'delete', what: `invitation of ${body.email}`, changes: [] }, (options) =>
      client.call('invitations.revoke', { params, ...options }),
    );
    plan.steps.push({ action: 'create', what, changes, run });
  } else if (found.expired) {
    const changes = ['the invitation has expired and is sent again'];
    await plan.add({ action: 'change', what, changes }, (options) =>
      client.call('invitations.resend', { params, ...options }),
    );
  }
}

/** Plans to remove people whom the file does not have. One owner always stays. */
export async function planMemberRemovals(
  plan: Plan,
  client: ManagementClient,
  account: string,
  left: PeopleLeft,
): Promise<void> {
  const lastOwner = left.hasOwner ? undefined : left.members.find(({ role }) => role === 'owner');
  if (lastOwner !== undefined) plan.kept.push(`member ${lastOwner.email} (an account needs an owner)`);
  const step = (email: string) => ({ action: 'delete', what: `member ${email}`, changes: [] }) as const;
  for (const { id: member, email, role } of left.members) {
    if (member === lastOwner?.id) continue;
    // Another owner may be one only after an earlier step.
    const isRehearsed = role !== 'owner';
    const params = { account, member };
    await plan.add(
      step(email),
      (options) => client.call('members.remove', { params, ...options }),
      isRehearsed,
    );
  }
  for (const { id: invitation, email } of left.invitations) {
    const params = { account, invitation };
    await plan.add(step(email), (options) => client.call('invitations.revoke', { params, ...options }));
  }
}
