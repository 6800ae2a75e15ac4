import { extendedEvents } from '@parley/protocol';
import type { Mail as MailAnswer, OperatorKey } from '@parley/protocol/management';
import type { Accounts } from '../../accounts/index.ts';
import { type Actor, recordAudit } from '../../audit/index.ts';
import type { Sql } from '../../db/index.ts';
import { conflict, notFound } from '../../kernel/index.ts';
import { defaultKeyRule, type KeyRecord, type Keys } from '../../keys/index.ts';
import { listMails, type Mail, type Mailer, readMail, retryMail } from '../../mail/index.ts';
import type { ExtendedEvents } from '../../webhooks/index.ts';
import type { CallContext, HandlersFor } from './call-context.ts';
import { cursorText, numberCursor, pageOf, timeCursor } from './cursor.ts';
import { aboutEvent } from './event-samples.ts';
import { stateOf } from './key-handlers.ts';
import { listAccounts, readAccount } from './operator-accounts.ts';
import type { HealthCheck } from './process-health.ts';

export function operatorHandlers(deps: {
  sql: Sql;
  accounts: Accounts;
  extended: ExtendedEvents;
  keys: Keys;
  mailer: Mailer;
  health: HealthCheck;
}): HandlersFor<'operator'> {
  const { sql, accounts, extended, keys, mailer } = deps;
  const actorOf = ({
    signed,
    signInRequest,
  }: Pick<CallContext<'operator.keys'>, 'signed' | 'signInRequest'>): Actor => ({
    personId: signed.person.id,
    who: signed.person.email,
    address: signInRequest.address,
  });
  const known = async (id: string): Promise<string> => (await accounts.settings(id)).id;
  const eventsOf = async (id: string) => {
    const enabled = new Set(await extended.list(id));
    const names = Object.keys(extendedEvents);
    return { items: names.map((name) => ({ name, about: aboutEvent(name), enabled: enabled.has(name) })) };
  };

  return {
    async 'operator.accounts'({ query }) {
      const limit = query.limit ?? 50;
      const found = await listAccounts(sql, {
        search: query.search?.trim() ?? '',
        after: timeCursor(query.cursor),
        limit: limit + 1,
      });
      return pageOf(
        found,
        limit,
        ({ place, id }) => cursorText({ at: place, id }),
        ({ place: _, ...account }) => account,
      );
    },
    async 'operator.createAccount'(context) {
      const made = await accounts.create(context.body, (tx, { id, name, owner }) =>
        recordAudit(tx, {
          accountId: id,
          actor: actorOf(context),
          action: 'account.create',
          target: { kind: 'account', id, name },
          details: { owner: owner.email },
        }),
      );
      return await readAccount(sql, made.id);
    },
    'operator.account': ({ part }) => readAccount(sql, part('id')),

    'operator.extendedEvents': async ({ part }) => eventsOf(await known(part('id'))),
    async 'operator.setExtendedEvents'(context) {
      const id = await known(context.part('id'));
      const { names, enabled } = context.body;
      await extended.set(id, names, enabled, (tx) =>
        recordAudit(tx, {
          accountId: id,
          actor: actorOf(context),
          action: 'extended-events.set',
          details: { names, enabled },
        }),
      );
      return await eventsOf(id);
    },

    async 'operator.keys'({ part }) {
      return { items: (await keys.list(await known(part('id')))).map(keyView) };
    },
    async 'operator.setKeyLimits'(context) {
      const id = await known(context.part('id'));
      const record = await keys.setLimits(context.part('key'), context.body, id, (tx, changed) =>
        recordAudit(tx, {
          accountId: id,
          actor: actorOf(context),
          action: 'key.set-limits',
          target: { kind: 'key', id: changed.id, name: changed.name },
          details: context.body,
        }),
      );
      return keyView(record);
    },

    async 'operator.mails'({ query }) {
      const limit = query.limit ?? 50;
      const found = await listMails(sql, numberCursor(query.cursor) ?? null, limit + 1);
      return pageOf(
        found,
        limit,
        ({ id }) => String(id),
        (mail) => mailView(mail, mailer.sends),
      );
    },
    async 'operator.retryMail'({ part }) {
      const id = /^\d{1,15}$/.test(part('mail')) ? Number(part('mail')) : 0;
      if ((await readMail(sql, id)) === null) throw notFound('There is no such mail.');
      if (!mailer.sends) throw conflict('No SMTP server is set: set SMTP_URL and start the service again.');
      if (!(await retryMail(sql, id))) throw conflict('This mail was sent already.');
      await mailer.deliver();
      const mail = await readMail(sql, id);
      if (mail === null) throw notFound('There is no such mail.');
      return mailView(mail, mailer.sends);
    },

    'operator.processes': () => deps.health(),
  };
}

function keyView(record: KeyRecord): OperatorKey {
  return {
    id: record.id,
    name: record.name,
    last4: record.last4,
    state: stateOf(record),
    burst: record.burst,
    rate: record.rate,
    defaultBurst: defaultKeyRule.burst,
    defaultRate: defaultKeyRule.rate,
  };
}

function mailView(mail: Mail, sends: boolean): MailAnswer {
  const waiting = sends ? 'waiting' : 'kept';
  const state = mail.sentAt !== null ? 'sent' : mail.failedAt !== null ? 'failed' : waiting;
  return {
    id: String(mail.id),
    to: mail.to,
    subject: mail.subject,
    body: mail.body,
    createdAt: mail.createdAt,
    sentAt: mail.sentAt,
    state,
    tries: mail.tries,
    problem: mail.problem,
    nextTryAt: state === 'waiting' ? mail.dueAt : null,
  };
}
