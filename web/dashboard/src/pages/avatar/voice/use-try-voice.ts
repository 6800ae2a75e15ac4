import type { Pronunciation } from '@parley/protocol/pronunciations';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useAccountId } from '../../../api/account-id.ts';
import { call } from '../../../api/call.ts';
import type { ShownFace } from '../../../faces/face-module.ts';
import { LatestPlayback } from './latest-playback.ts';
import { playSound, speakOnDevice } from './play-sound.ts';
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
  const [playback] = useState(() => new LatestPlayback());
  const [shown, setShown] = useState<string | null>(null);
  const stop = (): void => {
    playback.stop();
    face?.face.setMode('idle');
    setShown(null);
  };
  const last = useRef(stop);
  last.current = stop;
  useEffect(() => () => last.current(), []);
  const loading = useMutation({
    mutationFn: ({ text, voice, pronunciations }: Trial) => {
      last.current();
      return playback.begin(async (isCurrent) => {
        const end = () => isCurrent() && last.current();
        if (voice?.provider === 'device') return speakOnDevice(text, voice, end);
        const body = {
          text,
          ...(voice && { voice: voiceInputOf(voice) }),
          // The voice that goes with the face is English. In another language its place is taken by a voice of that one.
          ...(voice?.voice === '' && { language }),
          ...(pronunciations && { pronunciations }),
        };
        const sound = await call('avatars.say', { params: { account, avatar }, body });
        return await playSound(sound, isCurrent, end);
      });
    },
    onSuccess: (isPlaying, { what }) => {
      if (!isPlaying) return;
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
