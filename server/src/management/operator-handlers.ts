import type { Mail as MailAnswer } from '@parley/protocol/management';
import type { Sql } from '../db/index.ts';
import { conflict, notFound } from '../kernel/index.ts';
import { listMails, type Mail, type Mailer, readMail, retryMail } from '../mail/index.ts';
import type { SignIn } from '../sign-in/index.ts';
import type { HandlersFor } from './call-context.ts';
import { numberPage } from './cursor.ts';
import type { HealthCheck } from './process-health.ts';

export function operatorHandlers(deps: {
  sql: Sql;
  signIn: Pick<SignIn, 'flow'>;
  mailer: Mailer;
  health: HealthCheck;
}): HandlersFor<'mails'> & HandlersFor<'processes'> & HandlersFor<'signInLinks'> {
  const { sql, mailer } = deps;
  return {
    'mails.list': ({ query }) =>
      numberPage(
        query,
        ({ before = null, limit }) => listMails(sql, before, limit),
        (mail) => mailView(mail, mailer.sends),
      ),
    async 'mails.retry'({ part, audit }) {
      const id = /^\d{1,15}$/.test(part('mail')) ? Number(part('mail')) : 0;
      if ((await readMail(sql, id)) === null) throw notFound('There is no such mail.');
      if (!mailer.sends) throw conflict('No SMTP server is set: set SMTP_URL and start the service again.');
      if (!(await retryMail(sql, id))) throw conflict('This mail was sent already.');
      await mailer.deliver();
      const mail = await readMail(sql, id);
      if (mail === null) throw notFound('There is no such mail.');
      await audit({ kind: 'mail', id: String(id), name: mail.to });
      return mailView(mail, mailer.sends);
    },

    'processes.list': () => deps.health(),

    async 'signInLinks.create'({ change, body }) {
      const { email, resetSecondFactor = false } = body;
      return await deps.signIn.flow.createSignInLink(change, email, resetSecondFactor);
    },
  };
}

function mailView(mail: Mail, sends: boolean) {
  const waiting = sends ? 'waiting' : 'kept';
  const state: MailAnswer['state'] =
    mail.sentAt !== null ? 'sent' : mail.failedAt !== null ? 'failed' : waiting;
  return { ...mail, state, nextTryAt: state === 'waiting' ? mail.dueAt : null };
}
