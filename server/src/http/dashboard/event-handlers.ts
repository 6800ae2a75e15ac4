import type { Clock } from '../../kernel/index.ts';
import type { ExtendedEvents } from '../../webhooks/index.ts';
import { catalogue } from './event-samples.ts';
import type { Some } from './handling.ts';

export function eventHandlers(deps: { clock: Clock; extended: ExtendedEvents }): Some<'events'> {
  return {
    'events.catalogue': async ({ accountId }) => ({
      items: catalogue(new Set(await deps.extended.list(accountId)), deps.clock.now()),
    }),
  };
}
