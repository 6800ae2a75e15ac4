import type { Queries } from '../db/index.ts';
import { enqueueMail } from '../mail/index.ts';

export async function enqueueResetMail(
  tx: Queries,
  email: string,
  link: { readonly url: string; readonly minutes: number },
): Promise<void> {
  await enqueueMail(tx, {
    to: email,
    subject: 'A new password for Parley',
    body: `You asked for a new password for ${email}.\n\nChoose it here within an hour:\n\n${link.url}\n\nIf you did not ask for it, ignore this e-mail. Your password stays the same.\n`,
    linkMinutes: link.minutes,
  });
}
