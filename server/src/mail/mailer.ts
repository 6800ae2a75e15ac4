import { type Sql, withRetry } from '../db/index.ts';
import { type Log, startInterval } from '../kernel/index.ts';
import { claimDue, deleteOldMails, markFailed, markSent, removeExpiredLinks } from './mail-rows.ts';
import { type MailServer, sendMail } from './send-mail.ts';

export type Mailer = ReturnType<typeof startMailer>;

const stopLimitMs = 2_000;
const defaultTotalMs = 60_000;
/** In addition to the time of the sending, for storing the outcome. */
const storeMs = 60_000;
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
  /** How long the mail server may take for one mail. */
  totalMs?: number;
}) {
  const { sql, log, smtpUrl, from, pollMs = 2_000, totalMs = defaultTotalMs } = deps;
  const delivery = startInterval({
    everyMs: smtpUrl === undefined ? null : pollMs,
    stopLimitMs,
    async run(signal) {
      if (smtpUrl === undefined) return;
      const server = { url: smtpUrl, from, totalMs };
      while (!signal.aborted && (await deliverOne(sql, server, log))) {}
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
    /** Whether mail is really sent. */
    sends: smtpUrl !== undefined,
    /** Looks for mail that is due; ends when there is none. */
    deliver: (): Promise<void> => delivery.runNow(),
    /** Removes texts whose links have expired, and old mails. */
    clean: (): Promise<void> => cleaning.runNow(),
    async [Symbol.asyncDispose](): Promise<void> {
      await Promise.all([delivery[Symbol.asyncDispose](), cleaning[Symbol.asyncDispose]()]);
    },
  };
}

/**
 * Returns false if no mail was due. No transaction is open while the mail is sent. A crash between the server's
 * acceptance and the storing of it sends a mail twice, which is better than losing it.
 */
async function deliverOne(sql: Sql, server: MailServer, log: Log): Promise<boolean> {
  const mail = await claimDue(sql, server.totalMs + storeMs);
  if (mail === null) return false;
  const failure = await failureOf(sendMail(server, mail));
  if (failure === null) {
    await withRetry(() => markSent(sql, mail));
    return true;
  }
  const delay = isFinal(failure) ? undefined : delays[mail.tries - 1];
  await withRetry(() =>
    markFailed(sql, mail, failure.message.slice(0, 500), delay === undefined ? null : delay * 1000),
  );
  log.warn({ mail: mail.id, err: failure, givenUp: delay === undefined }, 'could not send an e-mail');
  return true;
}

const failureOf = (sending: Promise<void>): Promise<Error | null> =>
  sending.then(
    () => null,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );

/** Whether the server will never accept the mail. */
function isFinal(error: unknown): boolean {
  const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0;
  return code >= 500 && code < 600;
}
