import { type Mail as MailAnswer, type RotatableSecret, rotatableSecrets } from '@parley/protocol/management';
import type { Change } from '../../audit/index.ts';
import type { Sql } from '../../db/index.ts';
import { conflict, notFound } from '../../kernel/index.ts';
import { listMails, type Mail, type Mailer, readMail, retryMail } from '../../mail/index.ts';
import type { SignIn } from '../../sign-in/index.ts';
import type { HandlersFor } from '../calls/call-context.ts';
import { numberPage } from '../calls/cursor.ts';
import type { HealthCheck } from './process-health.ts';

/** Replaces a secret. Returns the time until which the old one is accepted, or null if it is not. */
export type Rotation = (change: Change, options: { readonly now: boolean }) => Promise<number | null>;

export function operatorHandlers(deps: {
  sql: Sql;
  signIn: Pick<SignIn, 'flow' | 'rotateSecret'>;
  rotations: Readonly<Record<Exclude<RotatableSecret, 'sign-in'>, Rotation>>;
  mailer: Mailer;
  health: HealthCheck;
}): HandlersFor<'mails'> & HandlersFor<'processes'> & HandlersFor<'signInLinks'> & HandlersFor<'secrets'> {
  const { sql, mailer } = deps;
  const rotations: Readonly<Record<RotatableSecret, Rotation>> = {
    ...deps.rotations,
    'sign-in': (change) => deps.signIn.rotateSecret(change),
  };
  return {
    'mails.list': ({ query }) =>
      numberPage(query, async ({ before = null, limit }) =>
        (await listMails(sql, before, limit)).map((mail) => mailView(mail, mailer.sends)),
      ),
    async 'mails.retry'({ part, audit }) {
      const id = /^\d{1,15}$/.test(part('mail')) ? Number(part('mail')) : 0;
      if ((await readMail(sql, id)) === null) throw notFound('This e-mail does not exist. Check its id.');
      if (!mailer.sends) throw conflict('No SMTP server is set. Set SMTP_URL and start the service again.');
      if (!(await retryMail(sql, id))) throw conflict('This e-mail was already sent.');
      await mailer.deliver();
      const mail = await readMail(sql, id);
      if (mail === null) throw notFound('This e-mail does not exist. Check its id.');
      await audit({ kind: 'mail', id: String(id), name: mail.to });
      return mailView(mail, mailer.sends);
    },

    'processes.list': () => deps.health(),

    async 'secrets.rotate'({ change, body, part }) {
      const secret = rotatableSecrets.find((name) => name === part('secret'));
      if (secret === undefined)
        throw notFound(`This secret does not exist. Choose from: ${rotatableSecrets.join(', ')}.`);
      return { secret, oldAcceptedUntil: await rotations[secret](change, { now: body.now === true }) };
    },

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
