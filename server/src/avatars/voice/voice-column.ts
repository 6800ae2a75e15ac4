import type { Queries } from '../../db/index.ts';
import type { VoiceChoice } from '../../speech/index.ts';
import { followsFace } from './effective-voice.ts';

/** The voice of the face is stored as a voice that older versions know, with a mark that they ignore. */
export const storedVoice = (voice: VoiceChoice): VoiceChoice | StoredVoiceOfFace =>
  followsFace(voice) ? { ...voice, voice: 'slt', followsFace: true } : voice;

type StoredVoiceOfFace = VoiceChoice & { readonly followsFace: true };

export const voiceColumn = (sql: Queries) => sql`
  case when voice ? 'followsFace' then voice - 'followsFace' || '{"voice": ""}' else voice end as voice`;
