import type { DurableEventName, EventDetails } from '@parley/protocol';
import { newEventId } from '../kernel/index.ts';

/** An event as it is stored: its bytes are made once, here, and never again. */
export type StoredEvent = {
  readonly id: string;
  readonly accountId: string;
  readonly avatarId: number;
  readonly sessionId: string | null;
  readonly sequence: number | null;
  readonly name: DurableEventName;
  readonly body: string;
  readonly createdAtMs: number;
};

export type EventSource = {
  readonly accountId: string;
  readonly avatarId: number;
  readonly sessionId: string | null;
  readonly sequence: number | null;
};

export function makeEvent<N extends DurableEventName>(
  source: EventSource,
  name: N,
  details: EventDetails[N],
): StoredEvent {
  return {
    ...source,
    id: newEventId(details.timestamp),
    name,
    body: JSON.stringify({ message_type: 'Event', name, details }),
    createdAtMs: details.timestamp,
  };
}
