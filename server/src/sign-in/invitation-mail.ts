import type { Role } from '../accounts/index.ts';
import type { Queries } from '../db/index.ts';
import { enqueueMail } from '../mail/index.ts';

export async function enqueueInvitation(
  tx: Queries,
  accountId: string,
  { email, role, invitedBy }: { readonly email: string; readonly role: Role; readonly invitedBy: string },
  link: { readonly url: string; readonly days: number },
): Promise<void> {
  const [account] = await tx<{ name: string }[]>`select name from accounts where id = ${accountId}`;
  const name = account?.name ?? '';
  await enqueueMail(tx, {
    to: email,
    subject: `Invitation to ${name} on Parley`,
    body: `${invitedBy} invites you to the account "${name}" as ${role === 'owner' ? 'an owner' : 'a member'}.\n\nAccept within ${link.days} days:\n\n${link.url}\n`,
    accountId,
    linkMinutes: link.days * 24 * 60,
  });
}
