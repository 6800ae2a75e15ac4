import { useEventState } from './use-event-state.ts';
import { useParley } from './use-parley.ts';

export type SpeakerControl = {
  readonly enabled: boolean;
  setEnabled(enabled: boolean): void;
  toggle(): void;
  /** From a click: lets the browser play sound. False where it does not yet. */
  unlock(): Promise<boolean>;
};

export function useSpeaker(): SpeakerControl {
  const parley = useParley();
  const enabled = useEventState(['speaker-update'], (there) => there.isSpeakerEnabled(), true);
  return {
    enabled,
    setEnabled: (wanted) => parley?.setSpeakerEnabled(wanted),
    toggle: () => parley?.toggleSpeaker(),
    unlock: async () => (await parley?.fixAudioContext()) ?? false,
  };
}
