import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useAccountId } from '../../../api/account-id.ts';
import { call } from '../../../api/call.ts';
import type { ShownFace } from '../../../faces/face-module.ts';
import { type Playback, playSound, speakOnDevice } from './play-sound.ts';
import { type VoiceValues, voiceInputOf } from './voice-values.ts';

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
    mutationFn: async ({ text, voice }: { text: string; voice: VoiceValues; what: string }) => {
      last.current();
      if (voice.provider === 'device') return speakOnDevice(text, voice, () => last.current());
      // The voice that goes with the face is English. In another language its place is taken by a voice of that one.
      const body = { text, voice: voiceInputOf(voice), ...(voice.voice === '' ? { language } : {}) };
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
    stop,
    say: (text: string, voice: VoiceValues, what: string) => loading.mutate({ text, voice, what }),
  };
}
