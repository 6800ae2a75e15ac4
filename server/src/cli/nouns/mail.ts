import type { Command } from '../command.ts';
import { listCommand } from './call-command.ts';

export const mailCommands: readonly Command[] = [
  listCommand('mail list', 'mails.list', {
    limit: 50,
    columns: { CREATED: 'createdAt', STATE: 'state', TO: 'to', SUBJECT: 'subject' },
  }),
];
