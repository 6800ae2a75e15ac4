import type { DurableEventName, EventDetails, ExtendedEventName } from '@parley/protocol';
import { makeEvent, type StoredEvent } from '../../webhooks/index.ts';
import type { LinkNews } from '../link/link.ts';
import { connectionDetails, connectionEvent, sourceOf, whoOf } from './event-details.ts';
import type { LiveSession } from './live-session.ts';

type Further<N extends DurableEventName | ExtendedEventName> = Omit<
  EventDetails[N],
  keyof ReturnType<typeof whoOf>
>;

/** What the world and the client are told of a session, numbered in its order. */
export class News {
  lastSequence: number;
  private readonly session: LiveSession;

  constructor(session: LiveSession, lastSequence: number) {
    this.session = session;
    this.lastSequence = lastSequence;
  }

  /** The events that tell of a change of the link; the caller writes them together with it. */
  ofLink(news: readonly LinkNews[], now: number): StoredEvent[] {
    const { identity } = this.session;
    return news.map((entry) => {
      if (entry.state === 'disconnected') {
        const details = connectionDetails(identity, entry, now);
        this.session.send({ type: 'event', name: 'connection:state-changed', details });
      }
      this.lastSequence += 1;
      return connectionEvent(identity, this.lastSequence, entry, now);
    });
  }

  /** The socket could not be told so before it was welcomed. */
  tellConnected(since: number): void {
    const details = connectionDetails(this.session.identity, { state: 'connected' }, since);
    this.session.tellEvent('connection:state-changed', details);
  }

  /** Writes an event that is true now, and tells the client the same. */
  async raise<N extends DurableEventName>(name: N, details: Further<N>): Promise<void> {
    if (this.session.ended) return;
    const full = this.detailed(details) as unknown as EventDetails[N];
    this.session.send({ type: 'event', name, details: full });
    await this.session.save([this.numbered(name, full)]);
  }

  /** Whether telling of it can be spared, as mostly. */
  concernsNobody(name: ExtendedEventName): boolean {
    const { context, identity, ended } = this.session;
    return ended || (context.extended.ignores(identity.accountId, name) && !this.isTold(name));
  }

  /** Tells of something small, where the account wants to know; nobody waits for it. */
  report<N extends ExtendedEventName>(name: N, details: Further<N>): void {
    if (this.concernsNobody(name)) return;
    const full = this.detailed(details) as unknown as EventDetails[N];
    if (this.isTold(name)) this.session.tellEvent(name, full);
    void this.writeIfWanted(name, full);
  }

  private isTold(name: ExtendedEventName): boolean {
    return name === 'agent:message' && this.session.tellsEvents;
  }

  private async writeIfWanted<N extends ExtendedEventName>(name: N, details: EventDetails[N]): Promise<void> {
    const { context, identity } = this.session;
    try {
      const wanted = context.extended.wants(identity.accountId, name);
      const isWanted = wanted instanceof Promise ? await wanted : wanted;
      // After the end the numbers are no longer ours to give.
      if (isWanted && !this.session.ended) await context.extended.write(this.numbered(name, details));
    } catch (error) {
      context.log.warn({ err: error, sessionId: identity.id, event: name }, 'an event was lost');
    }
  }

  private detailed<D extends object>(details: D): ReturnType<typeof whoOf> & D {
    return { ...whoOf(this.session.identity, this.session.context.clock.now()), ...details };
  }

  private numbered<N extends DurableEventName | ExtendedEventName>(
    name: N,
    details: EventDetails[N],
  ): StoredEvent {
    this.lastSequence += 1;
    return makeEvent(sourceOf(this.session.identity, this.lastSequence), name, details);
  }
}
