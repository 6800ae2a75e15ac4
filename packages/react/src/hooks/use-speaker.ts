import { useEventState } from './use-event-state.ts';
import { useParley } from './use-parley.ts';

export type SpeakerControl = {
  readonly enabled: boolean;
  setEnabled(enabled: boolean): void;
  toggle(): void;
  /** Call this on a click to let the browser play sound. Resolves to false if it still does not. */
  unlock(): Promise<boolean>;
};

export function useSpeaker(): SpeakerControl {
  const parley = useParley();
  const enabled = useEventState(['speaker-update'], (parley) => parley.isSpeakerEnabled(), true);
  return {
    enabled,
    setEnabled: (wanted) => parley?.setSpeakerEnabled(wanted),
    toggle: () => parley?.toggleSpeaker(),
    unlock: async () => (await parley?.fixAudioContext()) ?? false,
  };
}
