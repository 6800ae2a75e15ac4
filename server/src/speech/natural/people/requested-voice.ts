import type { SpeechStyle } from '@parley/protocol';
import type { NaturalVoiceSpec } from '../../units/unit.ts';
import { isPerson, people } from './people.ts';
import { naturalSpec } from './spec.ts';

/** The voice inside a `voice` element, if it names a person, or asks for the other gender. */
export function voiceInside({ voice }: SpeechStyle, own: NaturalVoiceSpec): NaturalVoiceSpec {
  if (voice === undefined) return own;
  const name = voice.name?.replace(/^built-in:/, '').toLowerCase() ?? '';
  if (isPerson(name)) return naturalSpec(name);
  const gender = Object.values(people).find(({ shape }) => shape === own.shape)?.gender;
  if (voice.gender === undefined || gender === undefined || voice.gender === gender) return own;
  if (voice.gender === 'male') return naturalSpec('jonas');
  return voice.gender === 'female' ? naturalSpec('mara') : own;
}
