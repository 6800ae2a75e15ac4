import { useEffect, useState } from 'react';
import { useEventState, useLatestEvent } from './use-event-state.ts';
import { useParley } from './use-parley.ts';

export type MicrophoneControl = {
  readonly enabled: boolean;
  readonly permission: PermissionState;
  /** True while the user is speaking. */
  readonly speaking: boolean;
  /** Resolves to false if the browser or the visitor does not allow it. */
  setEnabled(enabled: boolean): Promise<boolean>;
  toggle(): Promise<boolean>;
  useDevice(deviceId: string): Promise<void>;
};

const notEnabled = Promise.resolve(false);

export function useMicrophone(): MicrophoneControl {
  const parley = useParley();
  const enabled = useEventState(['mic-update'], (parley) => parley.isMicEnabled(), false);
  const speaking = useLatestEvent('user-speech', false, ({ active }) => active);
  const changed = useLatestEvent(
    'media:mic-permission-state-changed',
    null as PermissionState | null,
    ({ state }) => state,
  );
  const [first, setFirst] = useState<PermissionState>('prompt');
  useEffect(() => {
    let current = true;
    void parley?.getPermissionStatus('mic').then((state) => {
      if (current) setFirst(state);
    });
    return () => {
      current = false;
    };
  }, [parley]);
  return {
    enabled,
    permission: changed ?? first,
    speaking: enabled && speaking,
    setEnabled: (wanted) => parley?.setMicEnabled(wanted) ?? notEnabled,
    toggle: () => parley?.toggleMic() ?? notEnabled,
    useDevice: async (deviceId) => parley?.setLocalMicrophoneDevice(deviceId),
  };
}

/** The level of the microphone, 0 to 1. It is a separate hook, because it changes many times a second. */
export const useMicrophoneLevel = (): number => useLatestEvent('mic-level', 0, ({ level }) => level);
