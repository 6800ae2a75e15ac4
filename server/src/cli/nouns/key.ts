import { permissionScopes } from '@parley/protocol';
import { type Command, type CommandContext, UsageError } from '../command.ts';
import { textRecord, textTable } from '../table.ts';
import { accountFlag, scopeFlag, scopeQuery, whichAccount } from './which-account.ts';

type Key = { id: string; name: string; ends_with: string; state: string; permissions: string[] };

export const keyCommands: readonly Command[] = [
  {
    noun: 'key',
    verb: 'create',
    about: 'create an API key; it is shown only once',
    flags: {
      account: accountFlag,
      name: { kind: 'text', about: 'what the key is for', required: true },
      permissions: { kind: 'list', about: `some of ${permissionScopes.join(',')}`, required: true },
      avatars: { kind: 'list', about: 'only these avatars, by id; left out: all' },
      origins: { kind: 'list', about: 'only from these origins; left out: all' },
    },
    run: async (context) => {
      const { name, permissions, avatars, origins } = context.flags;
      const account = await whichAccount(context);
      const made = await context.service.call('POST', '/operator/keys', {
        account,
        name,
        permissions,
        avatars,
        origins,
      });
      const { id, key } = made as { id: string; key: string };
      return { id, key };
    },
    show: (made: { id: string; key: string }) =>
      `${textRecord(made)}\n\nKeep the key now: it is stored only as a hash and cannot be shown again.`,
  },
  {
    noun: 'key',
    verb: 'list',
    about: 'list an account’s API keys',
    flags: { account: accountFlag },
    run: async (context) => {
      const account = encodeURIComponent(await whichAccount(context));
      return ((await context.service.call('GET', `/operator/keys?account=${account}`)) as { keys: Key[] })
        .keys;
    },
    show: (keys: Key[]) =>
      textTable(
        ['ID', 'NAME', 'KEY', 'STATE', 'PERMISSIONS'],
        keys.map((key) => [key.id, key.name, `…${key.ends_with}`, key.state, key.permissions.join(',')]),
      ),
  },
  change('disable', 'refuse a key until it is enabled again'),
  change('enable', 'accept a disabled key again'),
  change('revoke', 'refuse a key for good'),
  {
    noun: 'key',
    verb: 'limits',
    about: 'set a key’s own rate limits; a limit left out goes back to the default',
    target: 'KEY',
    flags: {
      account: scopeFlag,
      burst: { kind: 'text', about: 'requests at once' },
      rate: { kind: 'text', about: 'requests per second' },
    },
    run: (context) =>
      context.service.call('PUT', keyPath(context, 'limits'), {
        burst: wholeNumber('burst', context.flags.burst),
        rate: wholeNumber('rate', context.flags.rate),
      }),
    show: textRecord,
  },
];

function change(verb: string, about: string): Command {
  return {
    noun: 'key',
    verb,
    about,
    target: 'KEY',
    flags: { account: scopeFlag },
    run: (context) => context.service.call('POST', keyPath(context, verb)),
    show: textRecord,
  };
}

const keyPath = (context: CommandContext, verb: string): string =>
  `/operator/keys/${encodeURIComponent(context.target)}/${verb}${scopeQuery(context)}`;

function wholeNumber(name: string, value: unknown): number | null {
  if (value === undefined) return null;
  if (typeof value !== 'string' || !/^\d{1,7}$/.test(value))
    throw new UsageError(`--${name} must be a whole number.`);
  return Number(value);
}
