import {
  type Background,
  type InstallOptions,
  installedFolder,
  installInBackground,
  installPackage,
  type PinnedPackage,
  packageStatus,
  removePackage,
} from '../../pip-packages/index.ts';
import { picoVoices } from './pico-voices.ts';

const root = 'ttspico-0.3.2/picopi/pico';

/** The package that contains the files of the languages. */
export const picoPackage: PinnedPackage = {
  name: 'ttspico',
  version: '0.3.2',
  wheel: 'ttspico-0.3.2.tar.gz',
  bytes: 4_995_528,
  sha256: '743a280a8ced8523583665cb45797d730aceb2e145a04a212f82ebb0b5fac6c8',
  title: 'the voices for other languages',
  folder: 'pico',
  command: 'voice install languages',
  fileCommand: 'voice install',
  keptFiles: new Map([
    ...Object.values(picoVoices).flatMap(({ files }) =>
      files.map((file) => [`${root}/lang/${file}`, file] as const),
    ),
    [`${root}/lib/NOTICE`, 'NOTICE'],
  ]),
};

/** The folder with the files of the languages; null if they are not installed. */
export const installedPico = (voiceFolder: string | null): string | null =>
  voiceFolder === null ? null : installedFolder(voiceFolder, picoPackage);

/** Why the voices cannot be used, and what to do; null if they can. */
export function picoProblem(voiceFolder: string | null): string | null {
  const status = packageStatus(voiceFolder, picoPackage);
  if (status.state === 'installed') return null;
  if (status.state === 'installing') return 'The voices for other languages are being fetched.';
  return `The voices for other languages cannot be used, because ${status.reason}. ${status.advice}`;
}

export const installPicoInBackground = (options: Omit<Background, 'wanted' | 'installed' | 'missing'>) =>
  installInBackground({
    ...options,
    wanted: picoPackage,
    installed: 'The voices for other languages are installed.',
    missing: ({ message, advice }) =>
      `The voices for other languages cannot be used, because ${message}. ${advice}`,
  });

export const installPico = (options: Omit<InstallOptions, 'wanted'>) =>
  installPackage({ ...options, wanted: picoPackage });

export const removePico = (voiceFolder: string): Promise<boolean> => removePackage(voiceFolder, picoPackage);
