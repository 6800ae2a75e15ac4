import type { CommandContext } from '../../command.ts';
import type { AskTurns } from '../../talk/turn-problems.ts';
import { whichAccount } from '../which-account.ts';

/** Without an account, or with a key that may not read sessions, there are no reasons of failures. */
export async function reasonsFor(context: CommandContext): Promise<AskTurns> {
  const account = await whichAccount(context).catch(() => null);
  if (account === null) return () => Promise.resolve(null);
  return (session) =>
    context.service.call('sessions.get', { params: { account, session } }).then(
      ({ turns }) => turns,
      () => null,
    );
}
