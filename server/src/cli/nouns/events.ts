import type { Command } from '../command.ts';
import { textRecord } from '../table.ts';
import { accountFlag, whichAccount } from './which-account.ts';

export const eventsCommands: readonly Command[] = [
  change('enable', 'send these extended events to the account’s webhooks and feed', true),
  change('disable', 'stop sending these extended events', false),
  {
    noun: 'events',
    verb: 'list',
    about: 'list the extended events enabled for an account',
    flags: { account: accountFlag },
    run: async (context) =>
      context.service.call(
        'GET',
        `/operator/accounts/${encodeURIComponent(await whichAccount(context))}/events`,
      ),
    show: textRecord,
  },
];

function change(verb: string, about: string, enabled: boolean): Command {
  return {
    noun: 'events',
    verb,
    about,
    target: 'NAME…',
    manyTargets: true,
    flags: { account: accountFlag },
    run: async (context) => {
      const account = encodeURIComponent(await whichAccount(context));
      const names = context.target.split(',').filter((name) => name !== '');
      return await context.service.call('PUT', `/operator/accounts/${account}/events`, { names, enabled });
    },
    show: textRecord,
  };
}
