import { nearestPreset } from '@parley/face/rules';
import type { VoiceChoice } from '../speech/index.ts';
import type { Avatar } from './avatar.ts';

/** The voice that visitors hear. Unless one was chosen by hand, it is the voice of the face. */
export function heardVoice({ voice, look }: Pick<Avatar, 'voice' | 'look'>): VoiceChoice {
  const goesWithFace = voice.provider === 'built-in' && voice.voice === '';
  return goesWithFace ? { ...voice, voice: nearestPreset(look) } : voice;
}
