import type { Parley, ParleyEvents } from '@parley/client/sdk';
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { useParley } from './use-parley.ts';

/** A value that is read again at certain events. The component renders again only if the value changed. */
export function useEventState<T extends string | number | boolean | null>(
  names: readonly (keyof ParleyEvents)[],
  read: (parley: Parley) => T,
  fallback: T,
): T {
  const parley = useParley();
  const list = useRef(names).current;
  const subscribe = useCallback(
    (changed: () => void) => {
      const stops = list.map((name) => parley?.on(name, changed));
      return () => {
        for (const stop of stops) stop?.();
      };
    },
    [parley, list],
  );
  return useSyncExternalStore(
    subscribe,
    () => (parley === null ? fallback : read(parley)),
    () => fallback,
  );
}

/** The latest payload of an event, or `initial` before the first one. */
export function useLatestEvent<N extends keyof ParleyEvents, T>(
  name: N,
  initial: T,
  select: (payload: ParleyEvents[N]) => T,
): T {
  const parley = useParley();
  const latest = useRef<{ readonly of: Parley | null; readonly value: T }>({ of: null, value: initial });
  const selectRef = useRef(select);
  useEffect(() => {
    selectRef.current = select;
  });
  const subscribe = useCallback(
    (changed: () => void) =>
      parley?.on(name, (payload) => {
        latest.current = { of: parley, value: selectRef.current(payload) };
        changed();
      }) ?? (() => {}),
    [parley, name],
  );
  return useSyncExternalStore(
    subscribe,
    () => (latest.current.of === parley ? latest.current.value : initial),
    () => initial,
  );
}
