import type { Queries } from '../db/index.ts';

export type NewMail = {
  readonly to: string;
  readonly subject: string;
  readonly body: string;
  readonly accountId?: string;
  /** Holds a link that opens something: the text goes once it has been sent. */
  readonly secret?: boolean;
};

/** Puts a mail into the outbox, in the transaction of whatever makes it necessary. */
export async function writeMail(sql: Queries, mail: NewMail): Promise<void> {
  await sql`
    insert into mails (account_id, recipient, subject, body, secret)
    values (${mail.accountId ?? null}, ${mail.to}, ${mail.subject}, ${mail.body}, ${mail.secret ?? false})`;
}
