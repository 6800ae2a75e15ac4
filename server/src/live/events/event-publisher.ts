import type { DurableEventName, EventDetails, ExtendedEventName, ServerFrame } from '@parley/protocol';
import type { RateLimits } from '../../bus/index.ts';
import { type ExtendedEvents, makeEvent, type StoredEvent } from '../../events/index.ts';
import type { Clock, Log } from '../../kernel/index.ts';
import type { SessionIdentity } from '../identity/session-identity.ts';
import type { LinkEvent } from '../link/step-link.ts';
import type { Platform } from '../store/session-row.ts';
import { connectionDetails, connectionEvent, eventSource, sessionDetails } from './event-details.ts';

export type EventPublisherDeps = {
  readonly clock: Clock;
  readonly log: Log;
  readonly extended: Pick<ExtendedEvents, 'wants' | 'ignores' | 'write'>;
  readonly limits: RateLimits;
};

export interface EventPublisherOwner {
  readonly ended: boolean;
  /** Whether the client asked for the events that webhooks receive. */
  readonly wantsEvents: boolean;
  readonly limits: { allows(what: 'event'): boolean };
  send(frame: ServerFrame): void;
  /** Stores the session and the events in one transaction. */
  save(events: readonly StoredEvent[]): Promise<unknown>;
}

/** An event's details without those that all events of a session have. */
type ExtraDetails<N extends DurableEventName | ExtendedEventName> = Omit<
  EventDetails[N],
  keyof ReturnType<typeof sessionDetails>
>;

/** For the extended events of all of an avatar's sessions together. */
const avatarRule = { burst: 5_000, rate: 1_000 };

/** What a conversation publishes with. */
export type SessionEvents = Pick<EventPublisher, 'raise' | 'report'>;

/** Publishes the events of one session to webhooks and to the client, and numbers them. */
export class EventPublisher {
  lastSequence: number;
  readonly #deps: EventPublisherDeps;
  readonly #identity: SessionIdentity;
  readonly #owner: EventPublisherOwner;
  #platform: Platform;

  constructor(
    deps: EventPublisherDeps,
    identity: SessionIdentity,
    owner: EventPublisherOwner,
    { lastSequence, platform }: { readonly lastSequence: number; readonly platform: Platform },
  ) {
    this.#deps = deps;
    this.#identity = identity;
    this.#owner = owner;
    this.lastSequence = lastSequence;
    this.#platform = platform;
  }

  /** Makes the events of a changed link. The caller stores them together with the link. */
  fromLink(events: readonly LinkEvent[], now: number): StoredEvent[] {
    return events.map((event) => {
      if (event.state === 'disconnected')
        this.#send('connection:state-changed', connectionDetails(this.#identity, event, now));
      this.lastSequence += 1;
      return connectionEvent(this.#identity, this.lastSequence, event, now);
    });
  }

  /** Sent after the welcome, because no frame may come before it. */
  sendConnected(since: number): void {
    if (!this.#owner.wantsEvents) return;
    this.#send('connection:state-changed', connectionDetails(this.#identity, { state: 'connected' }, since));
  }

  /** Stores an event and sends it to the client. */
  async raise<N extends DurableEventName>(name: N, details: ExtraDetails<N>): Promise<void> {
    if (this.#owner.ended) return;
    const complete = this.#complete<N>(details);
    this.#send(name, complete);
    await this.#owner.save([this.#numbered(name, complete)]);
  }

  setPlatform(platform: Platform): void {
    if (platform === this.#platform) return;
    this.#platform = platform;
    void this.raise('platform:state-changed', { platform });
  }

  /**
   * Publishes an extended event if the account or the client wants it. No caller waits for it. `beganAtMs` is when the
   * avatar began to say a message.
   */
  report<N extends ExtendedEventName>(
    name: N,
    details: ExtraDetails<N>,
    beganAtMs: number | null = null,
  ): void {
    const isSent = name === 'agent:message' && this.#owner.wantsEvents;
    const isIgnored = this.#deps.extended.ignores(this.#identity.accountId, name);
    if (this.#owner.ended || (isIgnored && !isSent)) return;
    const complete = this.#complete<N>(details);
    if (isSent) this.#send(name, complete);
    if (!isIgnored) void this.#writeIfWanted(name, complete, beganAtMs);
  }

  /** An extended event, if the account wants it. The caller stores it together with the change that it reports. */
  async ofChange<N extends 'session:ended' | 'session:person-requested'>(
    name: N,
    details: ExtraDetails<N>,
  ): Promise<StoredEvent[]> {
    if (!(await this.#wants(name))) return [];
    return [this.#numbered(name, this.#complete<N>(details))];
  }

  async #writeIfWanted<N extends ExtendedEventName>(
    name: N,
    details: EventDetails[N],
    beganAtMs: number | null,
  ): Promise<void> {
    const { extended, limits, log } = this.#deps;
    try {
      // Await only promises: the session may end right after the event.
      const wanted = this.#wants(name);
      if (!(wanted instanceof Promise ? await wanted : wanted)) return;
      // Messages have limits of their own. A page can cause all other events as often as it likes.
      if (name !== 'agent:message' && !this.#owner.limits.allows('event')) return;
      const taken = limits.take(`events:${this.#identity.avatarId}`, avatarRule);
      if (!(taken instanceof Promise ? await taken : taken)) return;
      // After the end of the session, post-session tasks number its events.
      if (!this.#owner.ended) await extended.write({ ...this.#numbered(name, details), beganAtMs });
    } catch (error) {
      log.warn({ err: error, sessionId: this.#identity.id, event: name }, 'could not store an event');
    }
  }

  #wants(name: ExtendedEventName): Promise<boolean> | boolean {
    const wanted = this.#deps.extended.wants(this.#identity.accountId, name);
    if (!(wanted instanceof Promise)) return wanted;
    return wanted.catch((error: unknown) => {
      this.#deps.log.warn(
        { err: error, sessionId: this.#identity.id, event: name },
        'could not read the extended events',
      );
      return false;
    });
  }

  #send(name: string, details: EventDetails[keyof EventDetails]): void {
    this.#owner.send({ type: 'event', name, details: details as unknown as Record<string, unknown> });
  }

  #complete<N extends DurableEventName | ExtendedEventName>(details: ExtraDetails<N>): EventDetails[N] {
    const common = sessionDetails(this.#identity, this.#deps.clock.now());
    return { ...common, ...details } as unknown as EventDetails[N];
  }

  #numbered<N extends DurableEventName | ExtendedEventName>(name: N, details: EventDetails[N]): StoredEvent {
    this.lastSequence += 1;
    return makeEvent(eventSource(this.#identity, this.lastSequence), name, details);
  }
}
