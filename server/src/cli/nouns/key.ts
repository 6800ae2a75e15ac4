import { permissionScopes } from '@parley/protocol';
import { scopeNames } from '@parley/protocol/management';
import type { Command } from '../command.ts';
import { textRecord } from '../table.ts';
import { callCommand, listCommand } from './call-command.ts';
import { listOf } from './flag-values.ts';

const accessFields = {
  permissions: `some of ${permissionScopes.join(',')}`,
  avatars: { field: 'avatarIds', about: 'only these avatars, by id; "all" allows every avatar' },
  origins: 'only from these origins; "all" allows every origin',
};
const newKeyText = (made: object): string =>
  `${textRecord(made)}\n\nCopy the key now. It is shown only once.`;

export const keyCommands: readonly Command[] = [
  callCommand('key create', 'keys.create', {
    fields: { name: 'what the key is for', ...accessFields },
    pick: ['id', 'key'],
    show: newKeyText,
  }),
  listCommand('key list', 'keys.list', {
    columns: {
      ID: 'id',
      NAME: 'name',
      KEY: ({ last4 }) => `…${last4}`,
      STATE: 'state',
      PERMISSIONS: ({ permissions }) => permissions.join(','),
    },
  }),
  callCommand('key show KEY', 'keys.get'),
  callCommand('key update KEY', 'keys.update', { fields: { name: 'a new name', ...accessFields } }),
  callCommand('key disable KEY', 'keys.disable'),
  callCommand('key enable KEY', 'keys.enable'),
  callCommand('key revoke KEY', 'keys.revoke'),
  callCommand('key limits KEY', 'keys.setLimits', {
    fields: { burst: 'burst of requests', rate: 'requests per second' },
  }),

  callCommand('management-key create', 'managementKeys.create', {
    fields: {
      name: 'what the key is for',
      scopes: `some of ${scopeNames.join(',')}, or "all"`,
      expires: {
        field: 'expiresAt',
        about: 'when it expires, such as 2027-01-31T12:00:00Z; the default is never',
      },
    },
    also: ({ flags }) => (listOf(flags.scopes)?.join() === 'all' ? { scopes: scopeNames } : {}),
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
