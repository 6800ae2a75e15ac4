import type { Command } from '../command.ts';
import { textTable } from '../table.ts';

type Mail = { to: string; subject: string; created_at: string };

export const mailCommands: readonly Command[] = [
  {
    noun: 'mail',
    verb: 'list',
    about: 'list the newest mails',
    flags: {},
    run: async ({ service }) => ((await service.call('GET', '/operator/mails')) as { mails: Mail[] }).mails,
    show: (mails: Mail[]) =>
      textTable(
        ['CREATED', 'TO', 'SUBJECT'],
        mails.map((mail) => [mail.created_at, mail.to, mail.subject]),
      ),
  },
];
