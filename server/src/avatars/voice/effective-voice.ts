import { nearestPreset } from '@parley/face/rules';
import type { VoiceChoice } from '../../speech/index.ts';
import type { Avatar } from '../avatar.ts';

/** No voice was chosen by hand. */
export const followsFace = (voice: VoiceChoice): boolean =>
  voice.provider === 'built-in' && voice.voice === '';

/** The voice that visitors hear. Unless one was chosen by hand, it is the voice of the face. */
export const effectiveVoice = ({ voice, look }: Pick<Avatar, 'voice' | 'look'>): VoiceChoice =>
  followsFace(voice) ? { ...voice, voice: nearestPreset(look) } : voice;
