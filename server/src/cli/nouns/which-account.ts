import { type CommandContext, type Flag, UsageError } from '../command.ts';

export const accountFlag: Flag = {
  kind: 'text',
  about: 'the account’s id; needed only if there are several accounts and PARLEY_KEY is not set',
};

/** The account that a command acts on: the one it names, the key's account, or the only one. */
export async function whichAccount({
  flags,
  service,
}: Pick<CommandContext, 'flags' | 'service'>): Promise<string> {
  if (typeof flags.account === 'string') return flags.account;
  if (!service.isOperator) return (await service.call('managementKeys.current')).account;
  const { items } = await service.call('accounts.list', { query: { limit: 2 } });
  const [only, ...others] = items;
  if (only !== undefined && others.length === 0) return only.id;
  throw new UsageError(
    only === undefined
      ? 'There is no account yet. Create one with "account create".'
      : 'There are several accounts. Choose one with --account. "account list" shows them.',
  );
}
