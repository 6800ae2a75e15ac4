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
  /** When that which it tells began, if that was earlier. It is not stored. */
  readonly beganAtMs: number | null;
  /** The only receiver, if it is not for the account but for a partner. */
  readonly partnerId: string | null;
};

export type EventSource = Pick<StoredEvent, 'accountId' | 'avatarId' | 'sessionId' | 'sequence'> & {
  readonly partnerId?: string;
};

export function makeEvent<N extends EventName>(
  source: EventSource,
  name: N,
  details: EventDetails[N],
): StoredEvent {
  return {
    ...source,
    partnerId: source.partnerId ?? null,
    id: newEventId(details.timestamp),
    name,
    body: JSON.stringify({ message_type: 'Event', name, details }),
    createdAtMs: details.timestamp,
    beganAtMs: null,
  };
}
