import { type EventDetails, type PersonRequester, sanitizeText } from '@parley/protocol';
import type { StoredEvent } from '../../events/index.ts';
import type { Clock } from '../../kernel/index.ts';
import type { PersonRequest } from '../store/session-row.ts';
import type { Watched } from './watch-log.ts';

export interface PersonRequestOwner {
  readonly ended: boolean;
  readonly conversation: { readonly person: unknown };
  readonly events: {
    ofChange(
      name: 'session:person-requested',
      details: Pick<EventDetails['session:person-requested'], 'reason' | 'requested_by'>,
    ): Promise<StoredEvent[]>;
  };
  /** Stores the session and the events in one transaction. */
  save(events: readonly StoredEvent[]): Promise<unknown>;
}

/** Whether a session waits for a person. */
export class PersonRequests {
  readonly #clock: Clock;
  readonly #owner: PersonRequestOwner;
  readonly #watched: Watched;
  #open: PersonRequest | null;

  constructor(clock: Clock, owner: PersonRequestOwner, watched: Watched, open: PersonRequest | null) {
    this.#clock = clock;
    this.#owner = owner;
    this.#watched = watched;
    this.#open = open;
  }

  get open(): PersonRequest | null {
    return this.#open;
  }

  /** Opens a request, unless a person answers already. If one is open, it keeps its time, and gets a reason if it has none. */
  async add(reasonGiven: string, from: PersonRequester): Promise<void> {
    if (this.#owner.ended) return;
    const reason = sanitizeText(reasonGiven).trim();
    this.#watched.log?.add({ kind: 'request', reason, from });
    if (this.#owner.conversation.person !== null) return;
    if (this.#open === null) {
      this.#open = { at: this.#clock.now(), reason };
      const events = await this.#owner.events.ofChange('session:person-requested', {
        reason,
        requested_by: from,
      });
      await this.#owner.save(events);
    } else if (this.#open.reason === '' && reason !== '') {
      this.#open = { ...this.#open, reason };
      await this.#owner.save([]);
    }
  }

  /** A person has taken over. The caller stores the session. */
  clear(): void {
    this.#open = null;
  }
}
