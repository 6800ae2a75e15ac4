import type { Sql } from '../../db/index.ts';
import { sendJson } from '../answers.ts';
import type { Route } from '../route.ts';

type Mail = {
  id: number;
  recipient: string;
  subject: string;
  body: string;
  createdAt: Date;
  sentAt: Date | null;
};

export function mailRoute({ sql }: { sql: Sql }): Route {
  return {
    method: 'GET',
    path: '/operator/mails',
    access: { kind: 'operator' },
    document: {
      tag: 'Operator',
      summary: 'List the newest mails',
      answers: { 200: { description: 'At most 100 mails' } },
    },
    async handle(_request, reply) {
      const mails = await sql<Mail[]>`
        select id, recipient, subject, body, created_at as "createdAt", sent_at as "sentAt" from mails
        order by created_at desc, id desc limit 100`;
      return sendJson(reply, 200, {
        mails: mails.map(({ id, recipient, subject, body, createdAt, sentAt }) => ({
          id,
          to: recipient,
          subject,
          body,
          created_at: createdAt.toISOString(),
          sent_at: sentAt?.toISOString() ?? null,
        })),
      });
    },
  };
}
