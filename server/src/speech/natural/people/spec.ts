import type { NaturalVoiceSpec } from '../../units/unit.ts';
import { ownModel } from '../model/model-file.ts';
import { isPerson, people, plainShape } from './people.ts';

/** A voice with a model of its own: its file, and the language that the model learned. */
export type OwnModelVoice = { readonly file: string; readonly language: string };

/**
 * How a voice is made, by its name: a person from the package's model, or a voice with a model of its own. The model
 * decides which English is read: a model that learned American speech does not know the British sounds.
 */
export function naturalSpec(name: string, own?: OwnModelVoice): NaturalVoiceSpec {
  if (own !== undefined)
    return { model: own.file, accent: own.language === 'en-GB' ? 'gb' : 'us', shape: plainShape };
  return { model: ownModel, accent: 'us', shape: isPerson(name) ? people[name].shape : people.mara.shape };
}
