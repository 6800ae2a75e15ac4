import type { ConnectionStatus, NetworkQuality, ParleyEvents } from '@parley/client/sdk';
import { useEventState, useLatest } from './use-event-state.ts';
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
  /** Why the last call could not begin. */
  readonly refusal: ParleyEvents['auth-fail'] | null;
  /** Rejects with a ParleyError where the service refuses. */
  connect(): Promise<void>;
  disconnect(): Promise<void>;
  reconnect(): Promise<void>;
};

const nothing = Promise.resolve();

/** Whether there is a call, and how to begin and end one. */
export function useConnection(): Connection {
  const parley = useParley();
  const status = useEventState(changes, (there) => there.getConnectionStatus(), 'disconnected');
  const sessionId = useEventState(changes, (there) => there.sessionId, null);
  const quality = useLatest('network-quality', null as NetworkQuality | null, (told) => told.quality);
  const refusal = useLatest('auth-fail', null as Connection['refusal'], (told) => told);
  return {
    status,
    sessionId,
    quality,
    refusal: status === 'terminated' ? refusal : null,
    connect: () => parley?.connect() ?? nothing,
    disconnect: () => parley?.disconnect() ?? nothing,
    reconnect: () => parley?.reconnect() ?? nothing,
  };
}
