import type { Transporter } from 'nodemailer';
import type { Sql } from '../db/index.ts';
import { type Log, startInterval } from '../kernel/index.ts';
import {
  claimDue,
  deleteOldMails,
  type Mail,
  markFailed,
  markSent,
  removeExpiredLinks,
} from './mail-rows.ts';

export type Mailer = AsyncDisposable & {
  /** Whether mail is really sent. */
  readonly sends: boolean;
  /** Looks for mail that is due; ends when there is none. */
  deliver(): Promise<void>;
  /** Removes texts whose links have expired, and old mails. */
  clean(): Promise<void>;
};

const stopLimitMs = 2_000;
const cleanEveryMs = 300_000;
/** Delays before the next try, in seconds. After the last one, the mail is given up. About three days in total. */
const delays = [30, 120, 600, 1800, 7200, 21_600, 43_200, 86_400, 86_400];

/** Sends the mails in the outbox. Without an SMTP server they stay there for the operator to read. */
export function startMailer(deps: {
  sql: Sql;
  log: Log;
  smtpUrl: string | undefined;
  from: string;
  pollMs?: number | null;
}): Mailer {
  const { sql, log, smtpUrl, from, pollMs = 2_000 } = deps;
  let transport: Transporter | null = null;
  const delivery = startInterval({
    everyMs: smtpUrl === undefined ? null : pollMs,
    stopLimitMs,
    async run(signal) {
      if (smtpUrl === undefined) return;
      transport ??= await openTransport(smtpUrl, from);
      while (!signal.aborted && (await deliverOne(sql, transport, log))) {}
    },
    onError: (error) => log.warn({ err: error }, 'could not read the mail outbox'),
  });
  const cleaning = startInterval({
    everyMs: pollMs === null ? null : cleanEveryMs,
    stopLimitMs,
    async run() {
      await removeExpiredLinks(sql);
      await deleteOldMails(sql);
    },
    onError: (error) => log.warn({ err: error }, 'could not delete old e-mails'),
  });

  return {
    sends: smtpUrl !== undefined,
    deliver: () => delivery.runNow(),
    clean: () => cleaning.runNow(),
    async [Symbol.asyncDispose]() {
      await Promise.all([delivery[Symbol.asyncDispose](), cleaning[Symbol.asyncDispose]()]);
      transport?.close();
    },
  };
}

/** The library takes 4 MB, so it is not loaded without an SMTP server. */
async function openTransport(url: string, from: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
  return createTransport({ url, ...limits, disableFileAccess: true, disableUrlAccess: true }, { from });
}

/**
 * Returns false if no mail was due. A crash between the server's acceptance and the commit sends a mail twice, which is
 * better than losing it.
 */
async function deliverOne(sql: Sql, transport: Transporter, log: Log): Promise<boolean> {
  return await sql.begin(async (tx) => {
    const mail = await claimDue(tx);
    if (mail === null) return false;
    try {
      await transport.sendMail(messageOf(mail));
      await markSent(tx, mail.id);
    } catch (error) {
      const delay = isFinal(error) ? undefined : delays[mail.tries];
      const problem = (error instanceof Error ? error.message : String(error)).slice(0, 500);
      await markFailed(tx, mail.id, problem, delay === undefined ? null : delay * 1000);
      log.warn({ mail: mail.id, err: error, givenUp: delay === undefined }, 'could not send an e-mail');
    }
    return true;
  });
}

function messageOf({ id, to, subject, body }: Mail) {
  return { to, subject, text: body, headers: { 'X-Parley-Mail': String(id) } };
}

/** Whether the server will never accept the mail. */
function isFinal(error: unknown): boolean {
  const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0;
  return code >= 500 && code < 600;
}
