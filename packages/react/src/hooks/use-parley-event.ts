import type { ParleyEvents } from '@parley/client/sdk';
import { useEffect, useRef } from 'react';
import type { EventCallbacks } from '../avatar-settings.ts';
import type { ParleyStore } from '../parley-store.ts';
import { useParley, useStoredParley } from './use-parley.ts';

type AnyListener = (payload: unknown) => void;

/** Always calls the latest listener, which may be a new function in every render. */
export function useParleyEvent<N extends keyof ParleyEvents>(
  name: N,
  listener: (payload: ParleyEvents[N]) => void,
): void {
  const parley = useParley();
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => parley?.on(name, (payload) => latest.current(payload)), [parley, name]);
}

export function useEventCallbacks(store: ParleyStore, callbacks: EventCallbacks | undefined): void {
  const parley = useStoredParley(store);
  const latest = useRef(callbacks);
  useEffect(() => {
    latest.current = callbacks;
  });
  const names = Object.keys(callbacks ?? {})
    .sort()
    .join(' ');
  useEffect(() => {
    if (parley === null) return;
    const stops = (names === '' ? [] : (names.split(' ') as (keyof ParleyEvents)[])).map((name) =>
      parley.on(name, (payload) => (latest.current?.[name] as AnyListener | undefined)?.(payload)),
    );
    return () => {
      for (const stop of stops) stop();
    };
  }, [parley, names]);
}
