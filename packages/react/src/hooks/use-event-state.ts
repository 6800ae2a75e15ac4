import type { Parley, ParleyEvents } from '@parley/client/sdk';
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { useParley } from './use-parley.ts';

/** A value that is read anew at certain events; the component is drawn again only where it differs. */
export function useEventState<T extends string | number | boolean | null>(
  names: readonly (keyof ParleyEvents)[],
  read: (parley: Parley) => T,
  otherwise: T,
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
    () => (parley === null ? otherwise : read(parley)),
    () => otherwise,
  );
}

/** The latest payload of an event, or what there is before the first. */
export function useLatest<N extends keyof ParleyEvents, T>(
  name: N,
  initial: T,
  take: (payload: ParleyEvents[N]) => T,
): T {
  const parley = useParley();
  const latest = useRef<{ readonly of: Parley | null; readonly value: T }>({ of: null, value: initial });
  const taking = useRef(take);
  useEffect(() => {
    taking.current = take;
  });
  const subscribe = useCallback(
    (changed: () => void) =>
      parley?.on(name, (payload) => {
        latest.current = { of: parley, value: taking.current(payload) };
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
