import type { EventDetails, EventName } from './events.ts';

/** The body of a webhook request. */
export type EventMessage = {
  [N in EventName]: { message_type: 'Event'; name: N; details: EventDetails[N] };
}[EventName];
