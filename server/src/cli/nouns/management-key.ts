import { scopeNames } from '@parley/protocol/management';
import type { Command } from '../command.ts';
import { callCommand, listCommand } from './call-command.ts';
import { given, listOf, requiredFlag, textFlag, timeOf } from './flag-values.ts';
import { newKeyText } from './key.ts';

export const managementKeyCommands: readonly Command[] = [
  callCommand('management-key create', 'managementKeys.create', {
    flags: {
      name: requiredFlag('what the key is for'),
      scopes: { kind: 'list', about: `some of ${scopeNames.join(',')}, or "all"`, required: true },
      expires: textFlag('when it expires, such as 2027-01-31T12:00:00Z; the default is never'),
    },
    body: ({ flags }) => {
      const scopes = listOf(flags.scopes) ?? [];
      return {
        name: String(flags.name),
        scopes: scopes.join() === 'all' ? scopeNames : scopes,
        ...given({ expiresAt: timeOf('expires', flags) }),
      };
    },
    pick: ['id', 'key'],
    show: newKeyText,
  }),
  listCommand('management-key list', 'managementKeys.list', {
    columns: {
      ID: 'id',
      NAME: 'name',
      KEY: ({ last4 }) => `…${last4}`,
      STATE: 'state',
      EXPIRES: 'expiresAt',
      SCOPES: ({ scopes }) => scopes.join(','),
    },
  }),
  callCommand('management-key revoke KEY', 'managementKeys.revoke'),
];
