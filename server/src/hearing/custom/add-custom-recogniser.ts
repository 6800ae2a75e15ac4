import {
  checkBeforeAdding,
  customModelFolder,
  ModelFailure,
  ModelProcess,
  openModelFolder,
} from '../../custom-models/index.ts';
import { InstallFailure } from '../../pip-packages/index.ts';
import {
  type CustomRecogniser,
  customRecognisers,
  hearLimitMs,
  recogniserProgram,
} from './custom-recognisers.ts';
import { type RecogniserConfig, readRecogniserFolder } from './recogniser-folder.ts';

export type AddRecogniser = {
  readonly voiceFolder: string;
  /** The model's folder, or an archive of it. */
  readonly source: string;
  readonly name: string;
  readonly language: string;
  /** Speech of 16,000 samples a second. */
  readonly testSound: Float32Array;
};

/** Lets a model hear once, and registers it if that works. Throws an InstallFailure. */
export async function addCustomRecogniser(
  input: AddRecogniser,
): Promise<{ readonly added: CustomRecogniser; readonly heard: string }> {
  const { voiceFolder, source, name, language } = input;
  checkBeforeAdding('recogniser', name, voiceFolder);
  await using opened = await openModelFolder(source, customRecognisers.unpackedFolder(voiceFolder, name));
  const { folder } = opened;
  const configs = readRecogniserFolder(folder, language);
  if (typeof configs === 'string') throw new InstallFailure('the folder holds no recogniser', configs);
  const { config, heard } = await firstWorkingConfig(configs, input);
  const added = await customRecognisers.store(voiceFolder, { ...config, name, folder, language });
  await opened.keep();
  return { added, heard };
}

async function firstWorkingConfig(
  configs: readonly RecogniserConfig[],
  { voiceFolder, testSound }: AddRecogniser,
) {
  const failures: string[] = [];
  for (const config of configs) {
    await using model = new ModelProcess<string>(recogniserProgram);
    try {
      await model.load(customModelFolder(voiceFolder), config);
      const request = { turn: 1, sound: testSound, isFirst: true, isLast: true };
      return { config, heard: await model.ask(request, hearLimitMs) };
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error;
      failures.push(error.message);
    }
  }
  throw new InstallFailure('the model does not hear', failures[0] ?? '');
}
