import { useSyncExternalStore } from 'react';

const name = 'parley-request-sound';
const listeners = new Set<() => void>();

/** Whether requests make a sound in this browser. */
export function isSoundOn(): boolean {
  try {
    return localStorage.getItem(name) !== 'off';
  } catch {
    return true;
  }
}

export function setSoundOn(isOn: boolean): void {
  try {
    localStorage.setItem(name, isOn ? 'on' : 'off');
  } catch {
    // Without storage the sound stays on.
  }
  for (const listener of listeners) listener();
}

export const useIsSoundOn = (): boolean =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, isSoundOn);
