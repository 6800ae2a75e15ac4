import { ownModel } from './model/model-file.ts';
import { isPerson, people, plainShape } from './people.ts';
import type { NaturalVoiceSpec } from './unit.ts';

/** How a voice is made, by its name: a person out of the package's model, or a voice with a model of its own. */
export function naturalSpec(name: string, modelFile?: string): NaturalVoiceSpec {
  if (modelFile !== undefined) return { model: modelFile, shape: plainShape };
  return { model: ownModel, shape: isPerson(name) ? people[name].shape : people.mara.shape };
}
