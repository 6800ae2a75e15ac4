import { type CommandContext, type Flag, UsageError } from '../command.ts';

export const accountFlag: Flag = {
  kind: 'text',
  about: 'the account’s id; may be left out while there is only one account',
};

export const scopeFlag: Flag = { kind: 'text', about: 'act only if it belongs to this account' };

export async function whichAccount({ flags, service }: CommandContext): Promise<string> {
  if (typeof flags.account === 'string') return flags.account;
  const { accounts } = (await service.call('GET', '/operator/accounts')) as { accounts: { id: string }[] };
  const [only, ...others] = accounts;
  if (only !== undefined && others.length === 0) return only.id;
  throw new UsageError(
    `There are ${accounts.length} accounts: say which one with --account. "account list" shows them.`,
  );
}

export function scopeQuery({ flags }: CommandContext): string {
  return typeof flags.account === 'string' ? `?account=${encodeURIComponent(flags.account)}` : '';
}
