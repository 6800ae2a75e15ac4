import type { SpeechStyle } from '@parley/protocol';
import { deliveredModel } from '../model/model-file.ts';
import type { Accent } from '../reading/index.ts';
import { isPerson, type PersonName, people, plainShape, type VoiceShape } from './people.ts';

/** Which model speaks, by the name of its file, which English it learned, and how its voice is changed. */
export type NaturalVoiceSpec = {
  readonly model: string;
  readonly accent: Accent;
  readonly shape: VoiceShape;
};

/** A voice with a model of its own: its file, and the language that the model learned. */
export type InstalledModelVoice = { readonly file: string; readonly language: string };

/** One object for each person, because voices are compared by identity. */
const personSpecs = Object.fromEntries(
  Object.entries(people).map(([name, { shape }]) => [name, { model: deliveredModel, accent: 'us', shape }]),
) as Readonly<Record<PersonName, NaturalVoiceSpec>>;

/**
 * How a voice is made, by its name: a person from the package's model, or a voice with a model of its own. The model
 * decides which English is read: a model that learned American speech does not know the British sounds.
 */
export function naturalSpec(name: string, own?: InstalledModelVoice): NaturalVoiceSpec {
  if (own !== undefined)
    return { model: own.file, accent: own.language === 'en-GB' ? 'gb' : 'us', shape: plainShape };
  return personSpecs[isPerson(name) ? name : 'mara'];
}

/** The voice that a `voice` element asks for, if it names a person, or asks for the other gender. */
export function requestedVoice({ voice }: SpeechStyle, own: NaturalVoiceSpec): NaturalVoiceSpec {
  if (voice === undefined) return own;
  const name = voice.name?.replace(/^built-in:/, '').toLowerCase() ?? '';
  if (isPerson(name)) return naturalSpec(name);
  const gender = Object.values(people).find(({ shape }) => shape === own.shape)?.gender;
  if (voice.gender === undefined || gender === undefined || voice.gender === gender) return own;
  if (voice.gender === 'male') return naturalSpec('jonas');
  return voice.gender === 'female' ? naturalSpec('mara') : own;
}
