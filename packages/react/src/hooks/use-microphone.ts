import { useEffect, useState } from 'react';
import { useEventState, useLatest } from './use-event-state.ts';
import { useParley } from './use-parley.ts';

export type MicrophoneControl = {
  readonly enabled: boolean;
  readonly permission: PermissionState;
  /** Whether the user is speaking right now. */
  readonly speaking: boolean;
  /** False where the browser or the visitor does not allow it. */
  setEnabled(enabled: boolean): Promise<boolean>;
  toggle(): Promise<boolean>;
  useDevice(deviceId: string): Promise<void>;
};

const no = Promise.resolve(false);

export function useMicrophone(): MicrophoneControl {
  const parley = useParley();
  const enabled = useEventState(['mic-update'], (there) => there.isMicEnabled(), false);
  const speaking = useLatest('user-speech', false, ({ active }) => active);
  const changed = useLatest(
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
    setEnabled: (wanted) => parley?.setMicEnabled(wanted) ?? no,
    toggle: () => parley?.toggleMic() ?? no,
    useDevice: async (deviceId) => parley?.setLocalMicrophoneDevice(deviceId),
  };
}

/** How loud the microphone is, 0 to 1. Apart from the rest, as it changes many times a second. */
export const useMicrophoneLevel = (): number => useLatest('mic-level', 0, ({ level }) => level);
