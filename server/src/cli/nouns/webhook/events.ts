import { type Command, command } from '../../command.ts';
import { type Columns, textTable } from '../../table.ts';
import { callCommand, paramsOf } from '../call-command.ts';
import { accountFlag } from '../which-account.ts';

type Items = readonly { readonly name: string; readonly about: string; readonly enabled: boolean }[];
const columns: Columns<Items[number]> = {
  EVENT: 'name',
  ENABLED: ({ enabled }) => (enabled ? 'yes' : 'no'),
  ABOUT: 'about',
};
const show = ({ items }: { readonly items: Items }): string => textTable(columns, items);

export const eventsCommands: readonly Command[] = [
  change('enable', 'send these extended events to the account’s webhooks and feed', true),
  change('disable', 'stop sending these extended events', false),
  callCommand('events list', 'account.extendedEvents', { show }),
];

function change(verb: string, about: string, enabled: boolean): Command {
  return command(`events ${verb} NAME…`, about, {
    manyTargets: true,
    flags: { account: accountFlag },
    run: async (context) => {
      const names = context.target.split(',').filter((name) => name !== '');
      const params = await paramsOf('account.setExtendedEvents', context);
      return await context.service.call('account.setExtendedEvents', { params, body: { names, enabled } });
    },
    show,
  });
}
