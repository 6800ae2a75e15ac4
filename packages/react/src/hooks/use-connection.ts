import type { ConnectionStatus, NetworkQuality, ParleyEvents } from '@parley/client/sdk';
import { useEventState, useLatestEvent } from './use-event-state.ts';
import { useParley } from './use-parley.ts';

const changes = [
  'connection:state-changed',
  'websocket-connect',
  'websocket-close',
  'auth-fail',
  'end',
] as const;

export type Connection = {
  readonly status: ConnectionStatus;
  readonly sessionId: string | null;
  readonly quality: NetworkQuality | null;
  /** Why the last call could not start. */
  readonly refusal: ParleyEvents['auth-fail'] | null;
  /** Rejects with a ParleyError if the service refuses the call. */
  connect(): Promise<void>;
  disconnect(): Promise<void>;
  reconnect(): Promise<void>;
};

const noConnection = Promise.resolve();

/** The state of the call, and functions that start and end it. */
export function useConnection(): Connection {
  const parley = useParley();
  const status = useEventState(changes, (parley) => parley.getConnectionStatus(), 'disconnected');
  const sessionId = useEventState(changes, (parley) => parley.sessionId, null);
  const quality = useLatestEvent('network-quality', null as NetworkQuality | null, ({ quality }) => quality);
  const refusal = useLatestEvent('auth-fail', null as Connection['refusal'], (payload) => payload);
  return {
    status,
    sessionId,
    quality,
    refusal: status === 'terminated' ? refusal : null,
    connect: () => parley?.connect() ?? noConnection,
    disconnect: () => parley?.disconnect() ?? noConnection,
    reconnect: () => parley?.reconnect() ?? noConnection,
  };
}
