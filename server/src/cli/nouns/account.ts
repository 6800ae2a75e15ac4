import type { Command } from '../command.ts';
import { callCommand, listCommand } from './call-command.ts';
import { given, requiredFlag, textFlag, textOf, wholeNumberOf } from './flag-values.ts';

export const accountCommands: readonly Command[] = [
  callCommand('account create', 'accounts.create', {
    flags: { name: requiredFlag('the account’s name'), email: requiredFlag('the owner’s e-mail address') },
    body: ({ flags }) => ({ name: String(flags.name), email: String(flags.email) }),
  }),
  listCommand('account list', 'accounts.list', {
    columns: { ID: 'id', NAME: 'name', CREATED: 'createdAt', OWNERS: 'owners' },
  }),
  callCommand('account show [ACCOUNT]', 'account.get'),
  callCommand('account update [ACCOUNT]', 'account.update', {
    flags: {
      name: textFlag('a new name'),
      'retention-days': textFlag('how many days transcripts and turns are kept; 0 keeps them forever'),
    },
    body: ({ flags }) =>
      given({ name: textOf(flags.name), retentionDays: wholeNumberOf('retention-days', flags) }),
  }),
];
