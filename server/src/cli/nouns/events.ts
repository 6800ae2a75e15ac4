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
    run: async (call) =>
      call.service.call('GET', `/operator/accounts/${encodeURIComponent(await whichAccount(call))}/events`),
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
    run: async (call) => {
      const account = encodeURIComponent(await whichAccount(call));
      const names = call.target.split(',').filter((name) => name !== '');
      return await call.service.call('PUT', `/operator/accounts/${account}/events`, { names, enabled });
    },
    show: textRecord,
  };
}
