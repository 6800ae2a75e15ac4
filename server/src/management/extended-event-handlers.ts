import { extendedEvents } from '@parley/protocol';
import type { ExtendedEvents } from '../webhooks/index.ts';
import type { Handlers } from './call-context.ts';
import { aboutEvent } from './event-samples.ts';

export function extendedEventHandlers(deps: {
  extended: ExtendedEvents;
}): Pick<Handlers, 'account.extendedEvents' | 'account.setExtendedEvents'> {
  const { extended } = deps;
  return {
    'account.extendedEvents': async ({ accountId }) => view(await extended.list(accountId)),
    async 'account.setExtendedEvents'({ change, accountId, body }) {
      return view(await extended.set(change, accountId, body.names, body.enabled));
    },
  };
}

const view = (enabled: readonly string[]) => ({
  items: Object.keys(extendedEvents).map((name) => ({
    name,
    about: aboutEvent(name),
    enabled: enabled.includes(name),
  })),
});
