import type { SpeechStyle } from '@parley/protocol';
import { ownModel } from './model/model-file.ts';
import { isPerson, people } from './people.ts';
import type { NaturalVoiceSpec } from './unit.ts';

/** The voice inside a `voice` element, if it names a person, or asks for the other gender. */
export function voiceInside({ voice }: SpeechStyle, own: NaturalVoiceSpec): NaturalVoiceSpec {
  if (voice === undefined) return own;
  const name = voice.name?.replace(/^built-in:/, '').toLowerCase() ?? '';
  if (isPerson(name)) return { model: ownModel, shape: people[name].shape };
  const gender = Object.values(people).find(({ shape }) => shape === own.shape)?.gender;
  if (voice.gender === undefined || gender === undefined || voice.gender === gender) return own;
  if (voice.gender === 'male') return { model: ownModel, shape: people.jonas.shape };
  return voice.gender === 'female' ? { model: ownModel, shape: people.mara.shape } : own;
}
