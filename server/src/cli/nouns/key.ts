import { permissionScopes } from '@parley/protocol';
import type { Command, Flag, Flags } from '../command.ts';
import { textRecord } from '../table.ts';
import { callCommand, listCommand } from './call-command.ts';
import { allowlistOf, given, listOf, requiredFlag, textFlag, textOf, wholeNumberOf } from './flag-values.ts';

const permissionsFlag: Flag = { kind: 'list', about: `some of ${permissionScopes.join(',')}` };
const accessFlags: Readonly<Record<string, Flag>> = {
  avatars: { kind: 'list', about: 'only these avatars, by id; "all" allows every avatar' },
  origins: { kind: 'list', about: 'only from these origins; "all" allows every origin' },
};
const accessOf = (flags: Flags) =>
  given({ avatarIds: allowlistOf(flags.avatars), origins: allowlistOf(flags.origins) });

/** The text of a new API key or management key. */
export const newKeyText = (made: object): string =>
  `${textRecord(made)}\n\nCopy the key now. It is shown only once.`;

export const keyCommands: readonly Command[] = [
  callCommand('key create', 'keys.create', {
    flags: {
      name: requiredFlag('what the key is for'),
      permissions: { ...permissionsFlag, required: true },
      ...accessFlags,
    },
    body: ({ flags }) => ({
      name: String(flags.name),
      permissions: listOf(flags.permissions) ?? [],
      ...accessOf(flags),
    }),
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
  callCommand('key update KEY', 'keys.update', {
    flags: { name: textFlag('a new name'), permissions: permissionsFlag, ...accessFlags },
    body: ({ flags }) => ({
      ...given({ name: textOf(flags.name), permissions: listOf(flags.permissions) }),
      ...accessOf(flags),
    }),
  }),
  callCommand('key disable KEY', 'keys.disable'),
  callCommand('key enable KEY', 'keys.enable'),
  callCommand('key revoke KEY', 'keys.revoke'),
  callCommand('key limits KEY', 'keys.setLimits', {
    flags: { burst: textFlag('burst of requests'), rate: textFlag('requests per second') },
    body: ({ flags }) => ({
      burst: wholeNumberOf('burst', flags) ?? null,
      rate: wholeNumberOf('rate', flags) ?? null,
    }),
  }),
];
