import type { StoredEvent } from '../../events/index.ts';
import type { WaitingRow } from './session-row.ts';

/** One change of a session and its events. They are stored in one transaction. */
export type SessionChange = { readonly row: WaitingRow; readonly events: readonly StoredEvent[] };

const rowBytes = 1_000;
const eventBytes = 300;

/**
 * The events of a session's link, and of its requests for a person, are part of its state. They are few and short, and none of them may be missing. Pages
 * and failures can cause any number of the others.
 */
const isStateChange = ({ name }: StoredEvent): boolean =>
  name === 'connection:state-changed' || name === 'session:ended' || name === 'session:person-requested';

const bytesOfEvents = (events: readonly StoredEvent[]): number =>
  events.reduce((sum, { body }) => sum + eventBytes + body.length, 0);

export const bytesOfChange = ({ row, events }: SessionChange): number =>
  rowBytes + (row.pendingUtterances?.bytes ?? 0) + (row.person?.bytes ?? 0) + bytesOfEvents(events);

/** For this part of a change its account needs a share of memory. Changes of state need none. */
export const sharedBytesOf = ({ events }: SessionChange): number =>
  bytesOfEvents(events.filter((event) => !isStateChange(event)));

/** Changes of one session that are stored together: the newest row, and all events in order. */
type Joined = {
  row: WaitingRow;
  readonly events: StoredEvent[];
  readonly stored: PromiseWithResolvers<boolean>;
};

/** The changes of one session that are not stored yet. */
export class SessionChanges {
  /** It is being written, or a try to write it has failed. It is kept until it is stored. */
  #current: Joined | null = null;
  /** What comes meanwhile. */
  #next: Joined | null = null;

  get isEmpty(): boolean {
    return this.#current === null && this.#next === null;
  }

  get bytes(): number {
    const change = this.#current ?? this.#next;
    return change === null ? 0 : bytesOfChange(change);
  }

  /** Settles when the change is stored, or with false if it will not be. */
  add({ row, events }: SessionChange): Promise<boolean> {
    this.#next ??= { row, events: [], stored: Promise.withResolvers<boolean>() };
    this.#next.row = row;
    this.#next.events.push(...events);
    return this.#next.stored.promise;
  }

  /** The change to write now. A change that could not be written is taken again. */
  take(): SessionChange[] {
    if (this.#current === null) {
      this.#current = this.#next;
      this.#next = null;
    }
    return this.#current === null ? [] : [this.#current];
  }

  /** The change that was taken is stored, or will never be. */
  settle(stored: boolean): void {
    this.#current?.stored.resolve(stored);
    this.#current = null;
  }
}
