import type { Command } from '../command.ts';
import { callCommand, listCommand } from './call-command.ts';
import { given, textFlag } from './flag-values.ts';
import { pronunciationsOf, tableHint } from './pronunciation-table.ts';

export const accountCommands: readonly Command[] = [
  callCommand('account create', 'accounts.create', {
    fields: { name: 'the account’s name', email: 'the owner’s e-mail address' },
  }),
  listCommand('account list', 'accounts.list', {
    columns: { ID: 'id', NAME: 'name', CREATED: 'createdAt', OWNERS: 'owners' },
  }),
  callCommand('account show [ACCOUNT]', 'account.get'),
  callCommand('account update [ACCOUNT]', 'account.update', {
    fields: {
      name: 'a new name',
      'retention-days': 'how many days transcripts and turns are kept; 0 keeps them forever',
      'quick-reply': {
        field: 'quickReplies',
        about: 'what people who answer visitors can send with one press; repeat the flag for more',
        kind: 'texts',
      },
      'takeover-silence': 'hand a session back after this many seconds without words of the person',
      'person-mail-after':
        'seconds until members get a mail because nobody answers a visitor who asks for a person; 0 sends none',
    },
    flags: {
      pronunciations: textFlag(`how avatars say single words, unless they have their own way; ${tableHint}`),
    },
    also: async ({ flags }) => given({ pronunciations: await pronunciationsOf(flags.pronunciations) }),
  }),
];
