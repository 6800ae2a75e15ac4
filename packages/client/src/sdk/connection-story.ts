import type { DisconnectReason, EventDetails } from '@parley/protocol';
import type { ConnectionChange, Ending } from '../link.ts';
import type { ToldEvents } from './events.ts';
import type { CallFacts } from './who.ts';

type Details = EventDetails['connection:state-changed'];
export type StoryView = { tell(details: ToldEvents['connection:state-changed']): void };

const reasons: Readonly<Record<string, DisconnectReason>> = {
  hangup: 'hangup',
  detached: 'hangup',
  max_duration_reached: 'max_duration_reached',
  auth_failed: 'auth_failed',
  refused: 'auth_failed',
};

/**
 * Tells how the connection goes, as webhooks are told. What the service itself could say is passed on; what happens
 * where it cannot be heard, a drop above all, is told from here. Tries on the way back are not told one by one.
 */
export class ConnectionStory {
  #view: StoryView;
  #told: Details['state'] | null = null;
  #connectedMs = 0;
  #since: number | null = null;
  #retries: boolean;

  constructor(view: StoryView, retries: boolean) {
    this.#view = view;
    this.#retries = retries;
  }

  /** The service's own word. */
  handleEvent(details: Details): void {
    if (details.state === this.#told && details.state !== 'connecting') return;
    this.#told = details.state;
    this.#view.tell(details);
  }

  handleChange(change: ConnectionChange, facts: CallFacts): void {
    if (change.state === 'connected') {
      this.#since = performance.now();
      return;
    }
    this.#stopCounting();
    if (change.state === 'connecting' && this.#told !== 'connecting') {
      this.#tell('connecting', facts, { is_reconnect_attempt: false });
    }
    if (change.state === 'disconnected' && this.#told === 'connected') {
      this.#disconnected(facts, 'timeout', this.#retries);
    }
  }

  handleEnd({ reason }: Ending, facts: CallFacts): void {
    this.#stopCounting();
    if (this.#told !== null && this.#told !== 'disconnected') {
      this.#disconnected(facts, reasons[reason] ?? 'timeout', false);
    }
    this.#told = null;
    this.#connectedMs = 0;
  }

  /** No session came about. */
  handleRefusal(reachedService: boolean, facts: CallFacts): void {
    this.#disconnected(facts, reachedService ? 'auth_failed' : 'timeout', false);
    this.#told = null;
  }

  #disconnected(facts: CallFacts, reason: DisconnectReason, willReconnect: boolean): void {
    const duration = Math.floor(this.#connectedMs / 1000);
    this.#tell('disconnected', facts, { reason, will_attempt_reconnect: willReconnect, duration });
  }

  #tell(state: Details['state'], { who, maxSessionDuration }: CallFacts, more: Partial<Details>): void {
    this.#told = state;
    const about = { state, max_session_duration: maxSessionDuration, ...who, timestamp: Date.now() };
    this.#view.tell({ ...about, ...more });
  }

  #stopCounting(): void {
    if (this.#since !== null) this.#connectedMs += performance.now() - this.#since;
    this.#since = null;
  }
}
