import type { Clock } from '../kernel/index.ts';
import type { ExtendedEvents } from '../webhooks/index.ts';
import type { HandlersFor } from './call-context.ts';
import { catalogue } from './event-samples.ts';

export function eventHandlers(deps: { clock: Clock; extended: ExtendedEvents }): HandlersFor<'events'> {
  return {
    'events.catalogue': async ({ accountId }) => ({
      items: catalogue(new Set(await deps.extended.list(accountId)), deps.clock.now()),
    }),
  };
}
