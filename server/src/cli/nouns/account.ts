import type { Command } from '../command.ts';
import { textRecord, textTable } from '../table.ts';

type Account = { id: string; name: string; created_at: string };

export const accountCommands: readonly Command[] = [
  {
    noun: 'account',
    verb: 'create',
    about: 'create an account and its owner',
    flags: {
      name: { kind: 'text', about: 'the account’s name', required: true },
      email: { kind: 'text', about: 'the owner’s e-mail address', required: true },
    },
    run: ({ flags, service }) =>
      service.call('POST', '/operator/accounts', { name: flags.name, email: flags.email }),
    show: ({ owner, ...account }: Account & { owner: { email: string } }) =>
      textRecord({ ...account, owner: owner.email }),
  },
  {
    noun: 'account',
    verb: 'list',
    about: 'list all accounts',
    flags: {},
    run: async ({ service }) =>
      ((await service.call('GET', '/operator/accounts')) as { accounts: Account[] }).accounts,
    show: (accounts: Account[]) =>
      textTable(
        ['ID', 'NAME', 'CREATED'],
        accounts.map((account) => [account.id, account.name, account.created_at]),
      ),
  },
  {
    noun: 'account',
    verb: 'show',
    about: 'show an account',
    target: 'ACCOUNT',
    flags: {},
    run: ({ target, service }) => service.call('GET', `/operator/accounts/${encodeURIComponent(target)}`),
    show: textRecord,
  },
];
