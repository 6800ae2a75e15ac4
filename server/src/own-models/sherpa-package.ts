import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { InstallFailure } from '../pip-packages/index.ts';
import { ownFolder } from './model-list.ts';

/** Throws if the operator has not installed the package that runs the models. */
export function mustHaveSherpa(voiceFolder: string): void {
  const runtime = ownFolder(voiceFolder);
  if (existsSync(join(runtime, 'node_modules', 'sherpa-onnx-node'))) return;
  throw new InstallFailure(
    'sherpa-onnx-node, which runs such models, is not installed',
    `Run "npm install --prefix ${runtime} sherpa-onnx-node@1.13.8". It contains espeak-ng (GPL-3).`,
  );
}
