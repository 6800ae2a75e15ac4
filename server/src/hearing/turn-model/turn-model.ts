import { join } from 'node:path';
import type { Log } from '../../kernel/index.ts';
import {
  type FilePin,
  type InstallOptions,
  installedFolder,
  installInBackground,
  installPackage,
  type PackageStatus,
  type PinnedPackage,
  packageStatus,
  removePackage,
} from '../../pip-packages/index.ts';

const modelFile = 'smart-turn-v3.2-cpu.onnx';

/** The package that contains the model which knows when a visitor is done (Smart Turn). */
export const smartTurnPackage: PinnedPackage = {
  name: 'pipecat-ai',
  version: '1.14.0',
  wheel: 'pipecat_ai-1.14.0-py3-none-any.whl',
  bytes: 12_109_725,
  sha256: '0352f504b44e78bdf524e45af4bc759601c835b9b7dc195efe5e03384b974a44',
  title: 'the turn model',
  folder: 'smart-turn',
  command: 'hearing install',
  keptFiles: new Map([
    [`pipecat/audio/turn/smart_turn/data/${modelFile}`, modelFile],
    ['pipecat_ai-1.14.0.dist-info/licenses/LICENSE', 'LICENSE'],
  ]),
};

/** Begins the checksum of the model in the package, so that browsers can keep the file. */
const modelHash = '2bb02631';
export const turnModelPath = `/sdk/ears/smart-turn-${modelHash}.onnx`;

export type TurnModelOptions = Omit<InstallOptions, 'wanted'> & {
  /** Tests use a small wheel of their own. */
  readonly pin?: FilePin | undefined;
};

/** Installs the model if it is missing. Throws an InstallFailure and stores it, to show the reason. */
export const installTurnModel = ({ pin, ...options }: TurnModelOptions) =>
  installPackage({ ...options, wanted: { ...smartTurnPackage, ...pin } });

/** Installs the model while the service starts. */
export const installTurnModelInBackground = (
  options: Omit<InstallOptions, 'signal' | 'wanted'> & { readonly log: Log },
): AsyncDisposable =>
  installInBackground({
    ...options,
    wanted: smartTurnPackage,
    installed: 'The turn model is installed. Avatars know when a visitor is done.',
    missing: ({ message: reason, advice }) => turnModelSentence({ state: 'missing', reason, advice }),
  });

export const removeTurnModel = (folder: string): Promise<boolean> => removePackage(folder, smartTurnPackage);

export const turnModelStatus = (folder: string | null): PackageStatus =>
  packageStatus(folder, smartTurnPackage);

/** One plain sentence for the start message and the command line. */
export function turnModelSentence(status: PackageStatus): string {
  switch (status.state) {
    case 'installed':
      return `The turn model is installed (${status.version}). Avatars know when a visitor is done.`;
    case 'installing':
      return 'The turn model is being fetched. Until it is there, half a second of silence ends a visitor’s turn.';
    case 'missing':
      return `Half a second of silence ends a visitor’s turn, because ${status.reason}. ${status.advice}`;
  }
}

/** Finds the model's file; null if it is not installed. The service may run while it is being installed. */
export function findTurnModel(folder: string | null): () => string | null {
  let found: string | null = null;
  return () => {
    if (folder === null) return null;
    const files = found === null ? installedFolder(folder, smartTurnPackage) : null;
    if (files !== null) found = join(files, modelFile);
    return found;
  };
}
