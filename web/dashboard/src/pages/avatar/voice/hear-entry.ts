import type { Pronunciation } from '@parley/protocol/pronunciations';
import type { HearEntry } from '../../../components/pronunciations/PronunciationRow.tsx';
import type { VoiceTrial } from './use-try-voice.ts';
import type { VoiceValues } from './voice-values.ts';

/** Says the word of an entry as the entry says, before it is saved. A device gets the respelling. */
export const hearEntry =
  (trial: VoiceTrial, voice: VoiceValues | null) =>
  ({ language: _, ...entry }: Pronunciation, what: string): HearEntry => ({
    isPlaying: trial.playing === what,
    isLoading: trial.loading === what,
    stop: trial.stop,
    play() {
      const spelled = voice?.provider === 'device' ? entry.respelling?.trim() : '';
      trial.say(spelled || entry.word, voice, what, [entry]);
    },
  });
