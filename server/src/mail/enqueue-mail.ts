import type { Queries } from '../db/index.ts';

export type NewMail = {
  readonly to: string;
  readonly subject: string;
  readonly body: string;
  readonly accountId?: string;
  /**
   * The text contains a link that works for this long. The text is removed when the mail was sent, or when the link has
   * expired.
   */
  readonly linkMinutes?: number;
};

/** Puts a mail into the outbox, in the transaction of the change that needs it. */
export async function enqueueMail(sql: Queries, mail: NewMail): Promise<void> {
  await sql`
    insert into mails (account_id, recipient, subject, body, link_until)
    values (${mail.accountId ?? null}, ${mail.to}, ${mail.subject}, ${mail.body},
      now() + make_interval(mins => ${mail.linkMinutes ?? null}::integer))`;
}
