import { extendedEvents } from '@parley/protocol';
import type { ExtendedEvents } from '../../events/index.ts';
import { aboutEvent, catalogue } from '../../events/index.ts';
import type { Clock } from '../../kernel/index.ts';
import type { Handlers, HandlersFor } from '../calls/call-context.ts';

export function eventHandlers(deps: {
  clock: Clock;
  extended: ExtendedEvents;
}): HandlersFor<'events'> & Pick<Handlers, 'account.extendedEvents' | 'account.setExtendedEvents'> {
  const { clock, extended } = deps;
  return {
    'events.catalogue': async ({ accountId }) => ({
      items: catalogue(new Set(await extended.list(accountId)), clock.now()),
    }),
    'account.extendedEvents': async ({ accountId }) => view(await extended.list(accountId)),
    'account.setExtendedEvents': async ({ change, accountId, body }) =>
      view(await extended.set(change, accountId, body.names, body.enabled)),
  };
}

const view = (enabled: readonly string[]) => ({
  items: Object.keys(extendedEvents).map((name) => ({
    name,
    about: aboutEvent(name),
    enabled: enabled.includes(name),
  })),
});
