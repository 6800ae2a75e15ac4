import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { InstallFailure } from '../../pip-packages/index.ts';
import { SpeechFailure } from '../voice.ts';
import { readModelFolder } from './model-config.ts';
import { ModelProcess } from './model-process.ts';
import { isOwnName, type OwnModel, ownFolder, storeOwnModel } from './own-models.ts';

const testText = 'One, two, three.';

export type AddModel = {
  readonly voiceFolder: string;
  readonly folder: string;
  readonly name: string;
  readonly language: string;
};

/** Lets a model speak once, and registers it if that works. Throws an InstallFailure. */
export async function addOwnModel({ voiceFolder, folder, name, language }: AddModel): Promise<OwnModel> {
  if (!isOwnName(name))
    throw new InstallFailure(
      `"${name}" cannot be the name of a voice`,
      'Use up to 40 small letters, digits and hyphens.',
    );
  const runtime = ownFolder(voiceFolder);
  if (!existsSync(join(runtime, 'node_modules', 'sherpa-onnx-node')))
    throw new InstallFailure(
      'sherpa-onnx-node, which runs such models, is not installed',
      `Run "npm install --prefix ${runtime} sherpa-onnx-node@1.13.8". It contains espeak-ng (GPL-3).`,
    );
  const config = readModelFolder(folder);
  if (typeof config === 'string') throw new InstallFailure('the folder holds no model', config);
  await using model = new ModelProcess();
  try {
    const { sampleRate, speakers } = await model.load(runtime, config);
    await model.say({ text: testText, rate: 1, speaker: 0 });
    const added = { ...config, name, folder, language, sampleRate, speakers };
    await storeOwnModel(voiceFolder, added);
    return added;
  } catch (error) {
    if (!(error instanceof SpeechFailure)) throw error;
    throw new InstallFailure('the model does not speak', error.message, error);
  }
}
