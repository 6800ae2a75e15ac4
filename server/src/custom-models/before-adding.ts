import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { InstallFailure } from '../pip-packages/index.ts';
import { customModelFolder, isModelName, recogniserKind } from './model-list.ts';

/** Throws if the name cannot be used, or if the package that runs the models is not installed. */
export function checkBeforeAdding(kind: 'recogniser' | 'voice', name: string, voiceFolder: string): void {
  if (!isModelName(name))
    throw new InstallFailure(
      `"${name}" cannot be the name of a ${kind}`,
      'Use up to 40 small letters, digits and hyphens.',
    );
  // The unpacked recognisers are in a folder of this name, beside those of the voices.
  if (kind === 'voice' && name === recogniserKind)
    throw new InstallFailure(`"${name}" cannot be the name of a voice`, 'Use another name.');
  const runtime = customModelFolder(voiceFolder);
  if (existsSync(join(runtime, 'node_modules', 'sherpa-onnx-node'))) return;
  throw new InstallFailure(
    'sherpa-onnx-node, which runs such models, is not installed',
    `Run "npm install --prefix ${runtime} sherpa-onnx-node@1.13.8". It contains espeak-ng (GPL-3).`,
  );
}
