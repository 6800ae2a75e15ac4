import type { DisconnectReason, EventDetails } from '@parley/protocol';
import type { ConnectionChange, Ending } from '../../connection/link.ts';
import type { SharedEvents } from '../events.ts';
import type { CallDetails } from './call-details.ts';

type Details = EventDetails['connection:state-changed'];
type EmitDetails = (details: SharedEvents['connection:state-changed']) => void;

const reasons: Readonly<Record<string, DisconnectReason>> = {
  hangup: 'hangup',
  detached: 'hangup',
  max_duration_reached: 'max_duration_reached',
  auth_failed: 'auth_failed',
  refused: 'auth_failed',
};

/**
 * Raises `connection:state-changed` in the form that webhooks receive. Events from the service are forwarded. What the
 * service cannot report to a disconnected page, such as a drop, is raised here. Single reconnect attempts are not
 * reported.
 */
export class ConnectionEvents {
  #emitDetails: EmitDetails;
  #lastState: Details['state'] | null = null;
  #connectedMs = 0;
  #since: number | null = null;
  #retries: boolean;

  constructor(emitDetails: EmitDetails, retries: boolean) {
    this.#emitDetails = emitDetails;
    this.#retries = retries;
  }

  /** An event from the service. */
  handleEvent(details: Details): void {
    if (details.state === this.#lastState && details.state !== 'connecting') return;
    this.#lastState = details.state;
    this.#emitDetails(details);
  }

  handleChange(change: ConnectionChange, details: CallDetails): void {
    if (change.state === 'connected') {
      this.#since = performance.now();
      return;
    }
    this.#stopCounting();
    if (change.state === 'connecting' && this.#lastState !== 'connecting') {
      this.#emit('connecting', details, { is_reconnect_attempt: false });
    }
    if (change.state === 'disconnected' && this.#lastState === 'connected') {
      this.#disconnected(details, 'timeout', this.#retries);
    }
  }

  handleEnd({ reason }: Ending, details: CallDetails): void {
    this.#stopCounting();
    if (this.#lastState !== null && this.#lastState !== 'disconnected') {
      this.#disconnected(details, reasons[reason] ?? 'timeout', false);
    }
    this.#lastState = null;
    this.#connectedMs = 0;
  }

  /** No session was created. */
  handleRefusal(reachedService: boolean, details: CallDetails): void {
    this.#disconnected(details, reachedService ? 'auth_failed' : 'timeout', false);
    this.#lastState = null;
  }

  #disconnected(details: CallDetails, reason: DisconnectReason, willReconnect: boolean): void {
    const duration = Math.floor(this.#connectedMs / 1000);
    this.#emit('disconnected', details, { reason, will_attempt_reconnect: willReconnect, duration });
  }

  #emit(
    state: Details['state'],
    { identity, maxSessionDuration }: CallDetails,
    more: Partial<Details>,
  ): void {
    this.#lastState = state;
    const about = { state, max_session_duration: maxSessionDuration, ...identity, timestamp: Date.now() };
    this.#emitDetails({ ...about, ...more });
  }

  #stopCounting(): void {
    if (this.#since !== null) this.#connectedMs += performance.now() - this.#since;
    this.#since = null;
  }
}
