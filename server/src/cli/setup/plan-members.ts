import type { Invitation } from '@parley/protocol/management';
import { changedFields, changeText } from './change-text.ts';
import { createOnce, type DryRun, type Leftover, type Plan } from './plan.ts';
import type { MemberEntry } from './setup-file.ts';

/**
 * Plans invitations and roles. People are identified by their address. Returns the people whom the file does not have.
 * With `prune` they will be removed, except one owner, whom every account needs.
 */
export async function planMembers(
  plan: Plan,
  entries: readonly MemberEntry[],
  prune: boolean,
): Promise<Leftover[]> {
  const members = await plan.read.members();
  const invitations = await plan.read.invitations();
  const wanted = new Map(entries.map((entry) => [entry.email.trim().toLowerCase(), rightsIn(entry)]));
  // A new owner must exist before an old one is removed.
  const ownersFirst = [...wanted].sort(
    ([, a], [, b]) => Number(b.role === 'owner') - Number(a.role === 'owner'),
  );
  const pathOf = (email: string) =>
    `/members/${entries.findIndex((entry) => entry.email.trim().toLowerCase() === email)}`;
  let promotes = false;
  for (const [email, rights] of ownersFirst) {
    const { role } = rights;
    const found = members.find((member) => member.email === email);
    if (found === undefined) {
      const invited = invitations.find((invitation) => invitation.email === email);
      await planInvitation(plan, { email, ...rights }, invited, pathOf(email));
      continue;
    }
    const changes = changedFields(found, { ...found, ...rights }, ['role', 'answers']);
    if (changes.length > 0) {
      promotes ||= role === 'owner';
      const params = { member: found.id };
      await plan.add(
        { action: 'change', what: `member ${email}`, changes },
        (options) => plan.call('members.update', { params, body: rights, ...options }),
        role === 'owner' || !promotes,
      );
    }
  }
  const hasOwner = members.some(({ email }) => wanted.get(email)?.role === 'owner');
  const left = members.filter(({ email }) => !wanted.has(email));
  const lastOwner = prune && !hasOwner ? left.find(({ role }) => role === 'owner') : undefined;
  if (lastOwner !== undefined) plan.kept.push(`member ${lastOwner.email} (an account needs an owner)`);
  return [
    ...left
      .filter((member) => member !== lastOwner)
      .map(({ id: member, email, role }) => ({
        what: `member ${email}`,
        remove: (options: DryRun) => plan.call('members.remove', { params: { member }, ...options }),
        // The other owner may become one only in an earlier step.
        needsOthers: role === 'owner',
      })),
    ...invitations
      .filter(({ email }) => !wanted.has(email))
      .map(({ id, email }) => ({ what: `member ${email}`, remove: revoking(plan, id) })),
  ];
}

/** Owners always may answer visitors. */
const rightsIn = ({ role, answers = false }: MemberEntry): Omit<MemberEntry, 'email'> =>
  role === 'owner' ? { role } : { role, answers };

const revoking = (plan: Plan, invitation: string) => (options: DryRun) =>
  plan.call('invitations.revoke', { params: { invitation }, ...options });

async function planInvitation(
  plan: Plan,
  body: MemberEntry,
  found: Invitation | undefined,
  path: string,
): Promise<void> {
  const what = `member ${body.email}`;
  const changes =
    found === undefined
      ? []
      : [
          ...(found.role === body.role ? [] : [changeText('invited as', found.role, body.role)]),
          ...changedFields(found, { ...found, ...body }, ['answers']),
        ];
  const invite = (options: DryRun & { idempotencyKey?: string }) =>
    plan.call('invitations.create', { body, ...options });
  const isOpen = async (id: string) =>
    (await plan.read.invitations()).some((invitation) => invitation.id === id);
  const run = async () => {
    const seed = [plan.account, what, body];
    const { link } = await createOnce(seed, (idempotencyKey) => invite({ idempotencyKey }), isOpen);
    return link;
  };
  if (found === undefined) {
    await plan.rehearse(what, () => invite({ dryRun: true }), path);
    plan.steps.push({ action: 'create', what, changes: [`invited as ${body.role}`], run });
  } else if (changes.length > 0) {
    const step = { action: 'delete', what: `invitation of ${body.email}`, changes: [] } as const;
    await plan.add(step, revoking(plan, found.id));
    plan.steps.push({ action: 'create', what, changes, run });
  } else if (found.expired) {
    const params = { invitation: found.id };
    const resend = (options: DryRun) => plan.call('invitations.resend', { params, ...options });
    await plan.rehearse(what, () => resend({ dryRun: true }), path);
    plan.steps.push({
      ...{ action: 'change', what, changes: ['the invitation has expired and is sent again'] },
      run: async () => (await resend({})).link,
    });
  }
}
