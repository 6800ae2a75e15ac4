import {
  checkBeforeAdding,
  customModelFolder,
  ModelFailure,
  ModelProcess,
  openModelFolder,
} from '../../custom-models/index.ts';
import { InstallFailure } from '../../pip-packages/index.ts';
import { type CustomVoiceModel, customVoiceModels, sayLimitMs, voiceProgram } from './custom-voices.ts';
import { readModelFolder } from './model-config.ts';

const testText = 'One, two, three.';

export type AddVoice = {
  readonly voiceFolder: string;
  /** The model's folder, or an archive of it. */
  readonly source: string;
  readonly name: string;
  readonly language: string;
};

/** Lets a model speak once, and registers it if that works. Throws an InstallFailure. */
export async function addCustomVoice({
  voiceFolder,
  source,
  name,
  language,
}: AddVoice): Promise<CustomVoiceModel> {
  checkBeforeAdding('voice', name, voiceFolder);
  await using opened = await openModelFolder(source, customVoiceModels.unpackedFolder(voiceFolder, name));
  const { folder } = opened;
  const config = readModelFolder(folder);
  if (typeof config === 'string') throw new InstallFailure('the folder holds no model', config);
  await using model = new ModelProcess<Float32Array>(voiceProgram);
  try {
    const facts = await model.load<{ sampleRate: number; speakers: number }>(
      customModelFolder(voiceFolder),
      config,
    );
    await model.ask({ text: testText, rate: 1, speaker: 0 }, sayLimitMs);
    const added = await customVoiceModels.store(voiceFolder, { ...config, name, folder, language, ...facts });
    await opened.keep();
    return added;
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    throw new InstallFailure('the model does not speak', error.message, error);
  }
}
