import type { EventDetails, EventName } from '@parley/protocol';
import { newEventId } from '../kernel/index.ts';

/** An event as it is stored: its bytes are made once, here, and never again. */
export type StoredEvent = {
  readonly id: string;
  readonly accountId: string;
  readonly avatarId: number | null;
  readonly sessionId: string | null;
  readonly sequence: number | null;
  readonly name: EventName;
  readonly body: string;
  readonly createdAtMs: number;
};

export type EventSource = Pick<StoredEvent, 'accountId' | 'avatarId' | 'sessionId' | 'sequence'>;

export function makeEvent<N extends EventName>(
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
