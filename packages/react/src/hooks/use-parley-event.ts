import type { ParleyEvents } from '@parley/client/sdk';
import { useEffect, useRef } from 'react';
import type { EventCallbacks } from '../avatar-settings.ts';
import type { ParleySlot } from '../parley-slot.ts';
import { useParley, useSlot } from './use-parley.ts';

type AnyListener = (payload: unknown) => void;

/** Calls the latest listener; it may be a new function at every rendering. */
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

export function useEventCallbacks(slot: ParleySlot, callbacks: EventCallbacks | undefined): void {
  const parley = useSlot(slot);
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
