import type { Pronunciation } from '@parley/protocol/pronunciations';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useAccountId } from '../../../api/account-id.ts';
import { call } from '../../../api/call.ts';
import type { ShownFace } from '../../../faces/face-module.ts';
import { type Playback, playSound, speakOnDevice } from './play-sound.ts';
import { type VoiceValues, voiceInputOf } from './voice-values.ts';

type Trial = {
  readonly text: string;
  /** Null for the stored voice. */
  readonly voice: VoiceValues | null;
  readonly what: string;
  readonly pronunciations?: readonly Pronunciation[];
};
export type VoiceTrial = ReturnType<typeof useTryVoice>;

/** Speaks a text with a voice while the previewed face moves. `what` names the button that was clicked. */
export function useTryVoice(avatar: string, face: ShownFace | null, language: string) {
  const account = useAccountId();
  const playing = useRef<Playback | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const stop = (): void => {
    playing.current?.stop();
    playing.current = null;
    face?.face.setMode('idle');
    setShown(null);
  };
  const last = useRef(stop);
  last.current = stop;
  useEffect(() => () => last.current(), []);
  const loading = useMutation({
    mutationFn: async ({ text, voice, pronunciations }: Trial) => {
      last.current();
      if (voice?.provider === 'device') return speakOnDevice(text, voice, () => last.current());
      const body = {
        text,
        ...(voice && { voice: voiceInputOf(voice) }),
        // The voice that goes with the face is English. In another language its place is taken by a voice of that one.
        ...(voice?.voice === '' && { language }),
        ...(pronunciations && { pronunciations }),
      };
      const sound = await call('avatars.say', { params: { account, avatar }, body });
      return await playSound(sound, () => last.current());
    },
    onSuccess: (begun, { what }) => {
      playing.current = begun;
      setShown(what);
      face?.face.setMode('talking');
    },
  });
  return {
    playing: shown,
    loading: loading.isPending ? loading.variables.what : null,
    error: loading.error,
    /** The button whose sound failed. */
    failed: loading.isError ? loading.variables.what : null,
    stop,
    say: (text: string, voice: Trial['voice'], what: string, pronunciations?: readonly Pronunciation[]) =>
      loading.mutate({ text, voice, what, ...(pronunciations && { pronunciations }) }),
  };
}
